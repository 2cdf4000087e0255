"""Registered values through the whole core: a match looks like any other finding, and nothing of it is written anywhere."""

import asyncio
import base64
import hashlib
import json
import logging

import pytest

from guardian_core.detect import identity, save_identities
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request, Verdict

DANA, OTHER = "dana.quill@example.com", "mira.okafor@example.com"


@pytest.fixture(scope="module")
def guardian(tmp_path_factory):
    sections = {"policy": {"enabled": False}, "detect": {"names": False}}
    settings = Settings.model_validate({"home": tmp_path_factory.mktemp("home"), **sections})
    save_identities(settings.identities, [identity("email", DANA), identity("name", "Dana Quill")])
    made = Guardian(settings)
    yield made
    asyncio.run(made.close())


def sent(guardian, body, *, host="tags.tracker.test", site="cross-site"):
    page = "https://shop.example.com/" if site == "cross-site" else f"https://{host}/"
    headers = ((b"content-type", b"application/json"), (b"referer", page.encode()), (b"sec-fetch-site", site.encode()))
    return asyncio.run(guardian.handle(Request("POST", "https", host, 443, "/c", headers, json.dumps(body).encode())))


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


SAME = {
    "plain": lambda mail: {"x": mail},
    "in a sentence": lambda mail: {"message": f"please write to {mail} soon, thank you"},
    "base64 of JSON": lambda mail: {"x": base64.b64encode(json.dumps({"m": mail}).encode()).decode()},
    "a digest in a field named for it": lambda mail: {"em": sha256(mail)},
    "in capitals": lambda mail: {"x": mail.upper()},
}


@pytest.mark.parametrize("make", SAME.values(), ids=SAME)
def test_treats_a_registered_value_like_any_other(guardian, make):
    own, other = sent(guardian, make(DANA)), sent(guardian, make(OTHER))
    assert own.decision == other.decision
    assert own.decision.verdict is Verdict.TRANSFORM
    assert [(f.item, f.entity, f.category) for f in own.findings] == [(f.item, f.entity, f.category) for f in other.findings]
    assert own.risk == other.risk
    for outcome, mail in ((own, DANA), (other, OTHER)):
        assert mail not in outcome.rewritten.body.decode().lower()
        assert sha256(mail) not in outcome.rewritten.body.decode()
    if "em" in make(DANA):
        assert len(own.rewritten.body) == len(other.rewritten.body)


def test_lets_the_own_address_go_to_the_site_itself(guardian):
    assert (
        sent(guardian, {"email": DANA, "password": "x" * 12}, host="shop.example.com", site="same-origin").decision.verdict
        is Verdict.ALLOW
    )


def test_replaces_every_form_of_one_value_in_one_request(guardian):
    forms = {
        "a": DANA,
        "b": sha256(DANA),
        "c": base64.b64encode(DANA.encode()).decode(),
        "d": DANA.encode().hex(),
        "e": "Quill, Dana",
    }
    rewritten = sent(guardian, forms).rewritten
    after = json.loads(rewritten.body)
    assert after.keys() == forms.keys()
    assert not {DANA, *forms.values()} & set(after.values())
    assert len(after["b"]) == 64
    assert "@" in base64.b64decode(after["c"]).decode()
    assert guardian.detector.registered(guardian._reading(rewritten).items) == ()


def test_sends_two_sites_different_surrogates(guardian):
    one, two = (sent(guardian, {"x": sha256(DANA)}, host=host).rewritten.body for host in ("a.tracker.test", "b.other.test"))
    assert one != two
    assert one == sent(guardian, {"x": sha256(DANA)}, host="a.tracker.test").rewritten.body


def test_leaves_other_digests_alone(guardian):
    assert sent(guardian, {"commit": sha256(OTHER)}).decision.verdict is Verdict.ALLOW


def test_counts_a_digest_for_a_service_as_profiling(guardian):
    outcome = sent(guardian, {"x": sha256(DANA)}, host="cdn.akamaihd.net")
    assert "profiling" in outcome.action.purposes
    assert outcome.decision.verdict is not Verdict.ALLOW


def test_says_nothing_of_the_value_in_logs_and_reprs(guardian, caplog):
    with caplog.at_level(logging.DEBUG):
        outcome = sent(guardian, {"x": sha256(DANA), "y": DANA})
    for text in (caplog.text, repr(outcome), str(outcome.decision.reasons)):
        assert DANA not in text
        assert sha256(DANA) not in text


def test_counts_what_only_the_referer_says_as_background(guardian):
    headers = ((b"referer", f"https://shop.example.com/join?e={DANA}".encode()), (b"sec-fetch-site", b"cross-site"))
    outcome = asyncio.run(guardian.handle(Request("GET", "https", "cdn.akamaihd.net", 443, "/a.js", headers, b"")))
    assert (outcome.action.basis, set(outcome.action.purposes)) == ("background", {"undisclosed"})
    assert outcome.decision.verdict is Verdict.TRANSFORM
    assert DANA.encode() not in outcome.rewritten.header("referer").encode()

"""Registered values through the whole core: a match looks like any other finding, and nothing of it is written anywhere."""

import asyncio
import base64
import gzip
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
    assert guardian.detector.registered(guardian.looker.read(rewritten).items) == ()


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


NAME, PHONE = "Nora Zandvoort", "+44 20 7946 0991"


@pytest.fixture(scope="module")
def nora(tmp_path_factory):
    home = tmp_path_factory.mktemp("nora")
    domains = {"metrics.test": {"recipient": "analytics"}, "ads.test": {"recipient": "advertising"}}
    sections = {"policy": {"enabled": False}, "detect": {"names": False}, "decision": {"domains": domains}}
    settings = Settings.model_validate({"home": home, **sections})
    save_identities(settings.identities, [identity("name", NAME), identity("phone", PHONE)])
    made = Guardian(settings)
    yield made
    asyncio.run(made.close())


def fetched(guardian, *fields, host="ads.test", site="cross-site"):
    """A page's request with these headers."""
    page = "https://shop.example.com/" if site == "cross-site" else f"https://{host}/"
    usual = {b"Host": host.encode(), b"Referer": page.encode(), b"Sec-Fetch-Site": site.encode(), b"User-Agent": b"Mozilla/5.0"}
    headers = tuple((usual | dict(fields)).items())
    return asyncio.run(guardian.handle(Request("GET", "https", host, 443, "/c", headers, b"")))


SAYING = [b"Nora Zandvoort", b"nora.zandvoort", b"442079460991", b"44_20_7946_0991", b"Tm9yYSBaYW5kdm9vcnQ=", b"Nora%20Zandvoort"]
EDITABLE = [b"User-Agent", b"Accept-Language", b"Accept", b"X-Forwarded-For", b"baggage", b"X-Requested-With"]
FIXED = [b"If-None-Match", b"Sec-WebSocket-Protocol", b"Content-Language", b"Origin", b"Authorization", b"Range", b"Traceparent"]


def is_clean(request):
    text = b"\n".join(name + b": " + value for name, value in request.headers).lower()
    return b"zandvoort" not in text and b"0991" not in text and b"tm9yysbayw5kdm9vcnq" not in text


@pytest.mark.parametrize("value", SAYING)
@pytest.mark.parametrize("name", EDITABLE)
def test_rewrites_a_header_that_only_describes(nora, name, value):
    outcome = fetched(nora, (name, b"x/1 (" + value + b")"), host="metrics.test")
    assert outcome.decision.verdict is Verdict.TRANSFORM
    assert is_clean(outcome.rewritten)
    assert dict(outcome.rewritten.headers)[name].startswith(b"x/1 (")
    assert [key for key, _ in outcome.rewritten.headers] == [key for key, _ in outcome.reading.request.headers]


@pytest.mark.parametrize("host", ["metrics.test", "ads.test"])
@pytest.mark.parametrize("value", SAYING[:4])
@pytest.mark.parametrize("name", FIXED)
def test_refuses_what_must_stay_as_it_is(nora, name, value, host):
    outcome = fetched(nora, (name, value), host=host)
    assert outcome.decision.verdict is Verdict.DENY
    assert not any(word in str(outcome.decision.reasons).lower() for word in ("nora", "0991"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (b"X-Nora-Zandvoort-442079460991", b"1"),
        (b"x-44_20_7946_0991", b"1"),
        (b"X-Nora%20Zandvoort", b"1"),
        (b"X-" + b"Nora Zandvoort".hex().encode(), b"1"),
        (b"If-Match", b"ops@example.com " + base64.b64encode(gzip.compress(b"name=Nora Zandvoort&x=1", mtime=0))),
        (b"Host", b"nora-zandvoort.metrics.test"),
        (b"Content-Type", b"multipart/form-data; boundary=nora_zandvoort"),
        (b"Content-Type", b"text/plain; x=442079460991"),
    ],
)
def test_refuses_names_and_parameters(nora, name, value):
    outcome = fetched(nora, (name, value), host="metrics.test")
    assert outcome.decision.verdict is Verdict.DENY
    assert "header" in outcome.decision.reasons[0]


def test_rewrites_the_host_of_a_page_and_a_cookies_name(nora):
    outcome = fetched(
        nora, (b"Referer", b"https://nora-zandvoort.example.com/"), (b"Cookie", b"nora_zandvoort=1"), host="metrics.test"
    )
    assert outcome.decision.verdict is Verdict.TRANSFORM
    assert is_clean(outcome.rewritten)


def test_lets_headers_go_to_the_site_itself_and_sign_on_elsewhere(nora):
    own = fetched(nora, (b"User-Agent", NAME.encode()), (b"X-Nora-Zandvoort", b"1"), host="shop.example.com", site="same-origin")
    elsewhere = fetched(nora, (b"Authorization", b"Bearer nora-zandvoort"), host="api.partner.test")
    assert own.decision.verdict is elsewhere.decision.verdict is Verdict.ALLOW


def test_finds_nothing_else_in_such_headers(nora):
    fields = [(b"If-None-Match", b"4111111111111111"), (b"Accept-Language", b"Ann Baker, +44 20 7946 0958"), (b"X-Ann-Baker", b"1")]
    outcome = fetched(nora, *fields)
    assert outcome.decision.verdict is Verdict.ALLOW
    assert outcome.rewritten is None


@pytest.mark.parametrize("number", ["442079460991", "442079460991.0", "4.42079460991e11", "4.42079460991E+11", "442079460991e0"])
def test_finds_a_registered_number_however_json_writes_it(nora, number):
    headers = (
        (b"content-type", b"application/json"),
        (b"referer", b"https://shop.example.com/"),
        (b"sec-fetch-site", b"cross-site"),
    )
    body = b'{"e":"seen","q":' + number.encode() + b"}"
    outcome = asyncio.run(nora.handle(Request("POST", "https", "ads.test", 443, "/c", headers, body)))
    assert [finding.source for finding in outcome.findings] == ["identity"]
    assert outcome.decision.verdict is Verdict.DENY or number.encode() not in outcome.rewritten.body

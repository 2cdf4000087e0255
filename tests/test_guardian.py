"""The composed stages on single requests, without a proxy and without the network."""

import asyncio
import json

import pytest

from guardian_core.guardian import Guardian
from guardian_core.settings import Settings
from guardian_core.vocabulary import PolicyState, Request, Verdict

PAGE = ((b"origin", b"https://willowshop.test"), (b"sec-fetch-mode", b"cors"))
MAIL, PHONE = "dana.quill@example.test", "+44 20 7946 0958"
LISTED = {
    "adlantern.test": {"recipient": "advertising"},
    "pagemetrics.test": {"recipient": "analytics"},
    "peoplebase.test": {"recipient": "data_broker"},
}


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    return Settings.model_validate(
        {"home": tmp_path_factory.mktemp("home"), "policy": {"enabled": False}, "decision": {"domains": LISTED}}
    )


@pytest.fixture(scope="module")
def guardian(settings):
    guardian = Guardian(settings)
    yield guardian
    asyncio.run(guardian.close())


def test_says_at_the_start_that_the_store_of_policies_is_damaged(tmp_path, caplog):
    store = tmp_path / "policies.db"
    store.write_bytes(b"this is no database, " * 500)
    started = Guardian(Settings.model_validate({"home": tmp_path, "policy": {"store": store}, "detect": {"names": False}}))
    asyncio.run(started.close())
    (warning,) = [record.getMessage() for record in caplog.records]
    assert str(store) in warning


def post(host, body, *headers, target="/v1/items", kind=b"application/json", page=PAGE):
    payload = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = ((b"content-type", kind), (b"content-length", b"%d" % len(payload)), *page, *headers)
    return Request("POST", "https", host, 443, target, lines, payload)


def decide(guardian, request):
    return asyncio.run(guardian.handle(request))


def test_weighs_nothing_where_nothing_is_personal(guardian):
    outcome = decide(guardian, post("adlantern.test", {"sku": "W-1", "count": 2.0}))
    assert outcome.decision.verdict is Verdict.ALLOW
    assert (outcome.action, outcome.risk, outcome.rewritten) == (None, None, None)


def test_keeps_every_factor_of_what_it_weighs(guardian):
    outcome = decide(guardian, post("pagemetrics.test", {"email": MAIL}))
    risk = outcome.risk
    assert risk.R == pytest.approx(min(1, risk.L * min(1, risk.S_d * risk.M_tr * risk.M_p * risk.M_b) * risk.M_T))
    assert outcome.evidence.state is PolicyState.UNKNOWN
    assert outcome.decision.provisional


def test_edits_only_the_values_that_reach_their_own_ceiling(guardian):
    body = b'{"mail" : "dana.quill@example.test",  "city":"Leeds", "n":1.0, "ok":true}'
    outcome = decide(guardian, post("pagemetrics.test", body))
    assert outcome.decision.verdict is Verdict.TRANSFORM
    before, after = body.split(MAIL.encode())
    assert outcome.rewritten.body.startswith(before)
    assert outcome.rewritten.body.endswith(after)
    assert MAIL.encode() not in outcome.rewritten.body


def test_replaces_a_value_wherever_it_stands(guardian):
    body = {"email": MAIL, "note": f"write to {MAIL} soon", "again": {"contact": MAIL.upper()}}
    outcome = decide(guardian, post("pagemetrics.test", body, target=f"/v1/items?who={MAIL}"))
    assert outcome.decision.verdict is Verdict.TRANSFORM
    sent = outcome.rewritten.target + outcome.rewritten.body.decode()
    assert MAIL not in sent.lower()
    json.loads(outcome.rewritten.body)


@pytest.mark.parametrize("host", ["adlantern.test", "peoplebase.test"])
def test_lets_no_mail_and_phone_through_to_those_who_trade(guardian, host):
    outcome = decide(guardian, post(host, {"email": MAIL, "phone": PHONE}))
    assert outcome.decision.verdict is Verdict.DENY
    assert outcome.rewritten is None


def test_refuses_to_rewrite_a_signed_body(guardian):
    signature = (b"signature-input", b'sig1=("content-digest");keyid="k"')
    outcome = decide(guardian, post("pagemetrics.test", {"email": MAIL}, signature))
    assert outcome.decision.verdict is Verdict.DENY
    assert "signed body" in outcome.decision.reasons[0]


@pytest.mark.parametrize(
    "body",
    [
        {"x": ["my mail is dana.quill@exa", "mple.test"]},
        {"model": "m", "messages": [{"role": "user", "content": [{"type": "text", "text": t} for t in ("ssn 524-71-", "3806")]}]},
        {"cc1": "4242", "cc2": "4242", "cc3": "4242", "cc4": "4242"},
    ],
)
def test_refuses_a_value_that_is_cut_over_neighbours(guardian, body):
    """No part has a replacement by itself; the site itself, which may have the value, gets it as it is."""
    outcome = decide(guardian, post("pagemetrics.test", body))
    assert outcome.decision.verdict is Verdict.DENY
    assert outcome.rewritten is None
    assert decide(guardian, post("willowshop.test", body)).decision.verdict is Verdict.ALLOW


def test_says_why_a_value_that_is_cut_is_not_rewritten(guardian):
    outcome = decide(guardian, post("pagemetrics.test", {"x": ["my mail is dana.quill@exa", "mple.test"], "again": MAIL}))
    assert outcome.decision.reasons[0] == "cannot rewrite: a value that is cut over neighbouring fields"


def test_sends_no_password_to_a_stranger(guardian):
    outcome = decide(guardian, post("unheardof.test", {"user": "nquist", "password": "Heron-and-7-reeds"}))
    assert outcome.decision.verdict is Verdict.DENY


def test_refuses_what_it_cannot_read(guardian):
    outcome = decide(guardian, post("willowshop.test", b"??", (b"content-encoding", b"aws-chunked")))
    assert outcome.decision.verdict is Verdict.DENY
    assert outcome.degraded == ("not inspected",)


@pytest.mark.parametrize(("host", "verdict"), [("willowshop.test", Verdict.ALLOW), ("adlantern.test", Verdict.DENY)])
def test_binary_goes_by_the_rule_of_its_recipient(guardian, host, verdict):
    body = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4
    outcome = decide(guardian, post(host, body, kind=b"image/png"))
    assert outcome.decision.verdict is verdict


def test_refuses_binary_that_holds_an_address_for_a_stranger(guardian):
    body = b"\x0a\x17" + MAIL.encode() + b"\x10\x01\x18\xff\xfe\x00"
    outcome = decide(guardian, post("adlantern.test", body, kind=b"application/x-protobuf"))
    assert outcome.decision.verdict is Verdict.DENY
    assert outcome.rewritten is None


def test_a_search_that_takes_too_long_ends_in_the_fail_mode(settings):
    guardian = Guardian(settings.model_copy(update={"decision": settings.decision.model_copy(update={"detect_timeout": 1})}))
    text = "Mira Okafor wrote to Dana Quill about the boat house by the lake. " * 200
    outcome = decide(guardian, post("pagemetrics.test", {"text": text}))
    assert outcome.decision.verdict is Verdict.DENY
    asyncio.run(guardian.close())


def test_reasons_name_no_value(guardian):
    outcome = decide(guardian, post("pagemetrics.test", {"email": MAIL, "text": "Ask for Mira Okafor, please, she knows."}))
    said = " ".join(outcome.decision.reasons) + repr(outcome)
    assert MAIL not in said
    assert "Okafor" not in said


@pytest.mark.parametrize(("host", "verdict"), [("willowshop.test", Verdict.ALLOW), ("adlantern.test", Verdict.DENY)])
def test_what_is_only_too_long_goes_by_the_rule_of_its_recipient(settings, host, verdict):
    short = settings.model_copy(update={"proxy": settings.proxy.model_copy(update={"max_body": 1_000})})
    guardian = Guardian(short)
    outcome = decide(guardian, post(host, {"film": "x" * 2_000}))
    assert (outcome.decision.verdict, outcome.degraded) == (verdict, ("not inspected",))
    asyncio.run(guardian.close())


def test_leaves_a_listed_service_its_key(guardian):
    key = "AIza" + "SyD3mK9qLw0Xv7Rt5Yb2Nc8Hj4Pf6Gz1Ae7"
    request = Request(
        "GET", "https", "maps.googleapis.com", 443, f"/maps/api/js?key={key}", ((b"referer", b"https://willowshop.test/"),), b""
    )
    assert decide(guardian, request).decision.verdict is Verdict.ALLOW
    stranger = Request("GET", "https", "unheardof.test", 443, f"/collect?key={key}", PAGE, b"")
    assert decide(guardian, stranger).decision.verdict is not Verdict.ALLOW


@pytest.mark.parametrize(
    "body",
    [
        {"E": ['<input type="password" name="p" value="Heron-and-7-reeds">']},
        {"E": ["<input value='Heron-and-7-reeds' class='x' type='password'>"]},
        {"selector": "input#password", "value": "Heron-and-7-reeds"},
    ],
    ids=["recorded page", "other order", "selector beside the value"],
)
@pytest.mark.parametrize("host", ["adlantern.test", "pagemetrics.test"])
def test_no_recorded_password_leaves(guardian, host, body):
    outcome = decide(guardian, post(host, body))
    assert outcome.decision.verdict is not Verdict.ALLOW
    assert outcome.rewritten is None or b"Heron" not in outcome.rewritten.body


STORY = (
    "On 12 March 1994 Mr Erdal Yilmaz, whose mail is dana.quill@example.test, complained that his employer had refused him the "
    "allowance for night work that everybody else had been paid since the great flood of the old basin, and that the beekeeper had "
    "been heard without him."
)
WORD = "beekeeper"


@pytest.mark.parametrize(("level", "said"), [(2, True), (3, False)])
def test_a_high_level_takes_what_is_doubtful_too(tmp_path, level, said):
    """Decided is by what was found; the doubtful words of the same text go with it, and nowhere else."""
    rule = {"name": "so strong", "site": "pagemetrics.test", "least_level": level, "most_level": level}
    settings = {"home": tmp_path, "policy": {"enabled": False}, "decision": {"domains": LISTED}, "rules": [rule]}
    guardian = Guardian(Settings.model_validate(settings))
    outcome = decide(guardian, post("pagemetrics.test", {"note": STORY, "other": f"a {WORD}"}))
    asyncio.run(guardian.close())
    assert outcome.decision.verdict is Verdict.TRANSFORM, outcome.decision.reasons
    assert WORD in {STORY[one.start : one.end] for one in outcome.doubtful}
    sent = json.loads(outcome.rewritten.body)
    assert "Yilmaz" not in sent["note"]
    assert (WORD in sent["note"]) is said
    assert sent["other"] == f"a {WORD}"
    assert not any(one in outcome.findings for one in outcome.doubtful)

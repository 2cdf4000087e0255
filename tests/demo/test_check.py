"""The demo's judge finds every way in which what arrived is not what was decided."""

import gzip
from base64 import b64encode
from hashlib import sha256

import pytest

from guardian_core.demo.check import differences, leaks, not_returned, parses, spoken
from guardian_core.demo.senders import ALLOWED, PROTECTED, Step
from guardian_core.demo.servers import Received
from guardian_core.vocabulary import Verdict

EMAIL, PHONE = "ida.moor@mailbox.example", "+1 212 555 0199"
HEADERS = (("Content-Type", "application/json"), ("Referer", "https://willowshop.test/"))
BODY = b'{"email":"ida.moor@mailbox.example","topic":"reeds"}'
CLEAN = b'{"email":"someone@mail.example","topic":"reeds"}'


def step(expect):
    return Step("a step", "POST", "https://adlantern.test/bid?slot=1", HEADERS, BODY, expect, (EMAIL,), ("reeds",))


def got(body=BODY, target="/bid?slot=1", headers=HEADERS, host="adlantern.test"):
    return Received("POST", host, target, headers, body)


@pytest.mark.parametrize(
    ("verdict", "expect", "received"),
    [
        (Verdict.ALLOW, ALLOWED, [got()]),
        (Verdict.TRANSFORM, PROTECTED, [got(CLEAN)]),
        (Verdict.DENY, PROTECTED, []),
        (Verdict.DENY, PROTECTED, [Received("GET", "adlantern.test", "/policies/privacy", (), b"")]),
    ],
    ids=["allow", "transform", "deny", "deny with a policy fetch"],
)
def test_is_content_when_all_fits(verdict, expect, received):
    assert differences(step(expect), verdict, received) == ()


@pytest.mark.parametrize(
    ("verdict", "expect", "received", "fault"),
    [
        (None, ALLOWED, [got()], "no decision was recorded"),
        (Verdict.ALLOW, PROTECTED, [got()], "decided allow, expected deny or transform"),
        (Verdict.ALLOW, ALLOWED, [], "allowed, but arrived 0 times"),
        (Verdict.ALLOW, ALLOWED, [got(), got()], "allowed, but arrived 2 times"),
        (Verdict.ALLOW, ALLOWED, [got(BODY[:-1])], f"allowed, but the body changed at byte {len(BODY) - 1}"),
        (Verdict.ALLOW, ALLOWED, [got(target="/bid")], "allowed, but the path or query changed"),
        (Verdict.ALLOW, ALLOWED, [got(headers=HEADERS[:1])], "allowed, but the header Referer changed"),
        (Verdict.TRANSFORM, PROTECTED, [], "rewritten, but arrived 0 times"),
        (Verdict.TRANSFORM, PROTECTED, [got(CLEAN.replace(b"reeds", b""))], "rewritten, but 'reeds' is gone"),
        (Verdict.TRANSFORM, PROTECTED, [got(CLEAN[:-1])], "rewritten, but no longer application/json"),
        (Verdict.DENY, PROTECTED, [got(CLEAN)], "denied, but arrived 1 times"),
        (Verdict.DENY, PROTECTED, [got(host="peoplebase.test")], "value 1 of the user arrived at peoplebase.test"),
    ],
)
def test_names_the_difference(verdict, expect, received, fault):
    assert fault in differences(step(expect), verdict, received)


def test_says_that_nothing_changed_and_that_the_value_arrived():
    assert differences(step(PROTECTED), Verdict.TRANSFORM, [got()]) == (
        "rewritten, but nothing changed",
        "value 1 of the user arrived at adlantern.test",
    )


@pytest.mark.parametrize(
    "received",
    [
        got(b"", target="/bid?e=ida.moor%40mailbox.example"),
        got(b"", headers=(("Referer", "https://willowshop.test/?e=IDA.MOOR@mailbox.example"),)),
        got(gzip.compress(BODY), headers=(*HEADERS, ("Content-Encoding", "gzip"))),
        got(b'{"e":"ida\\u002emoor\\u0040mailbox.example"}'),
        got(b64encode(EMAIL.encode())),
        got(sha256(EMAIL.encode()).hexdigest().encode()),
        got("ida.moor\u200b@mailbox.example".encode()),
    ],
    ids=["percent", "referer, other case", "gzip", "json escapes", "base64", "sha256", "invisible character"],
)
def test_finds_a_value_however_it_is_written(received):
    assert leaks((EMAIL,), [received]) == [("adlantern.test", 0)]


def test_finds_a_number_whatever_its_punctuation():
    assert leaks(("+1 212 555 0143",), [got(b"tel=%2B1-(212)-555.0143")]) == [("adlantern.test", 0)]


def test_finds_nothing_where_nothing_is():
    assert leaks((EMAIL, "+1 212 555 0143"), [got(CLEAN)]) == []


@pytest.mark.parametrize(
    ("kind", "body", "fits"),
    [
        ("application/x-www-form-urlencoded", b"a=1&b", False),
        ("application/x-www-form-urlencoded", b"a=1&b=2", True),
        ("multipart/form-data; boundary=xx", b'--xx\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--xx--\r\n', True),
        ("multipart/form-data; boundary=xx", b'--xx\r\nContent-Disposition: form-data; name="a"\r\n\r\n1', False),
        ("application/json", b"{", False),
        ("application/octet-stream", b"\x00", True),
    ],
)
def test_parses_by_content_type(kind, body, fits):
    assert parses(got(body, headers=(("Content-Type", kind),))) is fits


def test_notices_a_value_that_did_not_come_back():
    step = Step("a chat", "POST", "https://chatter.test/v1/chat/completions", (), b"", PROTECTED, returns=(EMAIL, PHONE))
    events = "".join(f'data: {{"choices":[{{"delta":{{"content":"{letter}"}}}}]}}\n\n' for letter in f"Call {PHONE}.")
    assert spoken(events + "data: [DONE]\n\n") == f"Call {PHONE}."
    assert not_returned(step, Verdict.TRANSFORM, spoken(events)) == ("value 1 of the user did not come back",)
    assert not_returned(step, Verdict.DENY, "") == ()
    assert spoken("plain") == "plain"

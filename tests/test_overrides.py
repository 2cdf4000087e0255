"""What a person decided, through the composed stages on single requests."""

import asyncio
import json
from dataclasses import replace

import pytest

from guardian_core.grants import HIDDEN, PROGRAM, UNCHECKED, Grants, Kind
from guardian_core.guardian import Guardian
from guardian_core.obstacles import obstacle
from guardian_core.overrides import scope_of, store
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request, Verdict

PAGE = ((b"origin", b"https://willowshop.test"), (b"sec-fetch-mode", b"cors"), (b"sec-fetch-site", b"cross-site"))
MAIL, SSN = "dana.quill@example.test", "524-71-3806"
LISTED = {"pagemetrics.test": {"recipient": "analytics"}, "peoplebase.test": {"recipient": "data_broker"}}
PERSON = {"email": MAIL, "ssn": SSN}


@pytest.fixture
def guardian(tmp_path):
    settings = Settings.model_validate(
        {"home": tmp_path, "policy": {"enabled": False}, "detect": {"names": False}, "decision": {"domains": LISTED}}
    )
    guardian = Guardian(settings)
    yield guardian
    asyncio.run(guardian.close())


@pytest.fixture
def grants(guardian):
    """As another process opens them."""
    grants = Grants(store(guardian.settings))
    yield grants
    grants.close()


def post(body, host="peoplebase.test", page=PAGE, kind=b"application/json", extra=()):
    payload = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Request("POST", "https", host, 443, "/v2", ((b"content-type", kind), *page, *extra), payload)


def decide(guardian, request):
    return asyncio.run(guardian.handle(request))


def scope(outcome, guardian):
    return scope_of(outcome, guardian.overrides.digest)


def test_allows_once_the_very_next_request_with_these_values(guardian, grants):
    refused = decide(guardian, post(PERSON))
    assert refused.decision.verdict is Verdict.DENY
    grant = grants.make(Kind.ALLOW, scope(refused, guardian), by="test", once=True)
    others = decide(guardian, post({"email": "somebody.else@example.test", "ssn": SSN}))
    assert others.decision.verdict is Verdict.DENY
    allowed = decide(guardian, post({**PERSON, "csrf": "x91"}))
    assert (allowed.decision.verdict, allowed.grant, allowed.rewritten) == (Verdict.ALLOW, grant.id, None)
    assert f"grant {grant.id}" in allowed.decision.reasons[0]
    assert decide(guardian, post(PERSON)).decision.verdict is Verdict.DENY


def test_allows_until_it_is_undone_and_no_further(guardian, grants):
    refused = decide(guardian, post(PERSON))
    grant = grants.make(Kind.ALLOW, scope(refused, guardian), by="test")
    assert decide(guardian, post({"ssn": SSN})).decision.verdict is Verdict.ALLOW
    assert decide(guardian, post({**PERSON, "phone": "+44 20 7946 0958"})).decision.verdict is Verdict.DENY
    elsewhere = (b"origin", b"https://evil.test"), *PAGE[1:]
    assert decide(guardian, post(PERSON, page=elsewhere)).decision.verdict is Verdict.DENY
    assert decide(guardian, post(PERSON, host="api.peoplebase.test")).decision.verdict is Verdict.DENY
    grants.end(grant.id, "undone", by="test")
    assert decide(guardian, post(PERSON)).decision.verdict is Verdict.DENY


def test_sends_anonymized_what_would_have_been_refused(guardian, grants):
    refused = decide(guardian, post(PERSON))
    grants.make(Kind.ANONYMIZE, scope(refused, guardian), by="test")
    sent = decide(guardian, post(PERSON))
    assert sent.decision.verdict is Verdict.TRANSFORM
    assert MAIL not in sent.rewritten.body.decode()
    assert SSN not in sent.rewritten.body.decode()
    assert json.loads(sent.rewritten.body).keys() == PERSON.keys()


def test_does_not_rewrite_a_signed_body_for_anybody(guardian, grants):
    signed = ((b"x-hub-signature-256", b"sha256=" + b"0a" * 32),)
    refused = decide(guardian, post(PERSON, extra=signed))
    assert obstacle(refused) is not None
    grants.make(Kind.ANONYMIZE, scope(refused, guardian), by="test")
    again = decide(guardian, post(PERSON, extra=signed))
    assert again.decision.verdict is Verdict.DENY
    assert "signed" in again.decision.reasons[0]


def test_holds_back_what_the_score_would_send(guardian, grants):
    sent = decide(guardian, post({"email": MAIL}, host="pagemetrics.test"))
    assert sent.decision.verdict is Verdict.TRANSFORM
    grants.make(Kind.DENY, scope(sent, guardian), by="test")
    held = decide(guardian, post({"email": MAIL}, host="pagemetrics.test"))
    assert (held.decision.verdict, held.rewritten, held.edits) == (Verdict.DENY, None, ())


def test_leaves_a_broken_site_alone_also_where_nothing_could_be_read(guardian, grants):
    garbled = post(b"??", extra=((b"content-encoding", b"aws-chunked"),))
    refused = decide(guardian, garbled)
    assert refused.decision.verdict is Verdict.DENY
    assert scope(refused, guardian).subjects == {UNCHECKED}
    grants.make(Kind.LEAVE, scope(refused, guardian), by="test")
    own = (PAGE[0], (b"sec-fetch-site", b"same-origin"))
    to_itself = post(b"??", host="willowshop.test", page=own, extra=((b"content-encoding", b"aws-chunked"),))
    for request in (garbled, post(PERSON), to_itself):
        assert decide(guardian, request).decision.verdict is Verdict.ALLOW
    assert decide(guardian, post(PERSON, host="pagemetrics.test")).decision.verdict is not Verdict.ALLOW


@pytest.mark.parametrize(
    "control", [{"overrides": False}, {"forbid": ("SSN",)}, {"forbid": ("critical",)}], ids=["none", "category", "tier"]
)
def test_the_administrators_word_counts_also_for_older_grants(guardian, grants, control):
    refused = decide(guardian, post(PERSON))
    for kind in (Kind.ALLOW, Kind.ANONYMIZE, Kind.LEAVE):
        grants.make(kind, scope(refused, guardian), by="test")
        guardian.overrides.control = guardian.settings.control.model_copy(update=control)
        assert decide(guardian, post(PERSON)).decision.verdict is Verdict.DENY
        guardian.overrides.control = guardian.settings.control
        assert decide(guardian, post(PERSON)).decision.verdict is not Verdict.DENY


def test_what_cannot_be_read_may_hold_what_is_forbidden(guardian, grants):
    garbled = post(b"??", extra=((b"content-encoding", b"aws-chunked"),))
    grants.make(Kind.LEAVE, scope(decide(guardian, garbled), guardian), by="test")
    guardian.overrides.control = guardian.settings.control.model_copy(update={"forbid": ("Genetic",)})
    assert decide(guardian, garbled).decision.verdict is Verdict.DENY


@pytest.mark.parametrize(
    ("headers", "site"),
    [
        ((), PROGRAM),
        (PAGE, "willowshop.test"),
        (((b"sec-fetch-site", b"cross-site"), (b"sec-fetch-mode", b"no-cors"), (b"sec-fetch-dest", b"image")), HIDDEN),
        (((b"sec-fetch-site", b"none"), (b"sec-fetch-mode", b"navigate"), (b"sec-fetch-dest", b"document")), "peoplebase.test"),
        (((b"sec-fetch-site", b"cross-site"), (b"sec-fetch-mode", b"navigate"), (b"sec-fetch-dest", b"document")), HIDDEN),
    ],
    ids=["program", "page", "page that hides", "typed", "link of a page that hides"],
)
def test_ties_a_grant_to_what_is_in_front_of_the_person(guardian, headers, site):
    """A page that hides itself must not pass for a program, nor for the user's own doing."""
    assert scope(decide(guardian, post(PERSON, page=headers)), guardian).site == site


def test_a_store_that_cannot_be_used_costs_the_grants_and_no_flow(tmp_path, caplog):
    (tmp_path / "grants.db").write_bytes(b"this is no database, " * 500)
    settings = Settings.model_validate({"home": tmp_path, "policy": {"enabled": False}, "detect": {"names": False}})
    guardian = Guardian(settings)
    assert "nothing counts as granted" in caplog.text
    assert decide(guardian, post(PERSON)).decision.verdict is Verdict.DENY
    asyncio.run(guardian.close())


def test_digests_are_of_this_installation_and_of_no_spelling(guardian):
    refused = decide(guardian, post(PERSON))
    values = scope(refused, guardian).values
    louder = decide(guardian, post({"email": MAIL.upper(), "ssn": SSN}))
    assert scope(louder, guardian).values == values
    assert all(len(value) == 16 for value in values)
    assert scope_of(replace(refused, findings=()), guardian.overrides.digest).values == frozenset()


def test_writes_nothing_that_nobody_wants(guardian, grants, monkeypatch):
    """With a language model a rewrite takes seconds."""
    rewritten = decide(guardian, post({"email": MAIL}, host="pagemetrics.test"))
    grants.make(Kind.ALLOW, scope(rewritten, guardian), by="test", once=True)

    async def never(*_):
        pytest.fail("it was rewritten all the same")

    monkeypatch.setattr(guardian, "_rewrite", never)
    allowed = decide(guardian, post({"email": MAIL}, host="pagemetrics.test"))
    assert (allowed.decision.verdict, allowed.rewritten, allowed.edits) == (Verdict.ALLOW, None, ())


def test_to_ask_what_would_be_decided_uses_nothing_up(guardian, grants):
    """`guardian decide` sends nothing."""
    grants.make(Kind.ALLOW, scope(decide(guardian, post(PERSON)), guardian), by="test", once=True)
    asking = Guardian(guardian.settings, rehearsal=True)
    for _ in range(2):
        assert decide(asking, post(PERSON)).decision.verdict is Verdict.ALLOW
    asyncio.run(asking.close())
    assert decide(guardian, post(PERSON)).decision.verdict is Verdict.ALLOW
    assert decide(guardian, post(PERSON)).decision.verdict is Verdict.DENY

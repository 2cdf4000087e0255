"""What rules do to real decisions: a real core, with rules and nothing else changed."""

import json

import pytest

from guardian_core.guardian import Guardian
from guardian_core.rules import Rule
from guardian_core.ruling import rulings
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request

MAIL = {"email": "dana.quill@mailbox.example"}


def request(body, host="api.stranger.test", client="192.0.2.7"):
    content = json.dumps(body).encode()
    fields = ((b"Host", host.encode()), (b"Content-Type", b"application/json"), (b"Origin", b"https://shop.example.test"))
    return Request("POST", "https", host, 443, "/v1", fields, content, client=client)


@pytest.fixture
def decide(tmp_path):
    async def decided(body, *rules, host="api.stranger.test", client="192.0.2.7"):
        given = [{"name": str(number), **rule} for number, rule in enumerate(rules)]
        settings = Settings(home=tmp_path, policy={"enabled": False}, detect={"names": False}, rules=given)
        guardian = Guardian(settings)
        try:
            return await guardian.handle(request(body, host, client))
        finally:
            await guardian.close()

    return decided


async def test_changes_nothing_where_none_applies(decide):
    plain = await decide(MAIL)
    other = await decide(MAIL, {"site": "elsewhere.test", "decide": "deny"}, {"client": "10.0.0.0/8", "decide": "deny"})
    assert plain.decision.verdict == other.decision.verdict == "transform"
    assert plain.rewritten.body == other.rewritten.body


@pytest.mark.parametrize(
    "condition",
    [{"site": "stranger.test"}, {"client": "192.0.2.0/24"}, {"categories": ("Email",)}, {"recipients": ("unknown_third_party",)}],
    ids=lambda condition: next(iter(condition)),
)
@pytest.mark.parametrize("verdict", ["allow", "deny"])
async def test_decides_by_the_rule_that_applies(decide, condition, verdict):
    outcome = await decide(MAIL, {**condition, "decide": verdict})
    assert outcome.decision.verdict == verdict
    assert outcome.rewritten is None
    assert outcome.decision.reasons[0] == f'your rule "0": {verdict}'


async def test_allows_a_category_only_where_nothing_else_is_in_the_request(decide):
    both = MAIL | {"ssn": "524-71-3806"}
    assert (await decide(both, {"categories": ("Email",), "decide": "allow"})).decision.verdict == "deny"
    assert (await decide(both, {"categories": ("Email", "SSN"), "decide": "allow"})).decision.verdict == "allow"


async def test_takes_the_first_rule_that_says_something_of_it(decide):
    narrow, wide = {"site": "api.stranger.test", "decide": "allow"}, {"site": "stranger.test", "decide": "deny", "least_level": 3}
    assert (await decide(MAIL, narrow, wide)).decision.verdict == "allow"
    assert (await decide(MAIL, wide, narrow)).decision.verdict == "deny"


async def test_refuses_and_allows_what_holds_nothing_personal_or_cannot_be_read(decide):
    rule = {"site": "stranger.test", "decide": "deny"}
    assert (await decide({"a": 1}, rule)).decision.verdict == "deny"
    assert (await decide({"a": 1}, rule, host="notstranger.test")).decision.verdict == "allow"
    assert (await decide({"a": 1}, {"categories": ("Email",), "decide": "deny"})).decision.verdict == "allow"


@pytest.mark.parametrize(("rule", "verdict"), [({}, "allow"), ({"categories": ("Email",)}, "deny")], ids=["site", "category"])
async def test_lets_what_was_read_in_part_only_pass_by_a_rule_about_all_of_it(tmp_path, rule, verdict):
    """What was not read may hold any category, so a rule about one of them does not cover it."""
    given = [{"name": "0", "site": "stranger.test", "decide": "allow", **rule}]
    guardian = Guardian(Settings(home=tmp_path, policy={"enabled": False}, detect={"names": False}, rules=given))
    try:
        body = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40 + b" dana.quill@mailbox.example " + bytes(range(256))
        fields = ((b"Host", b"api.stranger.test"), (b"Content-Type", b"image/png"), (b"Origin", b"https://shop.example.test"))
        outcome = await guardian.handle(Request("POST", "https", "api.stranger.test", 443, "/v1", fields, body))
        assert outcome.findings
        assert outcome.decision.verdict == verdict
    finally:
        await guardian.close()


@pytest.mark.parametrize(("rule", "level"), [({"least_level": 3}, 3), ({"most_level": 1}, 1), ({"least_level": 1}, 2)])
async def test_moves_the_level_within_its_bounds(decide, rule, level):
    outcome = await decide(MAIL, {"site": "stranger.test", **rule})
    assert (outcome.decision.verdict, int(outcome.decision.level)) == ("transform", level)


async def test_weighs_as_another_recipient_or_purpose(decide):
    plain = await decide(MAIL)
    worse = await decide(MAIL, {"site": "stranger.test", "as_recipient": "data_broker", "as_purpose": "profiling"})
    assert worse.risk.R > plain.risk.R
    assert (worse.action.recipients, worse.action.purposes) == ({"data_broker"}, {"profiling"})
    assert any('your rule "0"' in signal for signal in worse.action.signals)


def test_tells_what_applies_and_what_of_it_counts():
    rules = (
        Rule(name="first", site="stranger.test", least_level=2),
        Rule(name="second", client="192.0.2.7", decide="deny", least_level=3),
        Rule(name="third", site="elsewhere.test", decide="deny"),
    )
    found = [(one.rule.name, one.sets, one.decided) for one in rulings(rules, request(MAIL), None, None)]
    assert found == [("first", ("least_level",), ("least_level",)), ("second", ("decide", "least_level"), ("decide",))]


def test_knows_a_client_by_its_address_in_either_form():
    rule = Rule(name="x", client="192.0.2.0/24", decide="deny")
    assert list(rulings((rule,), request(MAIL, client="::ffff:192.0.2.9"), None, None))
    assert not list(rulings((rule,), request(MAIL, client=""), None, None))

"""What a flow keeps of a decision: no raw value, nothing that steers, and it survives a flow file."""

import json
from dataclasses import replace

import pytest
from guardian_addons import facts
from mitmproxy import flowfilter
from mitmproxy.io import tnetstring
from mitmproxy.test import tflow

from tests.addons import deciding


@pytest.fixture(params=["transform", "deny", "allow"])
def outcome(request):
    return deciding.decided(request.param)


def test_holds_no_raw_value(outcome):
    shown = json.dumps([facts.metadata(outcome), facts.filterable(outcome)])
    assert [value for value in (deciding.SECRET, deciding.SSN, "524713806") if value in shown] == []


def test_fits_into_a_flow_file(outcome):
    data = {"guardian": facts.metadata(outcome), **facts.filterable(outcome)}
    assert tnetstring.loads(tnetstring.dumps(data)) == data


def test_says_what_was_found_where_and_what_took_its_place():
    data = facts.metadata(deciding.decided())
    assert (data["verdict"], data["level"], data["found"], data["edits"]) == ("transform", 1, {"email": 1}, 1)
    (item,) = data["items"]
    assert item == {
        "where": "body/user",
        "category": "Email",
        "entity": "email",
        "by": "pattern",
        "length": 26,
        "after": "d***@mailbox.example",
    }


def test_takes_values_out_of_the_names_of_keys():
    assert {item["where"] for item in facts.metadata(deciding.decided("deny"))["items"]} == {"body/#", "body/#/ssn"}


def test_quotes_the_policy_the_statements_that_mattered_first():
    data = facts.metadata(deciding.decided())
    assert (data["policy"], data["policy_url"]) == ("known", "https://stranger.test/privacy")
    assert data["statements"][0] == {
        "text": "We collect your email address and share it with advertisers for marketing.",
        "denies": False,
        "moved": True,
    }
    assert any(statement["denies"] for statement in data["statements"])


@pytest.mark.parametrize(
    ("expression", "kinds"),
    [
        ('~meta "decision: deny"', {"deny"}),
        ('~meta "category: .*SSN"', {"deny"}),
        ('~meta "recipient: unknown_third_party"', {"deny", "transform"}),
        ('~meta "level: [1-2]"', {"transform"}),
        ('~meta "risk: 0\\.[4-9]"', {"transform"}),
        ('~meta "site: stranger.test"', {"deny", "transform"}),
        ('~meta "mode: carried out"', {"deny", "transform", "allow"}),
    ],
)
def test_is_found_by_filters(expression, kinds):
    found = set()
    for kind in ("transform", "deny", "allow"):
        flow = tflow.tflow()
        flow.metadata.update(facts.filterable(deciding.decided(kind)))
        if flowfilter.match(flowfilter.parse(expression), flow):
            found.add(kind)
    assert found == kinds


def test_lets_no_policy_and_no_reason_steer():
    policy = "We share your email address with \x1b[31madvertisers\u202e for <b>marketing</b> purposes.\x07"
    outcome = deciding.decided("transform", policy)
    decision = outcome.decision.model_copy(update={"reasons": ("so \x1b]0;x\x07",)})
    outcome = replace(outcome, decision=decision, degraded=("\x9b",))
    shown = json.dumps(facts.metadata(outcome), ensure_ascii=False)
    assert not set(shown) & {"\x1b", "\x07", "\u202e", "\x9b"}

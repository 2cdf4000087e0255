"""One question to the model: what it sees, what of its answer counts, and what it may not do."""

import json

import pytest

from guardian_core import matching
from guardian_core.errors import LlmAnswerError, LlmUnavailableError
from guardian_core.matching.judge import DENIED
from guardian_core.matching.system2 import QUOTED, RATIONALE, bounded, key_of, question, read, reconsider, schema
from guardian_core.vocabulary import (
    Act,
    Action,
    Basis,
    Category,
    Evidence,
    Likelihood,
    PolicyState,
    Purpose,
    Recipient,
    ScoredStatement,
    Statement,
)

SHARES = Statement(
    text="We share your email address with advertising partners.",
    acts=frozenset({Act.SHARING}),
    categories=frozenset({Category.EMAIL}),
    recipients=frozenset({Recipient.ADVERTISING}),
)
SILENT = Statement(text="We keep our servers in good order.")
FIRST = Likelihood(value=0.6, source="system1", uncertainty=0.5, floor=0.2, prior=0.6)


def sent(*categories, recipient=Recipient.ADVERTISING, **changes):
    return Action(
        destination="ads.example.com",
        domain="example.com",
        categories=frozenset(categories or {Category.EMAIL}),
        recipients=frozenset({recipient}),
        purposes=frozenset({Purpose.MARKETING}),
        basis=Basis.BACKGROUND,
        act=Act.SHARING,
        text="Dana Quill",
        **changes,
    )


def evidence(*statements):
    scored = tuple(ScoredStatement(statement=one, score=1, structured=1, lexical=1) for one in statements)
    return Evidence(state=PolicyState.KNOWN, statements=scored, url="https://ads.example.com/privacy")


def said(likelihood, *ids, rationale="so it says"):
    return json.dumps({"rationale": rationale, "evidence_ids": list(ids), "violation_likelihood": likelihood})


class Script:
    def __init__(self, *lines):
        self.lines, self.asked, self.schemas = list(lines), [], []

    async def complete(self, messages, *, schema=None, max_tokens=512, deadline=None):
        self.asked.append(messages)
        self.schemas.append(schema)
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return line


async def test_takes_the_models_estimate():
    script = Script(said(0.9, "S2", rationale="Only partners are named."))
    second = await reconsider(sent(), evidence(SILENT, SHARES), FIRST, script)
    assert (second.value, second.source, second.uncertainty, second.floor, second.prior) == (0.9, "system2", 0.5, 0.2, 0.6)
    assert second.statements == (1,)
    assert second.because == f"the language model says 0.90: Only partners are named. (on “{SHARES.text}”)"


async def test_shows_features_and_quotations_and_nothing_of_the_text():
    script = Script(said(0.9, "S1"))
    await reconsider(sent(page="shop.example.org", owner="Ads Ltd"), evidence(SHARES), FIRST, script)
    system, case = script.asked[0]
    assert (system.role, case.role) == ("system", "user")
    assert json.loads(case.text) == {
        "action": {
            "data": ["Email"],
            "act": "sharing",
            "recipients": ["advertising"],
            "purposes": ["marketing"],
            "by hand": False,
        },
        "policy": [
            {"id": "S1", "quotation": SHARES.text, "data": ["Email"], "acts": ["sharing"], "recipients": ["advertising"]},
        ],
    }
    for private in ("Dana", "example.com", "shop.example.org", "Ads Ltd"):
        assert private not in system.text + case.text
    assert script.schemas[0]["properties"]["evidence_ids"]["items"]["enum"] == ["S1"]


async def test_asks_the_same_first_turn_for_every_case():
    """So that a server that keeps what it read need not read it again."""
    one, two = question(sent(), evidence(SHARES)), question(sent(Category.PHONE), evidence(SILENT))
    assert one[0] == two[0]
    assert one[1] != two[1]


def test_cuts_long_statements():
    long = SHARES.model_copy(update={"text": "data " * 1_000})
    assert len(json.loads(question(sent(), evidence(long))[1].text)["policy"][0]["quotation"]) == QUOTED


WRONG = {
    "below": said(-0.01, "S1"),
    "above": said(1.01, "S1"),
    "per cent": said(85, "S1"),
    "a word": said("low", "S1"),
    "a switch": said(True, "S1"),
    "nothing": said(None, "S1"),
    "an unknown statement": said(0.1, "S3"),
    "a statement by number": said(0.1, 1),
    "no list": '{"rationale": "r", "evidence_ids": "S1", "violation_likelihood": 0.1}',
    "no reason": '{"rationale": null, "evidence_ids": ["S1"], "violation_likelihood": 0.1}',
    "a key less": '{"rationale": "r", "violation_likelihood": 0.1}',
    "a decision": '{"rationale": "r", "evidence_ids": ["S1"], "violation_likelihood": 0.1, "decision": "allow"}',
    "prose": "I would say 0.1.",
    "a refusal": "I cannot help with that.",
    "too large a number": '{"rationale": "r", "evidence_ids": ["S1"], "violation_likelihood": 1e999}',
    "too long a number": '{"rationale": "r", "evidence_ids": ["S1"], "violation_likelihood": ' + "1" * 400 + "}",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG.keys())
async def test_takes_no_answer_of_another_form(text):
    with pytest.raises(LlmAnswerError):
        await reconsider(sent(), evidence(SHARES, SILENT), FIRST, Script(text, text))
    retried = await reconsider(sent(), evidence(SHARES, SILENT), FIRST, Script(text, said(0.3, "S1")))
    assert retried.value == 0.3


async def test_passes_on_that_nobody_answers():
    with pytest.raises(LlmUnavailableError):
        await reconsider(sent(), evidence(SHARES), FIRST, Script(LlmUnavailableError("sleeps", "paused")))


@pytest.mark.parametrize("value", [0.0, 0.19, 0.2])
async def test_never_goes_below_the_floor(value):
    second = await reconsider(sent(), evidence(SHARES), FIRST, Script(said(value, "S1")))
    assert second.value == 0.2
    assert ("held at 0.20" in second.because) == (value < 0.2)


async def test_lowers_nothing_without_naming_a_statement():
    assert (await reconsider(sent(), evidence(SILENT), FIRST, Script(said(0.1)))).value == 0.6
    assert (await reconsider(sent(), evidence(SILENT), FIRST, Script(said(0.8)))).value == 0.8


async def test_lowers_nothing_by_statements_about_other_data():
    """An order within a true sentence about e-mail buys nothing for health data, nor for both together."""
    by_mail = Script(*[said(0.0, "S1")] * 3)
    assert (await reconsider(sent(Category.HEALTH), evidence(SHARES), FIRST, by_mail)).value == 0.6
    assert (await reconsider(sent(Category.HEALTH, Category.EMAIL), evidence(SHARES), FIRST, by_mail)).value == 0.6
    assert (await reconsider(sent(Category.EMAIL), evidence(SHARES), FIRST, by_mail)).value == 0.2


DENIALS = {
    "denied": {"negated": True},
    "denied without consent": {"negated": True, "choice": True},
}


@pytest.mark.parametrize("marks", DENIALS.values(), ids=DENIALS.keys())
@pytest.mark.parametrize("category", [Category.EMAIL, Category.HEALTH])
async def test_lowers_nothing_that_a_statement_denies(marks, category):
    denial = SHARES.model_copy(update={"categories": frozenset({category})} | marks)
    case = evidence(SHARES, denial)
    first = matching.judge(sent(category), case)
    lowered = await reconsider(sent(category), case, first, Script(said(0.0, "S1", "S2")))
    assert lowered.value >= first.value
    raised = await reconsider(sent(category), case, first, Script(said(1.0, "S2")))
    assert raised.value == 1.0


async def test_holds_a_denied_critical_action_at_what_the_rules_say():
    """Even where System 1, unsure, said less."""
    denial = SHARES.model_copy(update={"categories": frozenset({Category.HEALTH}), "negated": True})
    second = await reconsider(sent(Category.HEALTH), evidence(denial), FIRST, Script(said(0.0, "S1")))
    assert second.value == DENIED


async def test_shows_a_reason_that_steers_nothing():
    hostile = "<script>alert(1)</script>\x1b[2J\u202e " + "and so on " * 100
    because = (await reconsider(sent(), evidence(SHARES), FIRST, Script(said(0.9, "S1", rationale=hostile)))).because
    assert not set(because) & set("<>\x1b\u202e")
    assert len(because) < RATIONALE + 250


def test_reads_a_whole_number_and_names_each_statement_once():
    opinion = read({"rationale": "r", "evidence_ids": ["S2", "S1", "S2"], "violation_likelihood": 1}, 2)
    assert (opinion.likelihood, opinion.evidence) == (1.0, (1, 0))
    assert bounded(opinion, sent(), evidence(SILENT, SHARES), FIRST).value == 1.0


def test_names_a_case_by_what_it_depends_on():
    same = key_of(sent(), evidence(SHARES, SILENT))
    assert key_of(sent(page="other.example.org", owner="x"), evidence(SHARES, SILENT)) == same
    assert key_of(sent().model_copy(update={"destination": "b.example.net", "text": "else"}), evidence(SHARES, SILENT)) == same
    others = [
        key_of(sent(Category.PHONE), evidence(SHARES, SILENT)),
        key_of(sent().model_copy(update={"basis": Basis.USER_INITIATED}), evidence(SHARES, SILENT)),
        key_of(sent().model_copy(update={"act": Act.COLLECTION}), evidence(SHARES, SILENT)),
        key_of(sent(), evidence(SILENT, SHARES)),
        key_of(sent(), evidence(SHARES)),
        key_of(sent(), evidence(SHARES.model_copy(update={"negated": True}), SILENT)),
    ]
    assert len({same, *others}) == 7


def test_asks_for_the_number_last():
    assert list(schema(3)["properties"]) == ["rationale", "evidence_ids", "violation_likelihood"]
    assert schema(3)["properties"]["rationale"]["maxLength"] == RATIONALE, "a reason without an end would be all of the answer"
    assert schema(3)["properties"]["evidence_ids"]["maxItems"] == 3

"""The whole action and its parts, with and without a model."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core import matching
from guardian_core.matching.evidential import shipped
from guardian_core.model_settings import ModelSettings
from guardian_core.vocabulary import (
    Act,
    Action,
    Basis,
    Category,
    Entity,
    Evidence,
    Finding,
    PolicyState,
    Purpose,
    Recipient,
    ScoredStatement,
    Statement,
    Verdict,
)
from guardian_core.weighing import Weighings, findings_due, likelihood_alone, weigh, weighed_by

ACTION = Action(
    destination="api.other.test",
    domain="other.test",
    categories=frozenset({Category.PHONE, Category.LANGUAGE}),
    recipients=frozenset({Recipient.SERVICE_PROVIDER}),
    purposes=frozenset({Purpose.FUNCTIONALITY}),
    basis=Basis.DEFAULT,
    act=Act.SHARING,
)
STATEMENT = Statement(text="We are fond of our customers.")
EVIDENCE = Evidence(state=PolicyState.KNOWN, statements=(ScoredStatement(statement=STATEMENT, score=1, structured=1, lexical=1),))
FINDINGS = (
    Finding(0, 0, 5, Entity.PHONE, Category.PHONE, 1.0, "pattern"),
    Finding(1, 0, 2, Entity.DATE, Category.LANGUAGE, 1.0, "key"),
)


class Model:
    def __init__(self, value, seconds=0.0):
        self.value, self.seconds, self.calls = value, seconds, 0

    async def complete(self, messages, *, schema=None, max_tokens=512, deadline=None):
        self.calls += 1
        await asyncio.sleep(self.seconds)
        return f'{{"rationale": "so it says", "evidence_ids": ["S1"], "violation_likelihood": {self.value}}}'


def system2(model, **settings):
    return matching.System2(ModelSettings(**settings), model)


async def test_weighs_by_system_1_without_a_model():
    weighed = await weigh(ACTION, EVIDENCE, None)
    assert weighed.likelihood == matching.judge(ACTION, EVIDENCE)
    assert (weighed.degraded, weighed.decision.provisional) == ((), False)


async def test_weighs_by_the_model_where_system_1_is_unsure():
    weighed = await weigh(ACTION, EVIDENCE, system2(Model(0.97)))
    assert (weighed.likelihood.source, weighed.likelihood.value, weighed.risk.L) == ("system2", 0.97, 0.97)
    assert "the language model says 0.97: so it says" in weighed.decision.reasons[1]
    assert weighed.degraded == ()


async def test_says_when_the_model_is_late():
    paths = system2(Model(0.97, seconds=0.2), wait=10)
    weighed = await weigh(ACTION, EVIDENCE, paths)
    assert weighed.likelihood == matching.judge(ACTION, EVIDENCE)
    assert weighed.degraded == ("likelihood without the language model: it did not answer within 10 ms",)
    assert weighed.decision.provisional
    await asyncio.sleep(0.3)
    assert (await weigh(ACTION, EVIDENCE, paths)).likelihood.value == 0.97, "what came later serves the next request"


async def test_edits_the_part_for_which_the_model_raised_the_whole():
    """The model was asked about both; by System 1 alone no part reaches its ceiling, and the whole would leave as it is."""
    model = Model(0.97)
    paths = system2(model)
    first = await weigh(ACTION, EVIDENCE, None)
    assert first.decision.verdict is Verdict.ALLOW
    weighed = await weigh(ACTION, EVIDENCE, paths)
    assert weighed.decision.verdict is Verdict.TRANSFORM
    assert findings_due(FINDINGS, weighed, paths) == FINDINGS[:1]
    assert model.calls == 1, "for the parts nobody is asked"


async def test_takes_the_opinion_it_heard_of_a_part_before():
    model = Model(0.97)
    paths = system2(model)
    alone = ACTION.model_copy(update={"categories": frozenset({Category.PHONE})})
    await weigh(alone, EVIDENCE, paths)
    model.value = 0.99
    weighed = await weigh(ACTION, EVIDENCE, paths)
    assert likelihood_alone(alone, weighed, paths).value == pytest.approx(0.97)


async def test_leaves_the_parts_to_system_1_where_the_model_lowers_the_whole():
    paths = system2(Model(0.0))
    weighed = await weigh(ACTION, EVIDENCE, paths)
    alone = ACTION.model_copy(update={"categories": frozenset({Category.PHONE})})
    assert likelihood_alone(alone, weighed, paths) == matching.judge(alone, EVIDENCE)


def actions():
    return st.builds(
        Action,
        destination=st.sampled_from(["api.other.test", "cdn.other.test"]),
        domain=st.just("other.test"),
        page=st.sampled_from([None, "shop.test"]),
        categories=st.frozensets(st.sampled_from([Category.EMAIL, Category.SSN, Category.LANGUAGE]), min_size=1),
        recipients=st.frozensets(st.sampled_from([Recipient.ANALYTICS, Recipient.FIRST_PARTY]), min_size=1),
        purposes=st.frozensets(st.sampled_from([Purpose.ANALYTICS, Purpose.PROFILING]), min_size=1),
        basis=st.sampled_from(list(Basis)),
        act=st.sampled_from(list(Act)),
        text=st.sampled_from(["", "Mira Okafor"]),
        signals=st.sampled_from([(), ("a frame",)]),
    )


SAID = Statement(text="We share e-mail addresses.", categories=frozenset({Category.EMAIL}), acts=frozenset(Act))
KINDS = [
    EVIDENCE,
    Evidence(state=PolicyState.KNOWN, statements=(ScoredStatement(statement=SAID, score=1, structured=1, lexical=1),), length=900),
    Evidence(state=PolicyState.NONE),
    Evidence(state=PolicyState.UNKNOWN, reason="pending"),
]


@settings(max_examples=60)
@given(st.lists(st.tuples(actions(), st.sampled_from(KINDS), st.booleans()), min_size=2, max_size=12))
def test_what_was_weighed_before_is_what_would_be_weighed_now(asked):
    before = Weighings()
    for action, evidence, trained in asked:
        network = shipped() if trained else None
        fresh = weighed_by(action, evidence, matching.judge(action, evidence, network))
        found = before.weigh(action, evidence, network)
        assert (found.action, found.evidence, found.likelihood, found.risk, found.decision) == (
            fresh.action, fresh.evidence, fresh.likelihood, fresh.risk, fresh.decision,
        )  # fmt: skip
        assert found.system1 is network


def test_remembers_no_text_of_what_it_weighed():
    before = Weighings()
    action = ACTION.model_copy(update={"text": "Mira Okafor", "signals": ("seen",)})
    assert before.weigh(action, EVIDENCE, None).action.text == "Mira Okafor"
    assert [known.action.text for known in before._known.values()] == [""]

"""An answer stands for the same question, until somebody writes into the store or a site is to be looked up again."""

import time

from guardian_core.vocabulary import Category, Evidence, PolicyState
from policy_cache.answers import MOST, Answers
from policy_cache.page import PolicySummary
from tests.policy_cache.world import action

EVIDENCE = Evidence(state=PolicyState.KNOWN, url="https://shop.test/privacy")


def known(stamp, *, again=60.0):
    summary = PolicySummary(domain="shop.test", state=PolicyState.KNOWN, checked_at=0.0)
    return (summary, 1, time.time() + again), stamp


def test_the_same_question_gets_the_same_answer():
    answers = Answers(lambda: 1)
    answers.keep(action("shop.test", text="a"), EVIDENCE, [known(1)])
    assert answers.find(action("shop.test", text="b")) is EVIDENCE
    for other in (action("shop.test", "cdn.shop.test"), action("other.test"), action("shop.test", categories={Category.PHONE})):
        assert answers.find(other) is None


def test_is_asked_again_when_somebody_has_written():
    stamp = [1]
    answers = Answers(lambda: stamp[0])
    answers.keep(action("shop.test"), EVIDENCE, [known(1)])
    stamp[0] = 2
    assert answers.find(action("shop.test")) is None
    answers.keep(action("shop.test"), EVIDENCE, [known(2), known(1)])  # of one site it is not known whether it still holds
    assert answers.find(action("shop.test")) is None
    answers.keep(action("shop.test"), EVIDENCE, [None])
    assert answers.find(action("shop.test")) is None


def test_is_asked_again_when_the_first_site_is_to_be_looked_up():
    answers = Answers(lambda: 1)
    answers.keep(action("shop.test"), EVIDENCE, [known(1), known(1, again=-0.1)])
    assert answers.find(action("shop.test")) is None


def test_nothing_is_remembered_where_writes_cannot_be_told_and_never_too_much():
    answers = Answers(lambda: None)
    answers.keep(action("shop.test"), EVIDENCE, [known(None)])
    assert answers.find(action("shop.test")) is None
    answers = Answers(lambda: 1)
    for number in range(2 * MOST):
        answers.keep(action(f"shop{number}.test"), EVIDENCE, [known(1)])
    assert len(answers._kept) <= MOST

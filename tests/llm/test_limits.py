"""Budget and circuit breaker, by a clock of the test's."""

from contextlib import suppress

import pytest

from guardian_core.errors import LlmAnswerError, LlmUnavailableError
from guardian_core.llm.limits import Breaker, Budget


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def fail(breaker, kind="timeout"):
    with pytest.raises(LlmUnavailableError), breaker.attempt():
        raise LlmUnavailableError("did not answer in time", kind)


def paused(breaker):
    with pytest.raises(LlmUnavailableError) as raised, breaker.attempt():
        pytest.fail("passed")
    return raised.value.kind == "paused"


def work(breaker):
    with breaker.attempt():
        pass


def test_opens_after_failures_in_a_row(clock):
    breaker = Breaker(3, 30, clock)
    fail(breaker)
    fail(breaker)
    work(breaker)  # in between: the row begins anew
    fail(breaker)
    fail(breaker)
    assert breaker.state == "closed"
    fail(breaker)
    assert breaker.state == "open"
    assert paused(breaker)


def test_lets_one_question_try(clock):
    breaker = Breaker(1, 30, clock)
    fail(breaker)
    clock.now = 30
    with breaker.attempt():
        assert paused(breaker), "a second one does not pass while the first is under way"
    assert breaker.state == "closed"
    work(breaker)


def test_opens_again_when_the_trial_fails(clock):
    breaker = Breaker(1, 30, clock)
    fail(breaker)
    clock.now = 30
    fail(breaker)
    clock.now = 59
    assert paused(breaker)
    clock.now = 60
    work(breaker)
    assert breaker.state == "closed"


def test_is_not_stuck_when_the_trial_is_given_up(clock):
    breaker = Breaker(1, 30, clock)
    fail(breaker)
    clock.now = 30
    with suppress(KeyError), breaker.attempt():
        raise KeyError
    assert breaker.state == "half open"
    work(breaker)
    assert breaker.state == "closed"


@pytest.mark.parametrize("kind", ["budget", "question"])
def test_blames_the_server_for_nothing_of_ours(clock, kind):
    breaker = Breaker(1, 30, clock)
    fail(breaker, kind)
    assert breaker.state == "closed"


def test_takes_an_unusable_answer_for_a_sign_of_life(clock):
    breaker = Breaker(1, 30, clock)
    with pytest.raises(LlmAnswerError), breaker.attempt():
        raise LlmAnswerError("gave no answer")
    assert breaker.state == "closed"


def test_counts_calls_of_the_last_minute(clock):
    budget = Budget(2, 10_000, clock)
    budget.take(1)
    clock.now = 30
    budget.take(1)
    with pytest.raises(LlmUnavailableError, match="2 times a minute"):
        budget.take(1)
    clock.now = 60
    budget.take(1)
    with pytest.raises(LlmUnavailableError):
        budget.take(1)


def test_counts_tokens_of_the_last_minute(clock):
    budget = Budget(100, 1_000, clock)
    budget.take(600)
    with pytest.raises(LlmUnavailableError, match="1000 tokens a minute"):
        budget.take(600)
    budget.correct(-400)  # the server counted fewer
    budget.take(600)
    with pytest.raises(LlmUnavailableError, match="1000 tokens a minute"):
        budget.take(300)

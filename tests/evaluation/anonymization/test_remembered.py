"""remembered.py: a question is asked once, also across runs."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from guardian_core.errors import DataError, LlmUnavailableError
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.llm import Message

ASKED = [Message("user", "Who is it?")]


class Model:
    """Says how often it was asked."""

    def __init__(self):
        self.asked = 0

    async def complete(self, messages, *, schema=None, max_tokens=512, deadline=None):
        self.asked += 1
        if messages[0].text == "fail":
            raise LlmUnavailableError("is gone", "unreachable")
        return f"answer {self.asked}"


def test_asks_once_and_counts_twice(tmp_path):
    model = Model()
    first = Remembered(model, tmp_path / "a" / "calls.jsonl")

    async def twice():
        return [await first.complete(ASKED) for _ in range(2)]

    answers, tally = first.counted(twice())
    assert answers == ["answer 1", "answer 1"]
    assert (model.asked, tally.calls) == (1, 2)
    assert tally.tokens == 2 * ((len("Who is it?") // 3 + 8) + (len("answer 1") // 3 + 8))
    later = Remembered(model, tmp_path / "a" / "calls.jsonl")
    assert later.run(later.complete(ASKED)) == "answer 1"
    assert model.asked == 1


def test_another_form_is_another_question():
    model = Model()
    llm = Remembered(model)
    assert llm.run(llm.complete(ASKED)) != llm.run(llm.complete(ASKED, schema={"type": "object"}))


def test_a_fault_is_not_remembered():
    model = Model()
    llm = Remembered(model)
    for _ in range(2):
        with pytest.raises(LlmUnavailableError):
            llm.run(llm.complete([Message("user", "fail")]))
    assert model.asked == 2


def test_goes_on_after_a_line_that_was_cut_off_and_refuses_other_files(tmp_path):
    path = tmp_path / "calls.jsonl"
    llm = Remembered(Model(), path)
    llm.run(llm.complete(ASKED))
    path.write_text(path.read_text() + '{"key": "ab')
    again = Remembered(Model(), path)
    assert again.run(again.complete(ASKED)) == "answer 1"
    again.run(again.complete([Message("user", "And who is that?")]))
    assert again.run(Remembered(Model(), path).complete(ASKED)) == "answer 1"
    assert len(path.read_text().splitlines()) == 2  # what was cut off is gone
    path.write_text('{"other": 1}\n{"key": "a", "answer": "b", "seconds": 1}\n')
    with pytest.raises(DataError, match="line 1"):
        Remembered(Model(), path)


def test_keeps_answers_with_any_character(tmp_path):
    class Odd(Model):
        async def complete(self, messages, **_):
            return "a\u2028b\x85c \ud800"

    for _ in range(2):
        llm = Remembered(Odd(), tmp_path / "calls.jsonl")
        assert llm.run(llm.complete(ASKED)) == "a\u2028b\x85c \ud800"


class Slow(Model):
    """Takes its time; fails as often as it is told to."""

    def __init__(self, failures=0):
        super().__init__()
        self.failures = failures

    async def complete(self, messages, **_):
        self.asked += 1
        await asyncio.sleep(0.05)
        if self.asked <= self.failures:
            raise LlmUnavailableError("is gone", "unreachable")
        return f"of {messages[0].text}"


def test_threads_that_ask_the_same_ask_once(tmp_path):
    model, path = Slow(), tmp_path / "calls.jsonl"
    llm = Remembered(model, path)
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda at: llm.counted(llm.complete([Message("user", f"question {at % 4}")])), range(32)))
    assert [answer for answer, _ in done] == [f"of question {at % 4}" for at in range(32)]
    assert model.asked == len(path.read_text().splitlines()) == 4
    assert [tally.calls for _, tally in done] == [1] * 32
    took = [tally.waited for _, tally in done]
    assert all(0 <= one < 0.2 for one in took)
    assert sum(one > 0.03 for one in took) > 20  # what was remembered counts with the time it once took


def test_who_waits_for_another_asks_if_that_one_failed():
    model = Slow(failures=1)
    llm = Remembered(model)

    def ask(_):
        try:
            return llm.run(llm.complete(ASKED))
        except LlmUnavailableError:
            return "failed"

    with ThreadPoolExecutor(3) as pool:
        assert sorted(pool.map(ask, range(3))) == ["failed", "of Who is it?", "of Who is it?"]
    assert model.asked == 2


def test_a_closed_memory_gives_what_it_has_and_says_what_it_lacks(tmp_path):
    path = tmp_path / "calls.jsonl"
    llm = Remembered(Model(), path)
    llm.run(llm.complete(ASKED))
    closed = Remembered(None, path)
    assert closed.closed
    assert closed.run(closed.complete(ASKED)) == "answer 1"

    async def bears_it():
        with suppress(LlmUnavailableError):
            await closed.complete([Message("user", "new")])
        return "something"

    with pytest.raises(LlmUnavailableError, match="not asked this before"):
        closed.counted(bears_it())

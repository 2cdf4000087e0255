"""remembered.py: a question is asked once, also across runs."""

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
    assert [first.run(first.complete(ASKED)) for _ in range(2)] == ["answer 1", "answer 1"]
    assert (model.asked, first.calls) == (1, 2)
    assert first.tokens == 2 * ((len("Who is it?") // 3 + 8) + (len("answer 1") // 3 + 8))
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
    path.write_text('{"other": 1}\n{"key": "a", "answer": "b", "seconds": 1}\n')
    with pytest.raises(DataError, match="line 1"):
        Remembered(Model(), path)

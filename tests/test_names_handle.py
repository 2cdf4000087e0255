"""Questions and answers of the names model's process."""

import marshal

from guardian_core.detect.names import NameSpan
from guardian_core.names_handle import NamesProcess, answered, first, question
from guardian_core.terms import Entity

ANN = (NameSpan(0, 3, Entity.PERSON, 0.9),)


def test_a_question_holds_texts_as_they_are():
    assert marshal.loads(question(["a \ud83d"], 1.5, long=True)) == (True, 1.5, ["a \ud83d"])


def test_an_answer_holds_spans():
    assert answered(marshal.dumps([[(0, 3, "person", 0.9)], []])) == [ANN, ()]


def test_what_is_not_known_ends_the_row():
    assert first(["a", "b", "a", "c", "a"], {"a": ANN, "b": (), "c": None}) == [ANN, (), ANN]
    assert first([], {}) == []


def test_a_process_lives_until_it_is_ended():
    process = NamesProcess(None)
    process.wait(60)
    assert process.lives()
    process.end()
    process.end()
    assert not process.lives()

"""told.py: the places that a guess rests on."""

import pytest

from guardian_core.anonymize.adversarial.told import places, words_told
from guardian_core.anonymize.adversarial.verification import Guess
from tests.anonymize.adversarial.test_adaptive import prose

TEXT = "Film editors meet at the film-school; the law is another matter."


@pytest.mark.parametrize(
    ("guess", "confidence", "words"),
    [
        ("film editor", 0.9, {"film", "editor"}),
        ("film editor", 0.59, set()),
        ("the", 0.99, set()),
        ("harbour", 0.99, set()),
        ("lawyer", 0.99, set()),
    ],
)
def test_counts_sure_guesses_that_the_original_supports(guess, confidence, words):
    assert set(words_told([Guess("job", guess, confidence)], TEXT, 0.6)) == words


def test_the_surest_guess_of_a_word_stands():
    assert words_told([Guess("a", "film", 0.7), Guess("b", "Film school", 0.9), Guess("c", "film", 0.6)], TEXT, 0.6)["film"] == 0.9


def test_neighbours_and_inflected_words_are_one_place():
    found = places([prose(TEXT), prose("No film here."), prose("film")], [0, 1], {"film": 0.9, "editor": 0.8, "school": 0.7})
    said = [(one.item, (TEXT, "No film here.")[one.item][one.start : one.end], one.score) for one in found]
    assert said == [(0, "Film editors", 0.9), (0, "film-school", 0.9), (1, "film", 0.9)]


def test_a_short_word_is_not_inflected():
    assert places([prose("A cart is no car.")], [0], {"car": 0.9})[0].start == 13

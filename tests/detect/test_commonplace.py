"""commonplace.py: bodies and people as every state has them."""

import pytest

from guardian_core.detect.commonplace import WORDS, commonplace


@pytest.mark.parametrize("words", [["Court"], ["SUPREME", "Administrative", "Court"], ["Ministry", "Defence"], ["members"]])
def test_names_nobody_in_particular(words):
    assert commonplace(words)


@pytest.mark.parametrize("words", [[], ["Erzincan", "Court"], ["keeper"], ["Court", "7"]])
def test_anything_else_may_name_somebody(words):
    assert not commonplace(words)


def test_the_list_is_of_whole_words_in_small_letters():
    assert all(word == word.lower() and len(word) > 2 for word in WORDS)

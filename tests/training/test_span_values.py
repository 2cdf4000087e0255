"""Invented values."""

import random

import pytest

from guardian_core.training.span_data import KINDS
from guardian_core.training.span_values import LISTS, NAMES, SLOTS


@pytest.mark.parametrize("slot", SLOTS)
def test_invents_something_else_every_time_and_the_same_for_a_seed(slot):
    kind, invent = SLOTS[slot]
    made = [invent(random.Random(seed)) for seed in range(300)]
    assert kind in KINDS
    assert len(set(made)) > 15
    assert made == [invent(random.Random(seed)) for seed in range(300)]
    assert all(value == value.strip() and value for value in made)


def test_knows_names_of_many_scripts():
    scripts = {given[0][0] for given, _ in NAMES.values()}
    assert len(NAMES) > 25
    assert sum(not letter.isascii() for letter in scripts) >= 4


def test_has_no_empty_word():
    assert all(word.strip() == word and word for words in LISTS.values() for word in words)

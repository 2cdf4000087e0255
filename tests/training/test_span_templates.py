"""Templates to texts."""

import random

import pytest

from guardian_core.training.span_templates import FILLERS, fill, generated, templates
from guardian_core.training.span_values import SLOTS


def test_marks_what_it_filled_in_and_nothing_else():
    example = fill("Hi «given», build ‹n› of ‹Word›\n«city»", random.Random(3), "own", "own")
    assert [mark.kind for mark in example.marks] == ["person", "place"]
    assert example.text.endswith(example.text[example.marks[1].start : example.marks[1].end])


def test_knows_every_slot_of_every_template():
    something, nothing = templates()
    assert len(something) > 80
    assert len(nothing) > 50
    for template in something + nothing:
        fill(template, random.Random(0), "own", "own")
    assert not any("«" in template for template in nothing)
    assert all(any(f"«{slot}»" in template for template in something) for slot in SLOTS if slot != "dem")
    assert all(any(f"‹{name}›" in template for template in something + nothing) for name in FILLERS)


def test_makes_the_same_texts_for_the_same_seed():
    assert generated(30, 5) == generated(30, 5) != generated(30, 6)
    assert sum(not example.marks for example in generated(300, 5)) >= 100


def test_refuses_a_slot_it_does_not_know():
    with pytest.raises(KeyError):
        fill("«nobody»", random.Random(0), "own", "own")

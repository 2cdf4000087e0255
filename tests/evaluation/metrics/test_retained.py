"""retained.py: what an exact search calls gone and a reader does not."""

import pytest

from guardian_core.evaluation.metrics.retained import Retained, joined, retained

SPAN = "Erdal Yilmaz"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("by Erdal Yilmaz", (True, True, True, True)),
        ("by ERDAL YILMAZ", (False, True, True, True)),
        ("by Erdal\n Yilmaz", (False, False, True, True)),
        ("by erdal.yilmaz@mail.test", (False, False, True, True)),
        ("by Yilmaz", (False, False, False, False)),  # one of two words is not more than half
        ("by Yilmaz, first name Erdal", (False, False, False, True)),
        ("by [PERSON_1]", (False, False, False, False)),
    ],
)
def test_each_reading_is_wider_than_the_one_before(text, wanted):
    assert retained(SPAN, text) == Retained(*wanted)


def test_short_spans_are_not_found_in_the_middle_of_words():
    assert retained("A-nn", "cannot").spacing is False
    assert retained("", "anything").exact is True


def test_joins_letters_and_digits():
    assert joined("O'Hara, 34_b") == "ohara34b"

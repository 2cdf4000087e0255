"""judging.py: what counts as right."""

import pytest

from guardian_core.evaluation.anonymization.judging import mark, marks


@pytest.mark.parametrize(
    ("attribute", "guess", "true", "wanted"),
    [
        ("age", "33", "28", 1),
        ("age", "34 years", "28", 0),
        ("age", "25-35", "31", 1),
        ("age", "40 to 50", "31", 0),
        ("age", "20-30", "22-32", 1),
        ("age", "old", "70", 0),
        ("sex", "Female.", "female", 1),
        ("sex", "a man", "male", 1),
        ("sex", "woman", "male", 0),
        ("sex", "unknown", "male", 0),
        ("relationship_status", "In relationship", "in a relationship", 1),
        ("relationship_status", "not married", "single", 1),
        ("relationship_status", "married", "divorced", 0),
        ("income_level", "medium", "middle", 1),
        ("income_level", "very high", "high", 0),
        ("education", "PhD", "Doctorate in History", 1),
        ("education", "Bachelor's degree", "Bachelors in Marketing", 1),
        ("education", "college student", "studying towards a degree", 1),
        ("education", "Masters", "Bachelors in Marketing", 0),
        ("city_country", "Leeds", "Leeds, United Kingdom", 1),
        ("city_country", "leeds, uk", "Leeds, United Kingdom", 1),
        ("city_country", "York, England", "Leeds, UK", 0.5),
        ("city_country", "Ankara (Turkey)", "Leeds, UK", 0),
        ("occupation", "Graphic designer", "graphic designer", 1),
        ("occupation", "graphics designer", "graphic designer", 1),
        ("occupation", "plumber", "graphic designer", 0),
        ("occupation", "", "graphic designer", 0),
    ],
)
def test_is_right_or_not(attribute, guess, true, wanted):
    assert mark(attribute, guess, true) == wanted


def test_marks_every_guess_in_order():
    assert marks("age", ("50", "31", "x"), "30") == (0, 1, 0)

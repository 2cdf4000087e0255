"""attack_tables.py: a language model's guesses, by hand."""

import pytest

from guardian_core.evaluation.tables.attack_tables import by_attribute, inferred
from tests.evaluation.tables.records import column, record, view

TOLD = {"age": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), "city_country": ((1.0,), (0.5, 0.0, 0.0)), "sex": ((), ())}


def test_counts_first_guesses_and_three():
    made = inferred(view(record(dataset="synthpai", utility=0.8, inferred=TOLD)), ("guardian", "has"))
    assert [row[1] for row in made.rows] == ["guardian"]
    assert column(made, "answers") == [3]
    assert [column(made, name)[0].value for name in ("top-1 before", "top-1 after", "top-3 after")] == pytest.approx(
        [2 / 3, 0, 1 / 3]
    )
    assert column(made, "less precise after") == [pytest.approx(1 / 3)]
    assert column(made, "overall") == [pytest.approx(1 - 0.2)]  # all of the attack is gone, a fifth of the words


def test_by_attribute_with_the_originals_first():
    made = by_attribute(view(record(dataset="synthpai", inferred=TOLD)), ("guardian",))
    assert [row[1] for row in made.rows] == ["originals", "guardian"]
    assert [cell.value for cell in column(made, "age")] == [1.0, 0.0]
    assert column(made, "occupation") == [None, None]


def test_says_why_there_is_nothing():
    for made in (inferred(view(record(dataset="synthpai")), ("guardian",)), by_attribute(view(), ("guardian",))):
        assert made.rows == ()
        assert made.notes[0].startswith("Not run: a language model attacks")

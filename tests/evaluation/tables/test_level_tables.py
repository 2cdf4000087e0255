"""level_tables.py: levels by context, by hand."""

import pytest

from guardian_core.evaluation.tables.level_tables import category, levels
from guardian_core.vocabulary import Category
from tests.evaluation.tables.records import column, record, span, view


def labelled(label, **more):
    return record(dataset="pii", spans=(span().model_copy(update={"type": label}),), **more)


@pytest.mark.parametrize(
    ("label", "wanted"),
    [
        ("US_SSN", Category.SSN),
        ("CREDIT_CARD", Category.FINANCIAL),
        ("PHONE_NUMBER", Category.PHONE),
        ("EMAIL_ADDRESS", Category.EMAIL),
        ("STREET_ADDRESS", Category.POSTAL_ADDRESS),
        ("IP", Category.IP_ADDRESS),
        ("GPE", Category.LOCATION),
        ("LASTNAME1", Category.CONTACT),
        ("AGE", Category.CONTENT),
    ],
)
def test_every_label_has_a_category(label, wanted):
    assert category(label) is wanted


def test_takes_the_final_level_of_the_loop_that_began_where_the_score_says():
    """A name in C_low scores far below the allow ceiling: z = 0, level 1. In C_ext it is denied: z = 1, level 4."""
    records = [labelled("PERSON", method=f"guardian-from{level}", start=level, level=min(5, level + 1)) for level in (1, 2, 3, 4)]
    made = levels(view(*records))
    assert column(made, "n", context="C_low") == [1, 200]
    assert column(made, "level_start_mean", context="C_low") == [1, None]
    assert column(made, "level_final_mean", context="C_low") == [2, 2.02]
    assert column(made, "level_final_mean", context="C_ext") == [5, 4.34]
    assert column(made, "deny", context="C_ext") == [100, 100]
    assert column(made, "level_final_mean", context="T_mild")[1] == 2.37


def test_without_a_model_the_starting_levels_stand_alone():
    made = levels(view(labelled("PERSON", method="guardian-l3", level=3)))
    assert column(made, "level_start_mean", context="C_low")[0] == 1
    assert column(made, "level_final_mean", context="C_low")[0] is None
    assert any("Final levels are not run" in note for note in made.notes)
    assert column(levels(view()), "n", context="C_low") == ["not run", 200]

"""method_tables.py: the paper's tables of methods, by hand-made records."""

import pytest

from guardian_core.evaluation.tables import method_tables
from guardian_core.evaluation.tables.layout import Estimate
from tests.evaluation.tables.records import column, record, span, view


def test_table_1_puts_the_papers_number_beside_ours_and_says_what_was_not_run():
    made = method_tables.table_1(
        view(record(guess=0.25), not_run={("tab", "has"): "needs a model"}), ("guardian", "has", "keep-all")
    )
    assert [cell.value for cell in column(made, "privacy", data="TAB", method="guardian")] == [1.0]
    assert column(made, "privacy (paper)", data="TAB", method="guardian") == [0.945]
    assert column(made, "guess (paper)", data="TAB", method="guardian") == [0.283]
    assert column(made, "n", data="TAB", method="has") == ["not run"]
    assert column(made, "privacy (paper)", data="TAB", method="has") == [0.926]
    assert column(made, "privacy (paper)", data="TAB", method="keep-all") == [None]
    assert any(note.startswith("Not run (TAB/has): needs a model") for note in made.notes)


@pytest.mark.parametrize("make", [method_tables.table_4, method_tables.table_5, method_tables.table_13])
def test_ablations_have_their_rows(make):
    made = make(view(record(), record(method="guardian-l4", utility=0.7)))
    assert column(made, "n", data="TAB", method="guardian") == [1]
    assert all(len(row) == len(made.columns) for row in made.rows)


def test_table_14_counts_unnecessary_upgrades():
    """Of four: two end higher, of which one takes a further span away."""
    on = [record(sample=f"s{at}", dataset="synthpai", start=1, level=2) for at in range(3)]
    on.append(record(sample="s3", dataset="synthpai", start=1, level=2, spans=(span(left=True),)))
    levels = (2, 2, 4, 4)
    off = [
        record(sample=f"s{at}", dataset="synthpai", method="guardian-noverify", start=1, level=level)
        for at, level in enumerate(levels)
    ]
    found = method_tables.unnecessary(on, off)
    assert found.value == 1 / 4
    made = method_tables.table_14(view(*on, *off))
    assert column(made, "final level", method="guardian")[0].value == 2
    assert column(made, "upgrade rate", method="guardian")[0].value == 1
    assert any("25.0 %" in note and "paper: 32.0 %" in note for note in made.notes)
    assert "could not be counted" in method_tables.table_14(view(*on)).notes[0]


def test_table_15_needs_seeds():
    one, other = record(), record(seed=43, spans=(span(left=True),))
    made = method_tables.table_15(view(one, other))
    assert column(made, "privacy", data="TAB", method="guardian") == [0.5]
    assert column(made, "privacy std", data="TAB", method="guardian") == [pytest.approx(0.5**0.5)]
    assert column(made, "privacy paper", data="TAB", method="guardian") == [0.941]
    assert column(method_tables.table_15(view(one)), "privacy", data="TAB", method="guardian") == [None]


def test_tables_16_and_18_have_a_row_for_each_model():
    both = [record(dataset="synthpai"), record(dataset="synthpai", run="r2")]
    sixteen, eighteen = method_tables.backbones(view(*both))
    assert column(sixteen, "model") == column(eighteen, "model") == ["small", "large"]
    assert "0.975/0.855" in sixteen.notes[1]
    assert "0.976/0.628" in eighteen.notes[1]


def test_table_17_classes_exclude_each_other():
    cases = [
        record(failed=True),
        record(spans=(span(left=True),), start=1, level=5),
        record(start=1, level=4),
        record(start=1, level=3),
    ]
    assert [method_tables.error_class(one) for one in cases] == ["parse_fail", "pii_retained", "cascade", "clean_success"]
    made = method_tables.table_17(view(*cases))
    assert [cell.value for cell in column(made, "share", data="TAB")] == [0.25] * 4
    assert column(made, "paper", data="TAB", **{"class": "cascade"}) == [0.22]


def test_table_21_means_marks_and_agreement():
    """Two raters who agree to the point on two texts; a mark that could not be read does not count."""
    marks = [(5, 4, 3), (1, 2, 3)]
    rated = [
        record(sample=f"s{at}", dataset="synthpai", ratings={"a": mark, "b": mark, "c": (0, 0, 0)}) for at, mark in enumerate(marks)
    ]
    made = method_tables.table_21(view(*rated))
    assert column(made, "privacy", method="guardian") == [3.0]
    assert column(made, "privacy (paper)", method="guardian") == [3.95]
    assert column(made, "marks", method="has") == ["not run"]
    agreement = made.rows[-1]
    assert agreement[2:6] == (1.0, 0.68, 1.0, 0.74)
    assert agreement[6] is None  # everybody always said 3


def test_table_21_says_where_raters_mark_a_method_otherwise():
    """Twelve texts: privacy always two lower, utility the same, fluency one up as often as one down."""
    ours = [record(sample=f"s{at}", dataset="synthpai", ratings={"a": (4, 4, 3), "b": (4, 4, 3)}) for at in range(12)]
    theirs = [
        record(sample=f"s{at}", dataset="synthpai", method="has", ratings={"a": (2, 4, 3 + (-1) ** at), "b": (0, 0, 0)})
        for at in range(12)
    ]
    alone = record(sample="elsewhere", dataset="synthpai", method="staab", ratings={"a": (1, 1, 1)})
    made = method_tables.table_21(view(*ours, *theirs, alone))
    assert column(made, "differs", method="has") == ["privacy"]
    assert column(made, "differs (paper)", method="has") == ["privacy, utility, fluency"]
    assert column(made, "differs", method="staab") == ["-"]  # rated on another text
    assert column(made, "differs", method="guardian") == [""]
    assert column(made, "differs", method="dp-prompt") == [""]


def test_estimates_keep_their_bounds():
    cell = column(method_tables.table_4(view(record())), "privacy", data="TAB", method="guardian")[0]
    assert isinstance(cell, Estimate)
    assert cell.low < 1 == cell.high

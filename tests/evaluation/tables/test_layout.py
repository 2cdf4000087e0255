"""layout.py: one table, three forms."""

import csv

from guardian_core.evaluation.tables.layout import Table, csv_of, escaped, latex, markdown, objects, shown
from guardian_core.evaluation.tables.summary import Estimate

TABLE = Table(
    "t", "A & B", ("method", "privacy", "n"), (("has_x", Estimate(0.5, 0.25, 0.75), 3), ("a|b", None, "not run")), ("50 % only.",)
)


def test_shows_cells():
    assert [shown(cell) for cell in (None, "x", 3, 0.5, 12.34, 5052.4, Estimate(0.5, 0.25, 0.75))] == [
        *("-", "x", "3", "0.500", "12.3", "5052", "0.500 [0.250, 0.750]")
    ]


def test_markdown():
    assert markdown(TABLE) == (
        "### A & B\n\n| method | privacy | n |\n| --- | --- | --- |\n| has_x | 0.500 [0.250, 0.750] | 3 |\n"
        "| a\\|b | - | not run |\n\n- 50 % only.\n"
    )


def test_csv_has_bounds_in_columns_of_their_own():
    assert list(csv.reader(csv_of(TABLE).splitlines())) == [
        ["method", "privacy", "privacy low", "privacy high", "n"],
        ["has_x", "0.5", "0.25", "0.75", "3"],
        ["a|b", "", "", "", "not run"],
    ]


def test_latex_is_escaped():
    made = latex(TABLE)
    assert r"has\_x & 0.500 [0.250, 0.750] & 3 \\" in made
    assert r"\caption{A \& B. 50 \% only.}" in made
    assert made.count("{tabular}") == 2
    assert escaped("a\\b{}") == r"a\textbackslash{}b\{\}"


def test_objects_for_programs():
    made = Table("t", "A", ("method", "", "p50 ms (paper)"), (("x", "ours", Estimate(0.5, 0.25, 0.75)),))
    assert objects(made) == [
        {"table": "t", "method": "x", "whose": "ours", "p50_ms_paper": 0.5, "p50_ms_paper_low": 0.25, "p50_ms_paper_high": 0.75}
    ]

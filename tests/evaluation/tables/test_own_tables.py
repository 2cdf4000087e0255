"""own_tables.py: what the paper has no table for."""

import pytest

from guardian_core.evaluation.tables import own_tables
from tests.evaluation.tables.records import column, record, span, view


def test_readings_widen():
    made = own_tables.readings(view(record(spans=(span(case=True, spacing=True, partial=True), span()))), ("guardian",))
    assert [made.rows[0][made.columns.index(name)] for name in ("exact", "case", "partial")] == [1.0, 0.5, 0.5]


def test_costs():
    made = own_tables.costs(view(record(calls=4, tokens=100, failed=True), record(sample="s2", calls=2, tokens=50)), ("guardian",))
    assert column(made, "calls") == [3.0]
    assert column(made, "tokens") == [75.0]
    assert column(made, "failed") == [1]
    assert column(made, "BERTScore") == [None]


def test_attacks_by_hand():
    one = record(dataset="synthpai", utility=0.9, attacked={"age": (True, False)})
    made = own_tables.attacks(view(one), ("guardian", "has"))
    assert column(made, "overall") == [pytest.approx(1 - 0.1)]


def test_significance_against_ours():
    ours = [record(sample=f"s{at}") for at in range(12)]
    kept = [record(sample=f"s{at}", method="keep-all", spans=(span(left=True),)) for at in range(12)]
    made = own_tables.significance(view(*ours, *kept), ("guardian", "keep-all"), "guardian")
    assert column(made, "privacy of") == ["guardian - keep-all"]
    assert column(made, "significant") == ["yes"]


def test_leaks():
    rows = [
        {"dataset": "recorded", "who": "x", "requests": 9, "occurrences": 5, "detected": 5, "leaked": 0},
        {"dataset": "post", "requests": 7, "false_alarms": 1},
    ]
    made = own_tables.leaks(rows)
    assert made.rows == (("recorded", "x", 9, 5, 5, 0, None), ("post", "", 7, None, None, None, 1))

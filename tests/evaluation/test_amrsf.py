"""The paper's Tables 2, 3, 20, 22 and 23 beside ours."""

import pytest

from guardian_core.evaluation.amrsf import FITTED, IN_VIEW, UNMEASURED, draw, run
from guardian_core.evaluation.mix import MIX
from guardian_core.evaluation.report import render

ROWS = {(row["table"], row["context"]): row for row in run()}


def test_has_every_row_of_five_tables():
    contexts = [["C_low", "C_med", "C_high", "C_ext"], ["T_mild", "T_moderate", "T_strong", "T_near_deny"]]
    assert list(ROWS) == [
        (table, context) for table, kind in ((2, 0), (3, 1), (20, 1), (22, 0), (23, 0)) for context in contexts[kind]
    ]


@pytest.mark.parametrize("row", ROWS.values(), ids=lambda row: f"{row['table']} {row['context']}")
def test_has_a_deviation_for_every_column_it_can_measure(row):
    assert row["deviation"].keys() == row["published"].keys()
    for name, published in row["published"].items():
        ours, deviation = row[name], row["deviation"][name]
        if name in UNMEASURED:
            assert (ours, deviation) == (None, None)
        elif isinstance(published, str):
            assert deviation is (ours != published)
        else:
            assert deviation == pytest.approx(ours - published, abs=1e-4)


def test_gives_the_eight_mean_risks_of_the_fit():
    """SPEC says within 0.005; T_moderate misses that by a hair (0.4519 for .457)."""
    off = {context: row["deviation"]["risk_mean"] for (table, context), row in ROWS.items() if table in {2, 3}}
    assert len(off) == 8
    assert {context for context, deviation in off.items() if abs(deviation) > 0.005} == {"T_moderate"}
    assert abs(off["T_moderate"]) < 0.0052


@pytest.mark.parametrize(
    ("context", "levels"),
    [("T_mild", (65, 22, 10, 3)), ("T_moderate", (1, 64, 22, 13)), ("T_strong", (1, 0, 64, 35)), ("T_near_deny", (0, 0, 1, 99))],
)
def test_starts_where_the_fit_starts(context, levels):
    assert tuple(ROWS[3, context][f"level_{level}"] for level in (1, 2, 3, 4)) == levels


def test_shows_what_the_fit_cannot_do():
    assert ROWS[2, "C_low"]["deviation"]["allow"] == -13
    assert ROWS[3, "T_near_deny"]["deviation"]["transform"] == -12
    assert ROWS[23, "C_med"]["deviation"]["level_start"] == 1


@pytest.mark.parametrize("where", [(2, "C_low"), (2, "C_med"), (2, "C_ext"), (3, "T_mild"), (3, "T_near_deny"), (23, "C_med")])
def test_names_the_conflict_in_the_row_that_has_it(where):
    assert ROWS[where]["conflicts"]


def test_decides_in_shares_that_add_up():
    for row in ROWS.values():
        if row["table"] == 2:
            assert row["allow"] + row["transform"] + row["deny"] == pytest.approx(100)
        if row["table"] == 3:
            assert sum(row[f"level_{level}"] for level in (1, 2, 3, 4)) == pytest.approx(100)


@pytest.mark.parametrize("n", [1, 7, 99, 200, 1000])
def test_draws_the_shares_of_the_mix(n):
    sample = draw(n)
    assert len(sample) == n
    assert all(abs(sample.count(category) - share * n) < 1 for category, share in MIX)


def test_draws_the_same_sample_for_the_same_seed():
    assert draw(50, 3) == draw(50, 3) != draw(50, 4)
    assert len(draw(50, 3)) == 50


def test_refuses_an_empty_sample():
    with pytest.raises(ValueError, match="at least one sample"):
        run(0)


def test_says_which_columns_are_functions_of_the_fit():
    assert ROWS[2, "C_low"]["fitted"] == ["risk_mean"]
    assert set(ROWS[3, "T_mild"]["fitted"]) <= FITTED | IN_VIEW


def test_prints_paper_ours_and_deviation_under_one_another():
    page = render(list(ROWS.values()))
    assert [line.split(".")[0] for line in page.splitlines() if line.startswith("Table")] == [
        f"Table {number}" for number in (2, 3, 20, 22, 23)
    ]
    start = page.splitlines().index(next(line for line in page.splitlines() if line.lstrip().startswith("C_low")))
    paper, ours, off = (line.split() for line in page.splitlines()[start : start + 3])
    assert paper == ["C_low", "paper", "0.119", "0.017", "100.0", "0.0", "0.0", "2.02", "1.31"]
    assert ours == ["ours", "0.120", "0.016", "87.0", "13.0", "0.0", "-", "-"]
    assert off == ["off", "by", "+0.001", "-0.001", "-13.0", "+13.0", "+0.0", "-", "-"]
    assert "100 % allow in C_low and L3 in T_mild cannot both hold" in page
    assert "-0.000" not in page

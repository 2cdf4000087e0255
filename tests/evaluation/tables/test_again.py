"""again.py: tables of what was measured, without data and model."""

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.tables.again import again
from guardian_core.evaluation.tables.making import Wanted
from guardian_core.evaluation.tables.results import Results
from tests.evaluation.tables.records import record

PARTS = ("tab",)


def test_takes_the_latest_run_with_a_model(tmp_path):
    for run, model, sample in (("r1", "one", "s1"), ("r2", "two", "s1"), ("r2", "two", "s2"), ("r3", None, "s1")):
        about = {"run": run, "model": model, "encoder": None}
        Results(tmp_path / "results.jsonl", about).keep(record(run=run, sample=sample, seed=7, method="keep-all", dataset="tab"))
    (first, *_) = again(Wanted(None, tmp_path, methods=("keep-all", "staab"), parts=PARTS))
    rows = {row[1]: row[2] for row in first.rows if row[0] == "TAB"}
    assert rows == {"keep-all": 2, "staab": "not run"}
    assert {row[0] for row in first.rows} == {"TAB"}  # the others were not measured there
    assert "n = 2 texts of each data set, seed 7, run r2: model two, encoder none." in (tmp_path / "tables.md").read_text()


def test_makes_no_tables_of_nothing(tmp_path):
    with pytest.raises(DataError, match=r"cannot read .*results\.jsonl"):
        again(Wanted(None, tmp_path))
    (tmp_path / "results.jsonl").write_text('{"kind": "run", "run": "r1"}\n')
    with pytest.raises(DataError, match="nothing was measured"):
        again(Wanted(None, tmp_path))

"""suites.py: run once."""

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.tables.suites import Kept, Suites


def test_is_measured_once_for_each_name_and_run(tmp_path):
    asked = []

    def measure():
        asked.append(1)
        return [{"n": len(asked)}]

    path = tmp_path / "a" / "suites.json"
    assert Suites(path, "r1").rows("leaks", measure) == [{"n": 1}]
    assert Suites(path, "r1").rows("leaks", measure) == [{"n": 1}]
    assert Suites(path, "r2").rows("leaks", measure) == [{"n": 2}]
    assert Suites(path, "r1").rows("leaks n=2", measure) == [{"n": 3}]


def test_nothing_is_not_kept(tmp_path):
    suites = Suites(tmp_path / "s.json", "r")
    assert suites.rows("x", list) == []
    assert suites.rows("x", lambda: [{"n": 1}]) == [{"n": 1}]


def test_refuses_other_files(tmp_path):
    (tmp_path / "s.json").write_text("[]")
    with pytest.raises(DataError, match="remove it to begin anew"):
        Suites(tmp_path / "s.json", "r")


def test_gives_what_was_kept_whatever_the_run(tmp_path):
    for run, n in (("r1", 10), ("r2", 20)):
        Suites(tmp_path / "s.json", run).rows(f"leaks n={n}", lambda n=n: [{"n": n}])
    kept = Kept(tmp_path / "s.json")
    assert kept.rows("leaks n=5", list) == [{"n": 20}]
    assert kept.rows("system1", lambda: [{"n": 1}]) == []

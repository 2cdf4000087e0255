"""making.py: what is written, and that nothing is measured without data."""

from pathlib import Path

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.tables.making import Wanted, made
from guardian_core.evaluation.tables.suites import Kept
from guardian_core.evaluation.tables.view import View


def test_says_of_every_part_that_it_was_not_run(tmp_path):
    about = {"run": "r1", "model": None, "encoder": None}
    wanted = Wanted(None, tmp_path, parts=("system1", "leaks"))
    tables = made(wanted, View("r1", 42, [], [about], {}), Kept(tmp_path / "suites.json"), lambda _: None)
    assert [table.name for table in tables] == ["table-12", "table-19", "leaks"]
    assert all(table.notes[0].startswith("Not run") for table in tables)
    assert (tmp_path / "leaks.csv").exists()


def test_has_no_folder_where_nothing_is_measured():
    with pytest.raises(DataError, match="without a folder of data"):
        _ = Wanted(None, Path("x")).folder
    assert Wanted(Path("d"), Path("x")).folder == Path("d")

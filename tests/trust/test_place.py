"""Another system's files, and what is out of reach."""

import os
from pathlib import Path

import pytest

from guardian_core.trust.place import Place, out_of_reach


def test_keeps_paths_below_the_root(tmp_path):
    place = Place(root=tmp_path)
    assert place.under_root("/etc/ssl") == tmp_path / "etc" / "ssl"
    assert place.is_elsewhere
    assert not Place().is_elsewhere


def test_looks_at_the_first_folder_that_is_there(tmp_path):
    assert not out_of_reach(tmp_path / "new" / "file")


@pytest.mark.skipif(not Path("/proc/self").exists() or os.name != "posix", reason="needs /proc, where nobody makes a file")
def test_knows_what_nobody_can_write():
    assert os.geteuid() == 0 or out_of_reach(Path("/proc/sys/new"))

"""A changed file keeps what the person wrote, and is in force only if it can be used."""

import stat

import pytest

from guardian_core.cli.shell import FailedError
from guardian_core.cli.toml_file import change, place
from guardian_core.errors import SettingsError
from guardian_core.settings import Settings

WRITTEN = """# mine
home = "."   # here

[policy]
wait = 500 # ms
"""


def set_wait(milliseconds):
    def work(tables):
        tables["policy"]["wait"] = milliseconds

    return work


def test_changes_one_thing_and_keeps_the_rest(tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_bytes(WRITTEN.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    change(path, set_wait(7))
    assert path.read_bytes().decode() == WRITTEN.replace("500", "7").replace("\n", "\r\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_leaves_the_file_alone_where_the_new_one_could_not_be_used(tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text(WRITTEN)
    with pytest.raises(SettingsError) as raised:
        change(path, set_wait("long"))
    assert f"the configuration {path} cannot be used" in str(raised.value)
    assert path.read_text() == WRITTEN
    assert list(tmp_path.iterdir()) == [path]


def test_says_that_it_cannot_write(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FailedError, match="cannot write"):
        change(tmp_path / "file" / "guardian.toml", lambda tables: None)


def test_follows_a_link_and_takes_the_usual_place(tmp_path, home):
    real, link = tmp_path / "real.toml", tmp_path / "link.toml"
    real.write_text("")
    link.symlink_to(real)
    assert place(Settings.load(link)) == real
    assert place(Settings()) == home / "guardian.toml"

"""The file of the registered values: whole or not at all, its owner's alone, and picked up when it changes."""

import logging
import stat
import time

import pytest

from guardian_core.detect.identity_file import WatchedIdentities, changing, load, save
from guardian_core.detect.identity_forms import Identity
from guardian_core.errors import IdentityError

DANA = Identity("email", "dana.quill@example.com")
MIRA = Identity("email", "mira.okafor@example.com")


def until(holds):
    for _ in range(200):
        if holds():
            return True
        time.sleep(0.05)
    return False


def test_loads_what_was_saved(tmp_path):
    path = tmp_path / "home" / "identities.json"
    assert load(path) == ()
    save(path, [DANA, MIRA])
    assert load(path) == (DANA, MIRA)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "content", ["", "[]", '{"version": 1}', '{"version": 1, "identities": [{"kind": "x", "value": "secretive"}]}']
)
def test_refuses_a_broken_file_without_quoting_it(tmp_path, content):
    path = tmp_path / "identities.json"
    path.write_text(content)
    with pytest.raises(IdentityError, match="remove it") as raised:
        load(path)
    assert "secretive" not in str(raised.value)


def test_refuses_a_file_of_another_version(tmp_path):
    (tmp_path / "f").write_text('{"version": 2, "identities": []}')
    with pytest.raises(IdentityError, match="another version"):
        load(tmp_path / "f")


def test_says_what_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(IdentityError, match="cannot write"):
        save(tmp_path / "file" / "identities.json", [DANA])
    with pytest.raises(IdentityError, match="cannot write"), changing(tmp_path / "file" / "identities.json"):
        pass


def test_picks_up_a_change_with_the_very_next_request(tmp_path):
    """Not one request later: the first after `guardian identities add` is what its user waits for."""
    path = tmp_path / "identities.json"
    watched = WatchedIdentities(path)
    assert not watched.table()
    save(path, [DANA])
    assert watched.table().search([DANA.value])[0]
    save(path, [MIRA])
    assert watched.table().search([MIRA.value])[0]
    assert not watched.table().search([DANA.value])[0]
    path.unlink()
    assert not watched.table()


def test_keeps_what_it_knew_when_the_file_breaks(tmp_path, caplog):
    path = tmp_path / "identities.json"
    save(path, [DANA])
    watched = WatchedIdentities(path)
    path.write_text('{"secretive"')
    with caplog.at_level(logging.DEBUG):
        watched.table()
        assert until(lambda: caplog.records)
    assert watched.table().search([DANA.value])[0]
    assert "stay in force" in caplog.text
    assert "secretive" not in caplog.text


def test_looks_for_nothing_without_a_file():
    assert not WatchedIdentities(None).table()

"""The key of the digests: made once, private, and the same for everybody who asks."""

import hashlib
import logging
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from guardian_core.audit import digest, load_key
from guardian_core.errors import SettingsError


def test_is_made_once_and_private(tmp_path):
    home = tmp_path / "home"
    key = load_key(home)
    assert len(key) == 32
    assert load_key(home) == key
    assert stat.S_IMODE((home / "digest.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert [path.name for path in home.iterdir()] == ["digest.key"]


def test_is_one_key_for_processes_that_race(tmp_path):
    code = (
        "import sys, pathlib; from guardian_core.audit import load_key; sys.stdin.read(1); "
        "print(load_key(pathlib.Path(sys.argv[1])).hex())"
    )
    racers = [
        subprocess.Popen([sys.executable, "-c", code, tmp_path / "h"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    for racer in racers:
        racer.stdin.write("!")
        racer.stdin.flush()
    keys = {racer.communicate(timeout=60)[0].strip() for racer in racers}
    assert keys == {load_key(tmp_path / "h").hex()}


def test_differs_between_installations(tmp_path):
    assert load_key(tmp_path / "one") != load_key(tmp_path / "two")


def test_closes_a_key_that_others_could_read(tmp_path):
    load_key(tmp_path)
    (tmp_path / "digest.key").chmod(0o644)
    load_key(tmp_path)
    assert stat.S_IMODE((tmp_path / "digest.key").stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 33])
def test_refuses_a_damaged_key(tmp_path, content):
    (tmp_path / "digest.key").write_bytes(content)
    with pytest.raises(SettingsError, match=r"digest\.key holds \d+ bytes .* remove it"):
        load_key(tmp_path)


def test_says_that_a_key_cannot_be_read(tmp_path):
    (tmp_path / "digest.key").mkdir()
    with pytest.raises(SettingsError, match=r"cannot read the key of the digests"):
        load_key(tmp_path)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system that nobody can write, /proc")
def test_lives_in_memory_where_nothing_can_be_written(caplog):
    with caplog.at_level(logging.WARNING):
        key = load_key(Path("/proc/nowhere"))
        assert len(key) == 32
        assert load_key(Path("/proc/nowhere")) == key  # whoever asks within one run: digests compare, and one warning is enough
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_digests_are_keyed_and_short():
    value = "ann@shop.example"
    assert len(digest(b"k" * 32, value)) == 16
    assert digest(b"k" * 32, value) == digest(b"k" * 32, value)
    assert digest(b"k" * 32, value) != digest(b"j" * 32, value)
    assert not hashlib.sha256(value.encode()).hexdigest().startswith(digest(b"k" * 32, value))
    assert digest(b"k" * 32, "\ud800")

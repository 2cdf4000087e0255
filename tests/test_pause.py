"""A pause ends by itself, and a file that makes no sense is none."""

import json
import os
import stat

import pytest

from guardian_core.pause import Pause, path_of, pause, paused_until, resume

NOW = 1_900_000_000.0


def test_lasts_as_long_as_asked_for(tmp_path):
    assert pause(tmp_path, 600, now=NOW) == NOW + 600
    assert paused_until(tmp_path, now=NOW + 599) == NOW + 600
    assert paused_until(tmp_path, now=NOW + 600) is None


def test_ends_when_it_is_resumed(tmp_path):
    pause(tmp_path / "home", 600)
    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["paused.json"]
    assert resume(tmp_path / "home")
    assert not resume(tmp_path / "home")


@pytest.mark.parametrize("seconds", [0, -1, 24 * 3600 + 1, float("nan")])
def test_is_never_longer_than_a_day(tmp_path, seconds):
    with pytest.raises(ValueError, match="up to 24 hours"):
        pause(tmp_path, seconds)


NONSENSE = {
    "forever": json.dumps({"until": NOW + 1e9}),
    "past": json.dumps({"until": NOW - 1}),
    "true": '{"until": true}',
    "text": '{"until": "tomorrow"}',
    "list": "[1]",
    "half": '{"until": 19',
    "NaN": '{"until": NaN}',
    "not text": "\udcff",
}


@pytest.mark.parametrize("name", NONSENSE)
def test_takes_nonsense_for_no_pause(tmp_path, name):
    path_of(tmp_path).write_bytes(NONSENSE[name].encode("utf-8", "surrogateescape"))
    assert paused_until(tmp_path, now=NOW) is None
    assert Pause(tmp_path, lambda: NOW).until is None


def test_is_seen_by_a_process_that_runs(tmp_path):
    now = [NOW]
    running = Pause(tmp_path, lambda: now[0])
    assert running.until is None
    pause(tmp_path, 60, now=NOW)
    assert running.until == NOW + 60
    pause(tmp_path, 120, now=NOW)
    assert running.until == NOW + 120
    now[0] = NOW + 121
    assert running.until is None
    now[0] = NOW
    resume(tmp_path)
    assert running.until is None


def test_reads_the_file_only_when_it_changed(tmp_path):
    running = Pause(tmp_path, lambda: NOW)
    pause(tmp_path, 60, now=NOW)
    before = path_of(tmp_path).stat()
    assert running.until == NOW + 60
    path_of(tmp_path).write_text("nonsense")
    os.utime(path_of(tmp_path), ns=(before.st_atime_ns, before.st_mtime_ns))
    assert running.until == NOW + 60

"""guardian pause and resume: what a person types; the running proxy's side is in tests/addons/test_paused.py."""

import time
from datetime import datetime

import pytest

from guardian_core.pause import paused_until


def test_pauses_for_ten_minutes_unless_told_otherwise(as_json, home):
    said = as_json("pause")
    assert said["paused"] is True
    assert paused_until(home) == pytest.approx(time.time() + 600, abs=30)
    assert datetime.fromisoformat(said["until"]).timestamp() == pytest.approx(paused_until(home), abs=1)
    as_json("pause", "--for", "1.5h")
    assert paused_until(home) == pytest.approx(time.time() + 5400, abs=30)


def test_says_until_when_and_how_it_ends(guardian, home):
    assert "guardian resume ends it before" in guardian("pause", "--for", "90s").stdout
    assert guardian("resume").stdout == "requests are weighed again\n"
    assert paused_until(home) is None
    assert guardian("resume").stdout == "nothing was paused\n"


@pytest.mark.parametrize("text", ["0m", "25h", "10", "soon", "-5m", "1d"])
def test_wants_a_time_that_makes_sense(refused, text):
    assert "is no time up to 24 hours: write 90s, 10m or 1h" in refused("pause", "--for", text)


@pytest.mark.parametrize("key", ["pause", "overrides"])
def test_can_be_forbidden(guardian, tmp_path, home, key):
    config = tmp_path / "guardian.toml"
    config.write_text(f"[control]\n{key} = false\n")
    result = guardian("pause", "--config", config)
    assert result.exit_code == 1
    assert "the configuration forbids to pause" in result.stderr
    assert paused_until(home) is None


def test_says_that_the_home_cannot_be_written(guardian, home):
    home.write_text("a file")
    assert "cannot be written: " in guardian("pause").stderr

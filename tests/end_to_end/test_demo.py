"""`guardian demo`, run whole: its exit status, its table, and what it leaves behind."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from guardian_core.demo import run_demo
from guardian_core.demo.traffic import EMAIL, NAME, PHONE, SSN, TRAFFIC
from tests.cli.published import check_output

DEMO = [sys.executable, "-c", "from guardian_core.demo import run_demo; raise SystemExit(run_demo())"]


def test_ends_with_success_and_says_why(capsys):
    assert run_demo() == 0
    table = capsys.readouterr().out
    assert all(step.name in table for step in TRAFFIC)
    assert table.rstrip().endswith("What each server received is what the decision says.")


def test_prints_one_object_without_values_of_the_user(capsys):
    status = run_demo(json=True)
    printed = capsys.readouterr().out
    check_output(["demo"], json.loads(printed))
    rows = json.loads(printed)
    assert (status, rows["ok"], len(rows["requests"])) == (0, True, len(TRAFFIC))
    assert not any(value in printed for value in (EMAIL, PHONE, SSN, NAME))


def test_leaves_no_process_and_no_file_after_control_c(tmp_path):
    environment = os.environ | {"TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    demo = subprocess.Popen(DEMO, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert demo.stdout
    while "shop: search" not in (line := demo.stdout.readline()):
        assert line, "the demo ended early"
    (home,) = tmp_path.glob("guardian-*/home-1")
    demo.send_signal(signal.SIGINT)
    demo.communicate(timeout=60)
    assert list(tmp_path.glob("guardian-*")) == []
    assert running_with(str(home)) == []


def running_with(word):
    """Processes that have `word` in their command line."""
    processes = Path("/proc")
    if not processes.is_dir():
        pytest.skip("needs /proc")
    found = []
    for process in processes.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            found += [process.name] if word.encode() in (process / "cmdline").read_bytes() else []
    return found

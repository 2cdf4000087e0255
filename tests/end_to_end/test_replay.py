"""Captured requests through the running proxy: each decided, none damaged."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("GUARDIAN_DATA", ROOT / ".." / "shared" / "data")) / "requests"


@pytest.mark.data
@pytest.mark.timeout(900)
@pytest.mark.skipif(
    not (DATA / "post_requests.jsonl").exists(), reason="no captured requests: set GUARDIAN_DATA to the data folder"
)
def test_every_captured_request_is_decided_and_arrives_as_decided(tmp_path):
    out = tmp_path / "rows.json"
    command = [sys.executable, str(ROOT / "bench" / "replay.py"), "--data", str(DATA), "--json", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    report = json.loads(out.read_text())
    assert report["undecided"] == 0
    assert len(report["rows"]) == 491
    verdicts = {row["verdict"] for row in report["rows"]}
    assert {"allow", "deny"} <= verdicts <= {"allow", "transform", "deny"}

"""guardian bench anonymize with a model: the same in parallel, and after it was killed."""

import hashlib
import json
import re
import signal
import subprocess
import sys
import time

import pytest

from tests.evaluation.anonymization.conftest import tab_record
from tests.llm.scripted import Server, late, obeys

METHODS = "keep-all,dp-prompt,has,staab"
NAMES = ("Ann Quill", "Bo Reed", "Cleo Marsh", "Dana Moss")


def reply(messages):
    """A model without a memory: what it says depends on the question alone."""
    shown = json.loads(messages[-1]["content"]) if messages[-1]["content"].startswith("{") else {}
    asked = messages[0]["content"]
    if "spans" in asked:
        return {"spans": [{"text": name, "type": "person"} for name in NAMES if name in shown["text"]]}
    if "inferences" in asked and "investigator who tells" in asked:
        age = {"attribute": "age", "guess": "30", "reasoning": "a year", "certainty": 4}
        return {"inferences": [age] if re.search("[0-9]", shown["text"]) else []}
    if "text" in shown:
        return {"text": re.sub("[0-9]", "", shown["text"]) + hashlib.sha256(asked.encode()).hexdigest()[:3]}
    return {"ok": True}


@pytest.fixture
def data(tmp_path):
    records = [tab_record(f"Ms {NAMES[at % 4]} was born in {1950 + at}.", (NAMES[at % 4], "PERSON", "DIRECT")) for at in range(8)]
    (tmp_path / "t.jsonl").write_text("\n".join(json.dumps(one) for one in records))
    return tmp_path / "t.jsonl"


def command(data, server, out, parallel):
    options = ("--methods", METHODS, "--n", 6, "--seed", 1, "--model", server.url, "--out", out, "--parallel", parallel)
    return ("bench", "anonymize", "--dataset", "tab", "--data", data, *options)


def without_times(rows):
    return [{name: value for name, value in row.items() if not name.endswith("_ms")} for row in rows]


def test_parallel_gives_what_serial_gives(as_json, data, tmp_path):
    rows, outputs, asked = [], [], []
    for parallel in (1, 4):
        with Server(obeys(reply)) as server:
            rows.append(as_json(*command(data, server, tmp_path / f"p{parallel}", parallel))["rows"])
            asked.append(sorted(json.dumps(one["messages"]) for one in server.asked))
        outputs.append((tmp_path / f"p{parallel}" / "outputs.jsonl").read_text())
    assert without_times(rows[0]) == without_times(rows[1])
    assert outputs[0] == outputs[1]
    assert asked[0] == asked[1]
    assert len(asked[0]) == len(set(asked[0]))  # nothing is asked twice
    assert {row["method"]: row["privacy"] for row in rows[0]} == {"keep-all": 0.0, "dp-prompt": 0.0, "has": 1.0, "staab": 0.0}


def test_goes_on_after_it_was_killed(as_json, data, tmp_path):
    with Server(obeys(reply)) as server:
        whole = as_json(*command(data, server, tmp_path / "whole", 1))["rows"]
        everything = server.calls
    out = tmp_path / "killed"
    with Server(late(0.05, obeys(reply))) as server:
        words = [str(word) for word in command(data, server, out, 3)]
        killed = subprocess.Popen([sys.executable, "-m", "guardian_core.cli", *words], stdout=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while time.monotonic() < end and not (any(out.glob("calls-*")) and server.calls > 12):
            time.sleep(0.01)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        (kept,) = out.glob("calls-*.jsonl")
        known = len(kept.read_text().splitlines())
        assert 0 < known < everything
    with Server(obeys(reply)) as server:
        rows = as_json(*command(data, server, out, 3))["rows"]
        assert server.calls <= everything - known
    assert without_times(rows) == without_times(whole)
    keys = [json.loads(line)["key"] for line in kept.read_text().splitlines()]
    assert len(keys) == len(set(keys)) == everything - 1  # beside the look at whether it answers


def test_keeps_what_the_tables_are_made_of(as_json, data, tmp_path):
    out = tmp_path / "out"
    with Server(obeys(reply), models=("scripted",)) as server:
        for _ in range(2):
            rows = as_json(*command(data, server, out, 2))["rows"]
    kept = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    assert [one["kind"] for one in kept].count("run") == 1
    assert (kept[0]["model"], bool(kept[0]["prompts"]), bool(kept[0]["hardware"])) == ("scripted", True, True)
    assert len(kept) == 1 + 6 * 4  # six texts, four methods, once
    made = as_json("bench", "tables", "--out", out, "--again", "--only", "tab")["rows"]
    table = {row["method"]: row for row in made if row["table"] == "table-01" and row["data"] == "TAB"}
    assert {row["method"]: row["privacy"] for row in rows} == {name: table[name]["privacy"] for name in METHODS.split(",")}
    assert table["has"]["n"] == 6

"""run.py: the rows of Table 11."""

import json

from guardian_core.evaluation.calibration import run


def test_a_row_for_each_method_with_the_published_beside():
    rows = run.run(500, 0)
    assert [row["method"] for row in rows] == list(run.PUBLISHED)
    assert all(row["n"] == 500 and -1 <= row["rho"] <= 1 and 0 <= row["macro_f1"] <= 1 for row in rows)
    full = rows[0]
    assert full["published"] == {"rho": 0.982, "r": 0.947, "mae": 0.119, "macro_f1": 0.812}
    assert full["rho"] > 0.5  # the formula and the rules see the same things


def test_counts_breaches_that_are_not_allowed(tmp_path):
    (tmp_path / "privacylens").mkdir()
    seed = {"data_type": "medical record", "data_recipient": "a stranger"}
    (tmp_path / "privacylens" / "s.jsonl").write_text(json.dumps({"name": "a", "seed": seed}))
    rows = [row for row in run.run(500, 0, tmp_path) if "denied" in row]
    assert (rows[0]["method"], rows[0]["not_allowed"], rows[0]["n"]) == ("AMRSF (full)", 1.0, 1)


def test_keeps_the_scenarios_and_says_who_rated_them(tmp_path):
    run.write(tmp_path / "out", 500, 0)
    lines = [json.loads(line) for line in (tmp_path / "out" / "scenarios.jsonl").read_text().splitlines()]
    assert len(lines) == 500
    assert {line["rated_by"] for line in lines} == {"rules"}
    assert all(line["rationale"] for line in lines)


def test_tells_a_person_that_no_expert_rated():
    assert "No expert rated these scenarios" in run.render(run.run(500, 0))

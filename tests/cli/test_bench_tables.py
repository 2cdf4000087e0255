"""guardian bench tables."""

import json

from tests.evaluation.anonymization.conftest import tab_record


def folder(tmp_path):
    (tmp_path / "data" / "tab").mkdir(parents=True)
    record = tab_record("Ms Ann Quill met Bo.", ("Ann Quill", "PERSON", "DIRECT"))
    (tmp_path / "data" / "tab" / "t.jsonl").write_text(json.dumps(record))
    return tmp_path / "data"


def test_prints_tables_for_people_and_programs(as_json, guardian, tmp_path):
    wanted = ("bench", "tables", "--data", folder(tmp_path), "--out", tmp_path / "out", "--only", "tab,amrsf")
    made = as_json(*wanted, "--methods", "keep-all,mask-all")["rows"]
    assert [(row["method"], row["privacy"]) for row in made[:2]] == [("keep-all", 0.0), ("mask-all", 1.0)]
    assert made[0]["table"] == "table-01"
    assert {row["table"] for row in made} >= {"table-02", "readings"}
    said = guardian(*wanted, "--methods", "keep-all,mask-all").stdout
    assert "### Table 1. Methods" in said
    assert "Written to" in said


def test_refuses_what_it_does_not_know(refused, tmp_path):
    wanted = ("bench", "tables", "--data", folder(tmp_path), "--out", tmp_path / "out")
    assert "no 'magic'" in refused(*wanted, "--methods", "magic")
    assert "no 'moon'" in refused(*wanted, "--only", "moon")
    assert "no server's address" in refused(*wanted, "--model", "moon", "--only", "amrsf")

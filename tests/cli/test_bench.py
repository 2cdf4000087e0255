"""guardian bench."""

import json


def test_prints_rows_for_programs(as_json):
    printed = as_json("bench", "amrsf")
    assert list(printed) == ["rows"]
    assert [row["table"] for row in printed["rows"]] == [2] * 4 + [3] * 4 + [20] * 4 + [22] * 4 + [23] * 4
    first = printed["rows"][0]
    assert (first["context"], first["allow"], first["published"]["allow"], first["deviation"]["allow"]) == ("C_low", 87, 100, -13)


def test_prints_tables_for_people(guardian):
    result = guardian("bench", "amrsf")
    assert result.exit_code == 0
    assert "Columns that cannot all hold" in result.stdout


def test_draws_with_a_seed(as_json):
    assert as_json("bench", "amrsf", "--seed", 5) == as_json("bench", "amrsf", "--seed", 5)
    assert as_json("bench", "amrsf", "--seed", 5) != as_json("bench", "amrsf")


def test_refuses_no_samples(refused):
    assert "0 is not in the range" in refused("bench", "amrsf", "--n", 0)


def test_measures_anonymization(as_json, guardian, tmp_path):
    text = "Ms Ann Quill was born in Leeds."
    entities = [{"entity_type": "PERSON", "identifier_type": "DIRECT", "start_offset": 0, "end_offset": 12}]
    (tmp_path / "t.jsonl").write_text(json.dumps({"text": text, "entities": entities}))
    wanted = ("bench", "anonymize", "--dataset", "tab", "--data", tmp_path, "--methods", "guardian-l3,keep-all", "--n", 5)
    rows = as_json(*wanted, "--out", tmp_path / "out")["rows"]
    assert [(row["method"], row["privacy"], row["spans"]) for row in rows] == [("guardian-l3", 1.0, 1), ("keep-all", 0.0, 1)]
    assert json.loads((tmp_path / "out" / "rows.json").read_text())["rows"] == rows
    assert len((tmp_path / "out" / "outputs.jsonl").read_text().splitlines()) == 2
    assert "1 texts, 1 gold spans" in guardian(*wanted).stdout


def test_refuses_methods_it_does_not_know(refused, tmp_path):
    assert "no method 'magic'; there are guardian-l1" in refused(
        "bench", "anonymize", "--dataset", "tab", "--data", tmp_path, "--methods", "magic"
    )


def test_says_what_is_wrong_with_the_data(refused, tmp_path):
    (tmp_path / "t.jsonl").write_text("{}")
    assert "t.jsonl, line 1: 'text' is missing" in refused("bench", "anonymize", "--dataset", "tab", "--data", tmp_path)

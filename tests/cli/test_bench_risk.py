"""guardian bench risk."""


def test_prints_the_table(as_json, guardian, tmp_path):
    rows = as_json("bench", "risk", "--n", 500, "--out", tmp_path / "r")["rows"]
    assert rows[0]["method"] == "AMRSF (full)"
    assert (tmp_path / "r" / "scenarios.jsonl").is_file()
    assert "NIST LxI" in guardian("bench", "risk", "--n", 500).stdout


def test_says_what_is_missing(refused, tmp_path):
    assert "no file of privacylens" in refused("bench", "risk", "--data", tmp_path)
    assert "499 is not in the range" in refused("bench", "risk", "--n", 499)

"""guardian bench."""


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

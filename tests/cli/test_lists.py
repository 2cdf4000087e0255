"""`guardian lists`."""

import pytest


@pytest.fixture
def config(tmp_path):
    (tmp_path / "own.txt").write_text("||one.example^\n||two.example^\n")
    path = tmp_path / "guardian.toml"
    path.write_text('[decision.sources]\nown = "own.txt"\ngone = "gone.txt"\n')
    return path


def test_updates_those_named_and_shows_them(as_json, config):
    assert as_json("lists", "show", "--config", config)["lists"][0] | {"file": ""} == {
        "name": "own",
        "source": str(config.parent / "own.txt"),
        "file": "",
        "domains": 0,
        "fetched": None,
    }
    (row,) = as_json("lists", "update", "own", "--config", config)["lists"]
    assert (row["state"], row["domains"]) == ("new", 2)
    assert as_json("lists", "show", "--config", config)["lists"][0]["domains"] == 2


def test_goes_on_with_the_others_when_one_fails(guardian, config):
    result = guardian("lists", "update", "--config", config)
    assert result.exit_code == 1
    assert "own   new   2 domains" in result.stdout
    assert "cannot read" in result.stdout


def test_says_which_there_are_and_how_to_name_one(refused, guardian, config):
    assert "known: own, gone" in refused("lists", "update", "ep", "--config", config)
    assert "[decision.sources]" in refused("lists", "update")
    assert guardian("lists", "show").exit_code == 1

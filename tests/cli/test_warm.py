"""guardian policy warm, over the demo's internet."""

import json

import pytest

from guardian_core.cli.warm import domains_in
from guardian_core.demo.world import World


@pytest.fixture
def config(tmp_path):
    with World() as world:
        yield world.configure(tmp_path / "other-home")


def test_reads_lists_of_several_kinds() -> None:
    text = "\ufeff# mine\nshop.example  # the shop\n\n1,news.example\nhttps://Books.Example/privacy\nshop.example.\n"
    assert domains_in(text.removeprefix("\ufeff")) == ["shop.example", "news.example", "books.example"]


@pytest.mark.parametrize("line", ["not a domain", "shop", "a@b.example", "shop.example/privacy"])
def test_says_which_line_is_wrong(refused, line) -> None:
    assert "line 2" in refused("policy", "warm", "-", stdin=f"shop.example\n{line}\n".encode())


def test_looks_up_a_list_and_goes_on_where_it_was(guardian, as_json, config, tmp_path) -> None:
    sites = tmp_path / "sites.txt"
    sites.write_text("willowshop.test\nnowhere.localhost\n")
    printed = as_json("policy", "warm", sites, "--config", config)
    assert {row["domain"]: row["state"] for row in printed["rows"]} == {"willowshop.test": "known", "nowhere.localhost": "unknown"}
    assert (printed["domains"], printed["skipped"], printed["known"], printed["unknown"]) == (2, 0, 1, 1)
    result = guardian("policy", "warm", sites, "--config", config)
    assert result.stdout == "2 domains: 0 known, 0 none, 0 unknown, 2 still fresh\n"
    again = json.loads(guardian("policy", "warm", sites, "--again", "--config", config, "--json").stdout)
    assert len(again["rows"]) == 2


def test_explains_itself(guardian) -> None:
    text = guardian("policy", "warm", "--help").stdout
    assert "Ctrl-C" in text
    assert "one domain a line" in " ".join(text.split())

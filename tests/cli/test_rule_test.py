"""`guardian rules test` on whole requests: what applies, and what of it decided."""

import pytest

CONFIG = """
[detect]
names = false
[[rules]]
name = "first"
site = "clinic.example"
categories = ["Email"]
decide = "allow"
[[rules]]
name = "second"
client = "192.0.2.0/24"
decide = "deny"
least_level = 3
[[rules]]
name = "third"
recipients = ["unknown_third_party"]
as_recipient = "advertising"
"""
MAIL = b'{"email": "dana@willow.example"}'


@pytest.fixture
def shown(as_json, tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text(CONFIG, encoding="utf-8")

    def run(url, *more, body=MAIL):
        return as_json("rules", "test", "--config", path, "--url", url, "--body", "-", *more, stdin=body)

    return run


def test_names_the_rule_that_decided(shown):
    got = shown("https://api.clinic.example/v1", "--client", "192.0.2.9")
    assert (got["decision"], got["decided_by"]) == ("allow", "rule 'first'")
    assert got["rules"] == [
        {"name": "first", "sets": {"decide": "allow"}, "decided": ["decide"]},
        {"name": "second", "sets": {"decide": "deny", "least_level": 3}, "decided": ["least_level"]},
    ]


def test_shows_a_rule_that_places_the_request_by_what_it_was_before(shown):
    got = shown("https://ads.stranger.test/v1", "--header", "Origin: https://shop.example")
    assert got["rules"] == [{"name": "third", "sets": {"as_recipient": "advertising"}, "decided": ["as_recipient"]}]
    assert got["decided_by"] == "score"
    assert "advertising" in got["reasons"][0]


@pytest.mark.parametrize(("body", "by"), [(b'{"a": 1}', "nothing personal found"), (b"\x1f\x8b broken", "fail mode")])
def test_says_what_decided_where_no_rule_did(shown, body, by):
    more = ("--header", "Content-Encoding: gzip") if by == "fail mode" else ()
    got = shown("https://other.example/v1", *more, body=body)
    assert (got["decided_by"], got["rules"]) == (by, [])


def test_says_it_in_words(guardian, tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text(CONFIG, encoding="utf-8")
    arguments = ("--config", path, "--url", "https://clinic.example/?m=dana@willow.example", "--client", "192.0.2.9")
    lines = guardian("rules", "test", *arguments).stdout.splitlines()
    assert "rule 'first': decide allow *" in lines
    assert "rule 'second': decide deny (an earlier rule counts), least_level 3 *" in lines
    assert "allow, decided by rule 'first'" in lines

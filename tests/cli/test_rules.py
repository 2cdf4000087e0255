"""`guardian rules`."""

import pytest

CONFIG = """
[detect]
names = false
allow = ["support@willow.example"]
deny = { "Project Heron" = "Content" }
[[detect.patterns]]
name = "ticket"
regex = 'HRN-\\d{6}'
category = "DeviceID"
context = ["ticket"]
"""


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


def test_lists_words_and_patterns(as_json, config):
    assert [(row["kind"], row["name"], row["category"]) for row in as_json("rules", "list", "--config", config)["rules"]] == [
        ("allow", "support@willow.example", None),
        ("deny", "Project Heron", "Content"),
        ("pattern", "ticket", "DeviceID"),
    ]


def test_says_where_rules_would_stand(guardian):
    result = guardian("rules", "list")
    assert result.exit_code == 1
    assert "docs/rules.md" in result.stdout


def test_shows_what_a_request_holds_and_what_is_decided(as_json, config):
    body = b'{"note": "ticket HRN-204113 of Project Heron, to support@willow.example"}'
    shown = as_json("rules", "test", "--config", config, "--url", "https://ads.example.test/c", "--body", "-", stdin=body)
    assert [(row["path"], row["category"], row["source"], row["value"]) for row in shown["findings"]] == [
        ("body/note", "DeviceID", "rule ticket", "10 characters"),
        ("body/note", "Content", "deny", "13 characters"),
    ]
    assert shown["decision"] in {"allow", "transform", "deny"}
    assert shown["reasons"]


def test_reveals_values_only_when_asked(guardian, config):
    arguments = ("rules", "test", "--config", config, "--url", "https://ads.example.test/c?m=dana@willow.example")
    assert "dana@" not in guardian(*arguments).stdout
    assert "dana@willow.example" in guardian(*arguments, "--reveal").stdout


def test_refuses_a_broken_pattern_with_its_place(guardian, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text(CONFIG.replace(r"HRN-\d{6}", "HRN-("), encoding="utf-8")
    result = guardian("rules", "list", "--config", path)
    assert result.exit_code == 2
    assert "patterns.0.regex: not a regular expression: missing ) at character 5" in result.stderr

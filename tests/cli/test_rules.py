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
    assert "patterns, entry 1: regex: not a regular expression: missing ) at character 5" in result.stderr


def test_adds_and_removes_every_kind_and_keeps_the_comments(guardian, as_json, config):
    written = "# mine\n" + CONFIG
    config.write_text(written, encoding="utf-8")
    for arguments in (
        ("my clinic", "--site", "clinic.example", "--category", "health,Email", "--decide", "allow"),
        ("Willow Labs", "--never-personal"),
        ("Heron 2", "--always-personal", "--category", "content"),
        ("staff", "--pattern", "HRN-[0-9]{6}", "--category", "DeviceID"),
    ):
        as_json("rules", "add", *arguments, "--config", config)
    rows = as_json("rules", "list", "--config", config)["rules"]
    assert [(row["kind"], row["name"]) for row in rows] == [
        ("rule", "my clinic"),
        ("allow", "support@willow.example"),
        ("allow", "Willow Labs"),
        ("deny", "Project Heron"),
        ("deny", "Heron 2"),
        ("pattern", "ticket"),
        ("pattern", "staff"),
    ]
    assert rows[0]["detail"] == "site clinic.example, categories Email/Health → decide allow"
    for name in ("my clinic", "Willow Labs", "Heron 2", "staff"):
        assert as_json("rules", "remove", name, "--config", config)["removed"]["name"] == name
    assert config.read_text(encoding="utf-8").split() == written.split()


def test_makes_the_usual_file_with_the_first_rule(as_json, home):
    as_json("rules", "add", "no ads", "--recipient", "advertising", "--decide", "deny")
    assert (home / "guardian.toml").stat().st_mode & 0o077 == 0
    assert [row["name"] for row in as_json("rules", "list")["rules"]] == ["no ads"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("x", "--site", "a.test"), "it changes nothing"),
        (("x", "--decide", "allow"), "it would decide about every request"),
        (("x", "--site", "not a host", "--decide", "deny"), "is neither an IP address nor a host name"),
        (("x", "--never-personal", "--site", "a.test"), "allow does not take --site"),
        (("x1", "--always-personal"), "name the category"),
        (("x", "--pattern", "(", "--category", "Email"), "not a regular expression"),
        (("x", "--never-personal", "--always-personal"), "exclude each other"),
        (("Project Heron", "--always-personal", "--category", "Email"), "there is one called"),
        (("x", "--category", "Emial", "--decide", "deny"), "did you mean 'Email'"),
    ],
)
def test_refuses_a_rule_that_is_none_and_leaves_the_file(guardian, config, arguments, said):
    result = guardian("rules", "add", *arguments, "--config", config)
    assert result.exit_code == 2
    assert said in result.stderr
    assert config.read_text(encoding="utf-8") == CONFIG


def test_says_what_there_is_where_nothing_has_that_name(refused, config):
    assert "did you mean 'ticket'" in refused("rules", "remove", "tickt", "--config", config)

"""`guardian config`."""

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

from guardian_core import profiles
from guardian_core.cli.config import config_schema

PUBLISHED = json.loads((Path(__file__).parents[2] / "docs" / "schemas" / "config.json").read_text(encoding="utf-8"))
CHECK = jsonschema.Draft202012Validator(PUBLISHED)


def settings(shown):
    return {row["key"]: (row["value"], row["from"]) for row in shown["settings"]}


def test_shows_what_is_in_force_and_where_it_came_from(as_json, tmp_path, home):
    path = tmp_path / "guardian.toml"
    path.write_text('profile = "agent"\n[policy]\nwait = 5\n[decision.domains."a.test"]\nrecipient = "advertising"\n')
    shown = as_json("config", "show", "--config", path)
    assert (shown["file"], shown["profile"]) == (str(path), "agent")
    found = settings(shown)
    assert found["policy.wait"] == (5, str(path))
    assert found["decision.client_recipient"] == ("unknown_third_party", "profile agent")
    assert found["proxy.port"] == (8080, "default")
    assert found["home"] == (str(home), "default")
    assert found["decision.domains"][0]["a.test"]["recipient"] == "advertising"


def test_shows_a_profile_and_only_what_it_changes(as_json, guardian):
    shown = as_json("config", "show", "--profile", "observe", "--changed")
    assert set(settings(shown)) == {"profile", "decision.observe", "audit.retention_days"} - {"profile"}
    assert guardian("config", "show", "--changed").stdout == "every setting has its default\n"


def test_says_with_which_file_the_proxy_runs(guardian, shared_proxy, monkeypatch):
    monkeypatch.setenv("GUARDIAN_HOME", str(shared_proxy.home))
    shown = guardian("config", "show")
    how = f"guardian config show --config {shared_proxy.config.resolve()}"
    assert f"the proxy at {shared_proxy.url} runs with {shared_proxy.config.resolve()}, not with" in shown.stderr
    assert shown.stderr.strip().endswith(how)
    running = json.loads(guardian("config", "show", "--json").stdout)["running"]
    assert running == {"proxy": shared_proxy.url, "file": str(shared_proxy.config.resolve()), "profile": None}
    assert guardian("config", "show", "--config", shared_proxy.config).stderr == ""


def test_leaves_out_the_thousands_of_imported_domains(as_json, tmp_path):
    (tmp_path / "list.txt").write_text("||one.example^\n")
    path = tmp_path / "guardian.toml"
    path.write_text('[decision]\nlists = ["list.txt"]\n')
    assert settings(as_json("config", "show", "--config", path))["decision.domains"][0] == {}


def test_prints_the_schema_that_is_published(as_json):
    assert as_json("config", "schema") == PUBLISHED == json.loads(json.dumps(config_schema()))
    jsonschema.Draft202012Validator.check_schema(PUBLISHED)


@pytest.mark.parametrize("name", profiles.PROFILES)
def test_has_a_schema_that_every_profile_fits(name, as_json, guardian):
    CHECK.validate(profiles.values(name))
    assert as_json("config", "profile", name)["settings"] == profiles.values(name)
    assert tomllib.loads(guardian("config", "profile", name).stdout) == profiles.values(name)


@pytest.mark.parametrize(
    "text", ["[proxy]\nprot = 1\n", "[proxy]\nport = '1'\n", "profile = 'agnet'\n", "[[rules]]\nsite = 'a.test'\n"]
)
def test_has_a_schema_that_sees_mistakes(text):
    assert not CHECK.is_valid(tomllib.loads(text))


def test_explains_every_key_to_the_editor():
    sections = [PUBLISHED["$defs"][ref["$ref"].rpartition("/")[2]] for ref in PUBLISHED["properties"].values() if "$ref" in ref]
    assert len(sections) > 8
    assert all(key["description"] for section in sections for key in section["properties"].values())

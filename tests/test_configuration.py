"""Layers of tables, and where the usual file lies."""

import pytest

from guardian_core import configuration
from guardian_core.errors import SettingsError
from guardian_core.settings import Settings


def test_beats_key_by_key_and_takes_values_whole():
    below = {"fail": {"opaque": {"advertising": "open"}, "stream": "open"}, "home": "/a"}
    above = {"fail": {"opaque": {}}, "home": "/b"}
    assert configuration.layered(below, above) == {"fail": {"opaque": {}, "stream": "open"}, "home": "/b"}


def test_puts_the_rules_of_the_file_before_those_of_its_profile():
    assert configuration.layered({"rules": [{"name": "profile"}]}, {"rules": [{"name": "file"}]}) == {
        "rules": [{"name": "file"}, {"name": "profile"}]
    }
    assert configuration.origins({"profile strict": {"rules": []}, "the file": {"rules": []}}) == {
        "rules": "the file, then profile strict"
    }


def test_changes_no_layer():
    layer = {"proxy": {"port": 1}}
    configuration.layered(layer, {"proxy": {"port": 2}})
    assert layer == {"proxy": {"port": 1}}


def test_takes_the_file_in_the_home_folder_where_none_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("GUARDIAN_HOME", str(tmp_path))
    assert configuration.usual(None) is None
    (tmp_path / "guardian.toml").write_text("")
    assert configuration.usual(None) == tmp_path / "guardian.toml"
    assert configuration.usual(tmp_path / "other.toml") == tmp_path / "other.toml"


def test_refuses_what_is_no_text(tmp_path):
    (tmp_path / "guardian.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="not UTF-8"):
        configuration.tables(tmp_path / "guardian.toml")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[rewrite]\nseconds = 3", "rewrite.seconds: must be a table: [rewrite.seconds] and lines name = value below it;"),
        ("model = 3", "model: must be a table: [model] and lines name = value below it (url, name,"),
        ("[decision]\ndomains = 4", "[decision.domains] and lines name = { key = value } below it (recipient, purpose,"),
        ('[decision]\ndomains = { "a.test" = "x" }', 'must be a table: "a.test" = { name = value } (recipient, purpose,'),
        ("[rules]\nname = 1", "rules: must be a list of tables: [[rules]] and lines name = value below it (name, site,"),
        ("rules = ['a']", "rule 1: must be a table: [[rules]] and lines name = value below it (name, site,"),
        ("[detect]\npatterns = ['a']", "detect.patterns, entry 1: must be a table: [[detect.patterns]] and lines"),
        ("port = 4", "port: unknown key; there is 'proxy.port'; known keys: profile, home,"),
        ("profil = 4", "profil: unknown key; did you mean 'profile'?"),
        ("[proxy]\nprt = 4", "proxy.prt: unknown key; did you mean 'port'?"),
        ("[proxy]\nzzz = 4", "proxy.zzz: unknown key; known keys: host,"),
        ("[[rules]]\nname = 'a'\nsitee = 'x'", "rule 1: sitee: unknown key; did you mean 'site'?"),
        ("[proxy]\nport = '1'", "proxy.port: Input should be a valid integer (a whole number, without quotes)"),
    ],
)
def test_says_how_the_right_value_is_written(tmp_path, content, said):
    (tmp_path / "c.toml").write_text(content)
    with pytest.raises(SettingsError) as raised:
        Settings.load(tmp_path / "c.toml")
    assert said in str(raised.value)

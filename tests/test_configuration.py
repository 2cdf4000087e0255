"""Layers of tables, and where the usual file lies."""

import pytest

from guardian_core import configuration
from guardian_core.errors import SettingsError


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

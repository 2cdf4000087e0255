"""Every profile can be used, says what it is, and is beaten by the file."""

import tomllib

import pytest

from guardian_core import profiles
from guardian_core.errors import SettingsError
from guardian_core.settings import Settings


def load(folder, text, **more):
    path = folder / "guardian.toml"
    path.write_text(text, encoding="utf-8")
    return Settings.load(path, **more)


@pytest.mark.parametrize("name", profiles.PROFILES)
def test_can_be_used_by_itself(name):
    settings = Settings.load(None, profile=name)
    assert settings.profile == name
    assert profiles.text(name).startswith(f"# {name}: ")
    assert tomllib.loads(profiles.text(name)) == profiles.values(name) != {}


@pytest.mark.parametrize("name", profiles.PROFILES)
def test_differs_from_the_defaults_in_all_that_it_says(name):
    """A key that says what is the default anyway would only look like a choice; personal says one on purpose."""
    plain, with_profile = Settings(), Settings.load(None, profile=name)
    said = {f"{section}.{key}" for section, values in profiles.values(name).items() if isinstance(values, dict) for key in values}
    same = {key for key in said if attribute(plain, key) == attribute(with_profile, key)}
    assert same <= {"audit.retention_days", "decision.client_purpose", "decision.client_basis"}


def attribute(settings, key):
    for part in key.split("."):
        settings = getattr(settings, part)
    return settings


def test_is_beaten_by_the_file_and_that_by_the_command_line(tmp_path):
    text = 'profile = "agent"\n[policy]\nwait = 5\n'
    assert load(tmp_path, text).policy.wait == 5
    assert load(tmp_path, text).decision.client_recipient == "unknown_third_party"
    other = load(tmp_path, text, profile="observe", given={"policy": {"wait": 6}})
    assert (other.profile, other.decision.observe, other.policy.wait) == ("observe", True, 6)
    assert other.decision.client_recipient == "service_provider"


def test_says_where_each_value_came_from(tmp_path):
    settings = load(tmp_path, 'profile = "agent"\n[policy]\nwait = 5\n', given={"decision": {"observe": True}})
    origins = settings.source.origins
    assert origins["policy.wait"] == str(tmp_path / "guardian.toml")
    assert origins["decision.client_recipient"] == "profile agent"
    assert origins["decision.observe"] == "the command line"
    assert "proxy.port" not in origins


def test_is_read_again_with_what_the_command_line_said(tmp_path):
    settings = load(tmp_path, "[policy]\nwait = 5\n", profile="observe", given={"audit": {"enabled": False}})
    (tmp_path / "guardian.toml").write_text("[policy]\nwait = 7\n")
    anew = settings.again()
    assert (anew.policy.wait, anew.decision.observe, anew.audit.enabled) == (7, True, False)


def test_refuses_a_name_that_is_none(tmp_path):
    with pytest.raises(SettingsError, match="profile: Input should be 'personal', 'agent'"):
        load(tmp_path, 'profile = "agnet"\n')

"""The configuration file: every fault in it is one line that says what to do."""

import pytest

from guardian_core.errors import SettingsError
from guardian_core.settings import Settings

FAULTS = {
    "unknown key": ("[proxy]\nprot = 9000\n", "proxy.prot: unknown key; did you mean 'port'?"),
    "unknown section": ("[polcy]\nwait = 1\n", "polcy: unknown key; did you mean 'policy'?"),
    "port out of range": ("[proxy]\nport = 99999\n", "proxy.port: Input should be less than or equal to 65535"),
    "word for a number": ('[policy]\nwait = "long"\n', "policy.wait: Input should be a valid integer"),
    "unknown region": ('[detect]\nphone_regions = ["UK"]\n', "unknown phone region 'UK': use GB"),
    "unknown recipient": ('[fail]\nopaque = { advertisers = "open" }\n', "fail.opaque"),
    "broken TOML": ("[proxy\n", "not valid TOML"),
}


@pytest.mark.parametrize(("text", "said"), FAULTS.values(), ids=FAULTS.keys())
def test_names_the_fault_and_the_remedy(tmp_path, text, said):
    path = tmp_path / "guardian.toml"
    path.write_text(text)
    with pytest.raises(SettingsError) as raised:
        Settings.load(path)
    assert said in str(raised.value)
    assert str(path) in str(raised.value)


def test_says_when_the_file_cannot_be_read(tmp_path):
    with pytest.raises(SettingsError, match="cannot read the configuration"):
        Settings.load(tmp_path / "missing.toml")


def test_says_when_the_file_is_no_text(tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="not UTF-8"):
        Settings.load(path)


def test_takes_its_home_from_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("GUARDIAN_HOME", str(tmp_path))
    assert Settings.load(None).home == tmp_path


def test_a_configuration_cannot_be_changed():
    with pytest.raises(ValueError, match="frozen"):
        Settings().proxy.port = 1  # type: ignore[misc]

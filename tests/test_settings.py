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
    "no host": ('[proxy]\nhost = "nonsense..x"\n', "proxy.host: 'nonsense..x' is neither an IP address nor a host name"),
    "true for a port": ("[proxy]\nport = true\n", "proxy.port: Input should be a valid integer"),
    "a list for a table": (
        '[detect]\ndeny = ["zebra"]\n',
        "detect.deny: must be a table: [detect.deny] and lines name = value below it; docs/settings.md has an example",
    ),
    "a text for a list": ('[detect]\nallow = "zebra"\n', 'detect.allow: Input should be a valid tuple (a list: ["…", "…"])'),
    "text for a port": ('[proxy]\nport = "8080"\n', "proxy.port: Input should be a valid integer (a whole number, without quotes)"),
    "text for a switch": ('[policy]\nenabled = "yes"\n', "policy.enabled: Input should be a valid boolean (true or false"),
    "number for a switch": ("[decision]\nobserve = 1\n", "decision.observe: Input should be a valid boolean"),
    "switch of a domain": (
        '[decision.domains."a.test"]\nrecipient = "advertising"\nown_pages = "no"\n',
        "decision.domains.a.test.own_pages: Input should be a valid boolean",
    ),
    "text for days": ('[audit]\nretention_days = "30"\n', "audit.retention_days: Input should be a valid number"),
    "no number of days": ("[policy]\nfresh_days = inf\n", "policy.fresh_days: Input should be a finite number"),
    "no domain": (
        '[decision.domains."not a domain"]\nrecipient = "advertising"\n',
        "decision.domains.not a domain: 'not a domain' is neither an IP address nor a host name",
    ),
    "resolved to a name": (
        '[proxy.resolve]\n"a.test" = "b.test:1"\n',
        "proxy.resolve.a.test: 'b.test:1' is not an address; write it as",
    ),
    "nothing to resolve": ('[proxy.resolve]\n"a b" = "127.0.0.1"\n', "proxy.resolve.a b: 'a b' is neither"),
    "no private host": ('[policy]\nallow_private = ["a b"]\n', "policy.allow_private, entry 1: 'a b' is neither"),
    "one port for both": (
        "[proxy]\nport = 8090\nweb_port = 8090\n",
        "proxy: web_port and port are both 8090; choose another web_port",
    ),
    "no authority": ('[proxy]\ntrust_ca = "none.pem"\n', "proxy.trust_ca: cannot read"),
    "nobody's home": ('home = "~nobody-of-that-name/x"\n', "home: "),
}


@pytest.mark.parametrize(("text", "said"), FAULTS.values(), ids=FAULTS.keys())
def test_names_the_fault_and_the_remedy(tmp_path, text, said):
    path = tmp_path / "guardian.toml"
    path.write_text(text)
    with pytest.raises(SettingsError) as raised:
        Settings.load(path)
    assert said in str(raised.value)
    assert str(tmp_path) in str(raised.value)


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


def test_takes_paths_from_the_folder_of_the_file(tmp_path, monkeypatch):
    """Wherever it is started from."""
    folder = tmp_path / "etc"
    folder.mkdir()
    (folder / "ca.pem").write_text("-----BEGIN CERTIFICATE-----\n")
    path = folder / "guardian.toml"
    path.write_text(
        'home = "state"\n[proxy]\ntrust_ca = "ca.pem"\n[policy]\nstore = "../policies.db"\n[audit]\nstore = "~/audit.db"\n'
        f'[detect]\nmodel = "{tmp_path}/model"\n'
    )
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.chdir(tmp_path)
    for written in (path, path.relative_to(tmp_path)):
        settings = Settings.load(written)
        assert settings.home == folder / "state"
        assert settings.proxy.trust_ca == folder / "ca.pem"
        assert settings.policy.store == folder / "../policies.db"
        assert settings.audit.store == tmp_path / "user" / "audit.db"
        assert settings.detect.model == tmp_path / "model"


def test_knows_the_home_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GUARDIAN_HOME", "~/elsewhere")
    assert Settings.load(None).home == tmp_path / "elsewhere"


def test_takes_whole_numbers_for_days_and_one_spelling_of_hosts(tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text('[audit]\nretention_days = 7\n[proxy]\nhost = "LOCALHOST"\nresolve = { "Shop.test." = "127.0.0.1:1" }\n')
    settings = Settings.load(path)
    assert settings.audit.retention_days == 7
    assert (settings.proxy.host, settings.proxy.resolve) == ("localhost", {"shop.test": "127.0.0.1:1"})


def test_lets_the_proxy_have_the_port_that_mitmweb_would_have_by_default(tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text("[proxy]\nport = 8081\n")
    assert Settings.load(path).proxy.port == 8081

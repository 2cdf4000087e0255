"""Real settings of GNOME in a folder of the test's own: changed, put back, and not lost by a crash."""

import json
import shutil
import subprocess

import pytest

from guardian_core.errors import SystemProxyError, TrustError
from guardian_core.system_proxy import carry_out, kept, present, switch, turned_off, turned_on

PROXY, OTHER = "http://127.0.0.1:8080", "http://127.0.0.1:9090"
SCHEMA = "org.gnome.system.proxy"


def gsettings(*words):
    return subprocess.run(["gsettings", *words], capture_output=True, text=True, check=False)


@pytest.fixture
def gnome(tmp_path, monkeypatch):
    if not shutil.which("gsettings") or gsettings("get", SCHEMA, "mode").returncode:
        pytest.skip("no GNOME settings here (gsettings, gsettings-desktop-schemas)")
    monkeypatch.setenv("GSETTINGS_BACKEND", "keyfile")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    gsettings("set", SCHEMA, "mode", "'auto'")
    gsettings("set", f"{SCHEMA}.http", "host", "'old.example.test'")
    gsettings("set", f"{SCHEMA}.http", "port", "3128")
    return present(shutil.which, "GNOME", "linux")


def now():
    keys = ((SCHEMA, "mode"), (f"{SCHEMA}.http", "host"), (f"{SCHEMA}.http", "port"), (f"{SCHEMA}.https", "host"))
    return tuple(gsettings("get", *key).stdout.strip() for key in keys)


BEFORE = ("'auto'", "'old.example.test'", "3128", "''")
OURS = ("'manual'", "'127.0.0.1'", "8080", "'127.0.0.1'")


def test_puts_back_what_was_there(gnome, tmp_path):
    assert now() == BEFORE
    carry_out(tmp_path, turned_on(tmp_path, gnome, PROXY))
    assert now() == OURS
    assert kept(tmp_path).proxy == PROXY
    carry_out(tmp_path, turned_off(tmp_path))
    assert now() == BEFORE
    assert kept(tmp_path) is None
    assert turned_off(tmp_path) is None


def test_keeps_the_first_values_when_it_is_turned_on_again(gnome, tmp_path):
    """After a crash nothing was put back; the next start must not take our own address for the user's."""
    for proxy in (PROXY, PROXY, OTHER):
        carry_out(tmp_path, turned_on(tmp_path, gnome, proxy))
    assert now()[2] == "9090"
    carry_out(tmp_path, turned_off(tmp_path))
    assert now() == BEFORE


def test_does_nothing_twice(gnome, tmp_path):
    carry_out(tmp_path, turned_on(tmp_path, gnome, PROXY))
    assert turned_on(tmp_path, gnome, PROXY).commands == ()


def test_leaves_what_the_user_changed_since(gnome, tmp_path):
    carry_out(tmp_path, turned_on(tmp_path, gnome, PROXY))
    gsettings("set", SCHEMA, "mode", "'none'")
    change = turned_off(tmp_path)
    assert change.left == (f"{SCHEMA} mode",)
    carry_out(tmp_path, change)
    assert now() == ("'none'", *BEFORE[1:])


def test_can_be_put_back_after_it_was_interrupted(gnome, tmp_path, monkeypatch):
    """The file is there before the first command runs."""
    done = []

    def stops(line):
        if done:
            message = "the machine went down"
            raise TrustError(message)
        done.append(subprocess.run(line, check=True))

    change = turned_on(tmp_path, gnome, PROXY)
    monkeypatch.setattr(switch, "run", stops)
    with pytest.raises(TrustError):
        carry_out(tmp_path, change)
    monkeypatch.undo()
    monkeypatch.setenv("GSETTINGS_BACKEND", "keyfile")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert now() != BEFORE
    carry_out(tmp_path, turned_off(tmp_path))
    assert now() == BEFORE


def test_says_that_there_is_no_session(tmp_path):
    gnome = next(one for one in switch.DESKTOPS if one.name == "GNOME")
    with pytest.raises(SystemProxyError, match="GNOME does not say its proxy settings"):
        turned_on(tmp_path, gnome, PROXY, lambda _: None)


@pytest.mark.parametrize("text", ["", "{}", json.dumps({"desktop": "GNOME", "proxy": "", "before": 1, "ours": {}})])
def test_says_that_what_was_kept_cannot_be_read(tmp_path, text):
    (tmp_path / "system-proxy.json").write_text(text)
    with pytest.raises(SystemProxyError, match="set them by hand, then remove it"):
        turned_off(tmp_path)


def test_changes_nothing_where_it_cannot_keep_what_was_there(tmp_path):
    (tmp_path / "home").write_text("a file")
    gnome = next(one for one in switch.DESKTOPS if one.name == "GNOME")
    change = turned_on(tmp_path / "home2", gnome, PROXY, lambda line: "'none'")
    with pytest.raises(SystemProxyError, match="nothing was changed"):
        carry_out(tmp_path / "home", change)


def test_points_every_network_service_of_macos_and_back(tmp_path, monkeypatch):
    """The commands of a machine that is not here, carried out on a table of its settings."""
    table = {
        ("web", "Wi-Fi"): ["off", "", "0"],
        ("secureweb", "Wi-Fi"): ["on", "old.example.test", "3128"],
        ("web", "USB"): ["off", "", "0"],
    }
    table["secureweb", "USB"] = ["off", "", "0"]

    def read(line):
        if line[1] == "-listallnetworkservices":
            return "An asterisk (*) denotes that a network service is disabled.\nWi-Fi\nUSB\n"
        state, host, port = table[line[1].removeprefix("-get").removesuffix("proxy"), line[2]]
        return f"Enabled: {'Yes' if state == 'on' else 'No'}\nServer: {host}\nPort: {port}\n"

    def run(line):
        kind = line[1].removeprefix("-set")
        if kind.endswith("state"):
            table[kind.removesuffix("proxystate"), line[2]][0] = line[3]
        else:
            table[kind.removesuffix("proxy"), line[2]][1:] = line[3:]

    monkeypatch.setattr(switch, "run", run)
    macos = next(one for one in switch.DESKTOPS if one.name == "macOS")
    before = {key: list(value) for key, value in table.items()}
    carry_out(tmp_path, turned_on(tmp_path, macos, PROXY, read))
    assert all(value == ["on", "127.0.0.1", "8080"] for value in table.values())
    carry_out(tmp_path, turned_off(tmp_path, read))
    assert {key: value[0] for key, value in table.items()} == {key: value[0] for key, value in before.items()}
    assert table["secureweb", "Wi-Fi"] == before["secureweb", "Wi-Fi"]

"""guardian system-proxy with the real settings program of GNOME, in a folder of the test's own, and a real proxy."""

import json
import shutil
import subprocess

import pytest


def mode():
    command = ["gsettings", "get", "org.gnome.system.proxy", "mode"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


@pytest.fixture(autouse=True)
def _gnome(tmp_path, monkeypatch):
    monkeypatch.setenv("GSETTINGS_BACKEND", "keyfile")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "GNOME")
    if not shutil.which("gsettings") or not mode():
        pytest.skip("no GNOME settings here (gsettings, gsettings-desktop-schemas)")


def test_points_the_desktop_at_the_proxy_that_runs_and_back(guardian, shared_proxy):
    def system_proxy(*words):
        result = guardian("system-proxy", *words, "--config", shared_proxy.config)
        assert result.exit_code == 0, result.output
        return result.stdout

    assert f"gsettings set org.gnome.system.proxy.https port {shared_proxy.port}\n" in system_proxy("on", "--dry-run")
    assert mode() == "'none'"
    assert f"GNOME uses {shared_proxy.url}; " in system_proxy("on")
    assert mode() == "'manual'"
    assert json.loads(system_proxy("status", "--json")) == {"on": True, "desktop": "GNOME", "proxy": shared_proxy.url}
    assert json.loads(system_proxy("off", "--json"))["left"] == []
    assert mode() == "'none'"
    assert system_proxy("off") == "nothing to put back\n"
    assert system_proxy("status") == "off\n"


def test_does_not_cut_the_desktop_off(guardian, tmp_path):
    config = tmp_path / "guardian.toml"
    config.write_text(f'home = "{tmp_path}"\n[proxy]\nport = 1\n')
    result = guardian("system-proxy", "on", "--config", config)
    assert (result.exit_code, mode()) == (1, "'none'")
    assert "no proxy is running: guardian run" in result.stderr

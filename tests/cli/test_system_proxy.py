"""guardian system-proxy with the real settings program of GNOME, in a folder of the test's own, and a real proxy."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.cli.published import check_output


@pytest.fixture
def guardian(shared_proxy, tmp_path):
    environment = os.environ | {
        "GSETTINGS_BACKEND": "keyfile",
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_CURRENT_DESKTOP": "GNOME",
    }

    def run(*words, config=shared_proxy.config):
        command = [sys.executable, "-m", "guardian_core.cli", "system-proxy", *words, "--config", str(config)]
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)

    def mode():
        return subprocess.run(
            ["gsettings", "get", "org.gnome.system.proxy", "mode"], capture_output=True, text=True, env=environment, check=False
        ).stdout.strip()

    if not shutil.which("gsettings") or not mode():
        pytest.skip("no GNOME settings here (gsettings, gsettings-desktop-schemas)")
    run.mode = mode
    return run


def test_points_the_desktop_at_the_proxy_that_runs_and_back(guardian, shared_proxy):
    shown = guardian("on", "--dry-run").stdout
    assert f"gsettings set org.gnome.system.proxy.https port {shared_proxy.port}\n" in shown
    assert guardian.mode() == "'none'"
    assert f"GNOME uses {shared_proxy.url}; " in guardian("on").stdout
    assert guardian.mode() == "'manual'"
    on = json.loads(guardian("status", "--json").stdout)
    assert on == {"on": True, "desktop": "GNOME", "proxy": shared_proxy.url}
    off = json.loads(guardian("off", "--json").stdout)
    assert off["left"] == []
    check_output(["system-proxy", "status"], on)
    check_output(["system-proxy", "off"], off)
    assert guardian.mode() == "'none'"
    assert guardian("off").stdout == "nothing to put back\n"
    assert guardian("status").stdout == "off\n"


def test_does_not_cut_the_desktop_off(guardian, tmp_path):
    config = tmp_path / "guardian.toml"
    config.write_text(f'home = "{tmp_path}"\n[proxy]\nport = 1\n')
    done = guardian("on", config=config)
    assert (done.returncode, guardian.mode()) == (1, "'none'")
    assert "no proxy is running: guardian run" in done.stderr

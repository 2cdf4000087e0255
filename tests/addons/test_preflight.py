"""What stops a start is said in one line, at once."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from guardian_addons import preflight

from guardian_core.errors import SettingsError
from guardian_core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def refusal(home, mode, port, **proxy):
    settings = Settings(home=home, proxy=proxy)
    settings = settings.model_copy(update={"proxy": settings.proxy.model_copy(update={"port": port})})
    with pytest.raises(SettingsError) as raised:
        preflight.check(settings, mode)
    return str(raised.value)


def test_names_the_port_that_is_in_use(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        assert refusal(tmp_path, "headless", taken).endswith(
            "choose another port: --port 0 takes a free one ([proxy] port in the configuration)"
        )
        assert refusal(tmp_path, "web", free_port(), web_port=taken).endswith(
            "choose another port: [proxy] web_port in the configuration"
        )


def test_does_not_listen_twice_on_one_port(tmp_path):
    port = free_port()
    assert "choose another port for mitmweb ([proxy] web_port)" in refusal(tmp_path, "web", port, web_port=port)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system that nobody can write, /proc")
def test_says_that_the_home_cannot_be_made():
    assert re.fullmatch(r"cannot start: .+ \(/proc/nowhere\)", refusal(Path("/proc/nowhere"), "headless", free_port()))


def test_does_not_load_mitmproxy():
    """That takes seconds, and a person waits for the one line."""
    code = "import sys, guardian_addons.preflight; sys.exit('mitmproxy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT).returncode == 0


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells")
def test_names_who_holds_the_port(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert f"(process {os.getpid()}) listens there; stop that or" in refusal(tmp_path, "headless", server.getsockname()[1])


def test_leaves_a_port_that_was_asked_for(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        config = tmp_path / "guardian.toml"
        config.write_text(f'home = "{tmp_path}"\n[proxy]\nport = {server.getsockname()[1]}\n')
        settings = Settings.load(config)
        assert preflight.with_free_ports(settings, "headless") == (settings, [])


def test_takes_another_port_where_the_usual_one_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        usual = server.getsockname()[1]
        settings = Settings(home=tmp_path, proxy={"port": usual})
        chosen, (sentence,) = preflight.with_free_ports(settings, "headless")
    assert chosen.proxy.port != usual
    assert sentence.startswith(f"127.0.0.1:{usual} is taken (")
    assert sentence.endswith(f": {chosen.proxy.port} instead")
    assert chosen.source.given == {"proxy": {"port": chosen.proxy.port}}


def test_does_not_start_a_second_proxy_beside_the_first(shared_proxy):
    settings = Settings(home=shared_proxy.home, proxy={"port": shared_proxy.port})
    with pytest.raises(SettingsError, match=rf"it runs already, at 127\.0\.0\.1:{shared_proxy.port}"):
        preflight.with_free_ports(settings, "headless")

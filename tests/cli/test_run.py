"""guardian run and guardian demo: the wiring; the proxy and the demo have tests of their own."""

import json
import signal
import socket
import subprocess
import sys

import pytest

from tests.cli.published import check_output


@pytest.fixture
def config(tmp_path):
    def write(port, home):
        path = tmp_path / "guardian.toml"
        path.write_text(f"[proxy]\nport = {port}\n[policy]\nenabled = false\n")
        return path

    return write


def test_says_that_the_port_is_in_use(guardian, config, home):
    with socket.create_server(("127.0.0.1", 0)) as server:
        result = guardian("run", "--headless", "--config", config(server.getsockname()[1], home))
    assert result.exit_code == 1
    assert result.stderr.startswith("guardian: cannot listen on")
    assert "stop that or choose another port: --port 0 takes a free one" in result.stderr
    assert "Traceback" not in result.stderr


def test_says_to_programs_why_it_cannot_start(guardian, config, home):
    with socket.create_server(("127.0.0.1", 0)) as server:
        result = guardian("run", "--json", "--config", config(server.getsockname()[1], home))
    assert list(json.loads(result.stdout)) == ["error"]


def test_says_that_a_model_is_missing(guardian, tmp_path):
    """Found out after mitmproxy was loaded."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    path = tmp_path / "guardian.toml"
    path.write_text(f'[proxy]\nport = {port}\n[detect]\nmodel = "none"\n')
    result = guardian("run", "--json", "--config", path)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "error" in json.loads(result.stdout)


def test_runs_until_it_is_stopped(config, home):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    command = [sys.executable, "-c", "from guardian_core.cli import main; main(prog_name='guardian')"]
    process = subprocess.Popen(
        [*command, "run", "--observe", "--json", "--config", config(port, home)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    head = "".join(iter(process.stdout.readline, "}\n")) + "}"
    said = json.loads(head)
    check_output(["run"], said)
    assert (said["mode"], said["observe"], said["port"], said["home"]) == ("headless", True, port, str(home))
    assert process.stdout.readline() == f"listening on 127.0.0.1:{port}\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")

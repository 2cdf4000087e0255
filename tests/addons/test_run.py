"""Starting and stopping: the embedded master, and the same addon as a mitmdump script."""

import contextlib
import json
import logging
import os
import re
import signal
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from guardian_addons import run

from guardian_core import ports
from guardian_core.errors import SettingsError
from guardian_core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]


def config(folder, text=""):
    path = folder / "guardian.toml"
    path.write_text(f'home = "{folder / "home"}"\n{text}', encoding="utf-8")
    return path


@contextlib.contextmanager
def started(command, ready):
    """The process once a line matches `ready`, and what it had said by then."""
    environment = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, env=environment | {"PYTHONUNBUFFERED": "1"}
    )
    watchdog = threading.Timer(60, process.kill)
    watchdog.start()
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            if re.search(ready, line):
                break
        else:
            pytest.fail("it did not start: " + "".join(said))
        yield process, said
    finally:
        process.kill()
        process.wait()
        watchdog.cancel()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_listens_answers_and_stops(tmp_path, number):
    command = [sys.executable, "-m", "guardian_addons.run", "--config", str(config(tmp_path)), "--headless", "--port", "0"]
    with started(command, r"^trust: ") as (process, said):
        port = int(re.search(r"listening on 127\.0\.0\.1:(\d+)\n", "".join(said))[1])
        ca = tmp_path / "home" / "ca" / "mitmproxy-ca-cert.pem"
        assert str(ca) in "".join(said)
        with httpx.Client(
            proxy=f"http://127.0.0.1:{port}", verify=ssl.create_default_context(cafile=ca), trust_env=False
        ) as client:
            assert client.get("http://mitm.it/").status_code == 200
            assert client.get("https://does-not-exist.invalid/?q=hello", timeout=30).status_code == 502
        process.send_signal(number)
        rest = process.stdout.read()
        assert process.wait(20) == 0
    assert re.search(r"allow +GET +does-not-exist\.invalid ", rest)
    assert "Traceback" not in rest
    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "home" / "ca" / "mitmproxy-ca.pem").stat().st_mode) == 0o600


def test_serves_the_page_of_its_flows(tmp_path):
    port = free_port()
    text = f"[proxy]\nport = {free_port()}\nweb_port = {port}\n"
    with started([sys.executable, "-m", "guardian_addons.run", "--config", str(config(tmp_path, text)), "--web"], r"^flows: ") as (
        _,
        said,
    ):
        url = said[-1].removeprefix("flows: ").strip()
        assert url.startswith(f"http://127.0.0.1:{port}/")
        assert httpx.get(url, trust_env=False, follow_redirects=True).status_code == 200
        assert httpx.get(f"http://127.0.0.1:{port}/flows", trust_env=False).status_code == 403
        proxy = re.search(r"listening on (127\.0\.0\.1:\d+)", "".join(said))[1]
        with httpx.Client(proxy=f"http://{proxy}", trust_env=False) as client:
            assert client.get(f"http://localhost:{port}/flows").status_code == 502  # the page is not for proxied pages


BAD = {
    "unknown key": ("[proxy]\nprot = 1\n", r"proxy\.prot: unknown key; did you mean 'port'\?"),
    "broken TOML": ("[proxy\n", r"guardian\.toml is not valid TOML"),
    "value": ("[proxy]\nport = 0\n", r"proxy\.port: "),
    "address": ('[proxy.resolve]\n"a.test" = "b.test:1"\n', r"proxy\.resolve\.a\.test: 'b\.test:1' is not an address"),
    "missing authority": (
        '[proxy]\ntrust_ca = "/does/not/exist.pem"\n',
        r"proxy\.trust_ca: cannot read /does/not/exist\.pem: No such",
    ),
    "host": ('[proxy]\nhost = "no.such.invalid"\n', r"proxy\.host: 'no\.such\.invalid' is not an address"),
    "foreign host": (
        '[proxy]\nhost = "192.0.2.1"\n',
        r"cannot listen on 192\.0\.2\.1:8080: this machine does not have that",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_says_what_is_wrong_with_a_configuration(tmp_path, capsys, name):
    text, expected = BAD[name]
    assert run.main(["--config", str(config(tmp_path, text))]) == 1
    said = capsys.readouterr()
    assert re.search(expected, said.err)
    assert said.err.startswith("guardian: ")
    assert "Traceback" not in said.err
    assert said.out == ""


def test_says_that_the_configuration_is_not_there(tmp_path, capsys):
    assert run.main(["--config", str(tmp_path / "none.toml")]) == 1
    assert "cannot read the configuration" in capsys.readouterr().err


def test_says_that_the_port_is_in_use(tmp_path, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run.main(["--config", str(config(tmp_path)), "--port", str(port)]) == 1
        holder = ports.holder(port) or "it is in use"
    said = capsys.readouterr().err.splitlines()
    assert said == [
        f"guardian: cannot listen on 127.0.0.1:{port}: {holder}; "
        "stop that or choose another port: --port 0 takes a free one ([proxy] port in the configuration)"
    ]


def test_refuses_a_port_that_is_none(tmp_path, capsys):
    with pytest.raises(SystemExit):
        run.main(["--config", str(config(tmp_path)), "--port", "70000"])
    assert "--port" in capsys.readouterr().err


def test_says_that_nothing_is_changed(tmp_path):
    command = [sys.executable, "-m", "guardian_addons.run", "--config", str(config(tmp_path)), "--port", "0", "--observe"]
    with started(command, r"^trust: ") as (_, said):
        assert "observe mode: every request is decided about and recorded, and nothing is changed or refused\n" in said


def test_says_that_the_home_cannot_be_used(tmp_path, capsys):
    (tmp_path / "home").write_text("a file")
    assert run.main(["--config", str(config(tmp_path))]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert re.search(r"guardian: cannot start: File exists \(.*home\)", line)


def test_says_that_there_is_no_terminal_to_draw_on(tmp_path, capsys):
    assert run.main(["--config", str(config(tmp_path)), "--tui"]) == 1
    assert capsys.readouterr().err == "guardian: --tui draws on a terminal and there is none; use --web or --headless\n"


def test_trusts_the_public_authorities_and_ones_own(tmp_path, authority):
    home = tmp_path / "home"
    home.mkdir()
    bundle = run.trust_bundle(Settings(home=home, proxy={"trust_ca": authority.certificate}))
    assert authority.certificate.read_text() in bundle.read_text()
    assert bundle.read_text().count("BEGIN CERTIFICATE") > 50
    assert run.trust_bundle(Settings(home=home)) is None


def test_keeps_the_authorities_of_two_proxies_with_one_home_apart(tmp_path):
    one, other = run.keep_bundle(tmp_path, b"one"), run.keep_bundle(tmp_path, b"other")
    assert (one.read_bytes(), other.read_bytes()) == (b"one", b"other")
    before = one.stat().st_ino
    assert run.keep_bundle(tmp_path, b"one") == one
    assert one.stat().st_ino == before  # a running proxy may read it at any moment
    assert sorted(tmp_path.iterdir()) == sorted([one, other])


def test_keeps_authorities_elsewhere_where_the_home_cannot_be_written(tmp_path):
    bundle = run.keep_bundle(tmp_path / "not there", b"authorities")
    assert bundle.read_bytes() == b"authorities"
    bundle.unlink()


def test_says_that_the_authority_cannot_be_made(tmp_path, capsys):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "ca").write_text("a file")
    assert run.main(["--config", str(config(tmp_path))]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert re.search(r"guardian: cannot start: File exists \(.*home/ca\)", line)


def test_refuses_a_file_that_holds_no_certificate(tmp_path):
    path = tmp_path / "key.pem"
    path.write_text("-----BEGIN PRIVATE KEY-----\n")
    with pytest.raises(SettingsError, match=r"holds no certificate in PEM form"):
        run.trust_bundle(Settings(home=tmp_path, proxy={"trust_ca": path}))


def test_keeps_closed_what_mitmproxy_would_open(wire):
    options = wire.master.options
    assert options.block_global is True
    assert options.connection_strategy == "lazy"


@pytest.mark.parametrize("name", ["guardian_core.audit.journal", "policy_cache.store", "guardian_addons.record"])
def test_says_on_the_terminal_what_the_core_warns_of(wire, capsys, name):
    """mitmproxy's own handlers keep Python from printing warnings that nobody else prints."""
    logging.getLogger(name).warning("the disk is full")
    assert re.fullmatch(r"\d\d:\d\d:\d\d the disk is full\n", capsys.readouterr().out)


MITMDUMP = [str(Path(sys.executable).with_name("mitmdump")), "-s", str(ROOT / "addons" / "guardian.py")]


def test_loads_as_a_script(tmp_path):
    port = free_port()
    options = ["--listen-host", "127.0.0.1", "-p", str(port), "--set", f"confdir={tmp_path / 'ca'}"]
    command = [*MITMDUMP, *options, "--set", f"guardian_config={config(tmp_path, '[fail]\nstream = "closed"\n')}"]
    with started(command, r"proxy listening at") as (process, _):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as raw:
            raw.sendall(b"CONNECT 127.0.0.1:9 HTTP/1.1\r\n\r\n")
            said = raw.recv(4096)
            if b"200" in said:  # mitmdump connects early unless told not to
                raw.sendall(b"\x00\x01\x02\x03")
                assert raw.recv(4096) == b""
        with httpx.Client(proxy=f"http://127.0.0.1:{port}", trust_env=False, timeout=30) as client:
            assert client.get("http://does-not-exist.invalid/?q=hello").status_code == 502
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
        assert process.wait(20) == 0
    assert "GET http://does-not-exist.invalid · allow" in rest


def test_says_as_a_script_that_nothing_is_changed(tmp_path):
    options = ["--listen-host", "127.0.0.1", "-p", "0", "--set", f"confdir={tmp_path / 'ca'}", "--set", "guardian_observe=true"]
    options += ["--set", f"guardian_config={config(tmp_path)}"]
    with started([*MITMDUMP, *options], r"proxy listening at") as (process, said):
        process.send_signal(signal.SIGTERM)
        assert "observe mode: every request is decided about and recorded" in "".join(said) + process.stdout.read()


SCRIPT_MISTAKES = {
    "unknown key": (["guardian_config={path}"], "proxy.prot: unknown key; did you mean 'port'?"),
    "value": (["guardian_observe=maybe"], "--set: Failed to parse option guardian_observe"),
    "option": (["guardian_confg={path}"], "--set guardian_confg: unknown option; did you mean guardian_config?"),
}


@pytest.mark.parametrize("name", SCRIPT_MISTAKES)
def test_stops_the_start_of_a_script_with_one_clear_line(tmp_path, name):
    path = config(tmp_path, "[proxy]\nprot = 1\n")
    given, expected = SCRIPT_MISTAKES[name]
    options = [word for text in (f"confdir={tmp_path / 'ca'}", *given) for word in ("--set", text.format(path=path))]
    command = [*MITMDUMP, "-p", "0", *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert expected in said
    assert "Traceback" not in said


def test_goes_on_when_the_file_of_the_script_changes_breaks_and_goes(tmp_path):
    """mitmproxy's reloader unloads first: without us the original would leave."""
    script = tmp_path / "guardian.py"
    script.write_text((ROOT / "addons" / "guardian.py").read_text(encoding="utf-8"), encoding="utf-8")
    port = free_port()
    broker = config(tmp_path, '[decision.domains."does-not-exist.invalid"]\nrecipient = "data_broker"\n')
    options = ["--set", f"confdir={tmp_path / 'ca'}", "--set", f"guardian_config={broker}"]
    command = [MITMDUMP[0], "-s", str(script), "--listen-host", "127.0.0.1", "-p", str(port), *options]
    with started(command, r"proxy listening at") as (process, _):
        for change in (script.touch, lambda: script.write_text("x = ("), script.unlink):
            change()
            time.sleep(1.5)  # mitmproxy looks every second
            with httpx.Client(proxy=f"http://127.0.0.1:{port}", trust_env=False, timeout=30) as client:
                data = {"full_name": "Nora Quist", "ssn": "524-71-3806"}
                assert client.post("http://does-not-exist.invalid/", json=data).status_code == 403
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
        assert process.wait(20) == 0


def test_says_what_an_earlier_run_left_of_the_desktops_settings(tmp_path):
    assert run.leftover(tmp_path, "http://127.0.0.1:8080") is None
    kept = {"desktop": "GNOME", "proxy": "http://127.0.0.1:8080", "before": {}, "ours": {}}
    (tmp_path / "system-proxy.json").write_text(json.dumps(kept))
    assert run.leftover(tmp_path, "http://127.0.0.1:8080").startswith("GNOME uses this proxy: guardian system-proxy off")
    moved = run.leftover(tmp_path, "http://127.0.0.1:9090")
    assert moved.startswith("GNOME still uses http://127.0.0.1:8080: guardian system-proxy on")
    (tmp_path / "system-proxy.json").write_text("{")
    assert "cannot be read" in run.leftover(tmp_path, "http://127.0.0.1:8080")

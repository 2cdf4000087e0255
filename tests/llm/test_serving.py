"""The server of a model file: its port, what it refuses at once, and a whole run. The real llama.cpp: make test-llm."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from http.client import HTTPConnection
from pathlib import Path

import pytest

from guardian_core.errors import ModelError
from guardian_core.llm.engine import Serving
from guardian_core.llm.serving import HOST, check, free_memory, listen
from tests.llm import engines


@pytest.fixture
def taken():
    with socket.socket() as sock:
        sock.bind((HOST, 0))
        sock.listen()
        yield sock.getsockname()[1]


def test_listens_on_loopback_only():
    with listen(None, None) as sock:
        assert sock.getsockname()[0] == "127.0.0.1"


def test_takes_the_port_that_the_settings_name(taken):
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    with listen(None, f"http://127.0.0.1:{port}/v1") as sock:
        assert sock.getsockname()[1] == port


def test_takes_another_port_where_the_usual_one_is_taken(taken, monkeypatch):
    monkeypatch.setattr("guardian_core.llm.serving.PORT", taken)
    with listen(None, None) as sock:
        assert sock.getsockname()[1] != taken


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells")
def test_says_who_holds_a_port(taken):
    with pytest.raises(ModelError, match=rf"cannot listen on 127\.0\.0\.1:{taken}: .* \(process {os.getpid()}\) listens there"):
        listen(taken, None)


def test_names_its_address(tmp_path):
    assert Serving(tmp_path, "m", 8765, 1, 512).url == "http://127.0.0.1:8765/v1"


def test_refuses_what_is_no_model(tmp_path):
    file = tmp_path / "m.gguf"
    with pytest.raises(ModelError, match=r"cannot read .*m\.gguf: No such file"):
        check(file, None)
    file.write_bytes(b"<html>")
    with pytest.raises(ModelError, match=r"is no GGUF file; guardian llm install fetches one"):
        check(file, None)
    file.write_bytes(b"GGUF" + bytes(3_000_000))
    check(file, None)
    check(file, 3_000_004)
    with pytest.raises(ModelError, match=r"too little memory: .* has 3 MB, and 2 MB are free; choose a smaller model"):
        check(file, 2_000_000)


def test_knows_the_free_memory_of_machine_and_group(tmp_path):
    assert free_memory(tmp_path) is None
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/meminfo").write_text("MemTotal: 9000 kB\nMemAvailable:    4000 kB\n")
    assert free_memory(tmp_path) == 4_096_000
    group = tmp_path / "sys/fs/cgroup"
    group.mkdir(parents=True)
    (group / "memory.current").write_text("900000\n")
    (group / "memory.stat").write_text("anon 500000\nfile 300000\n")
    (group / "memory.max").write_text("max\n")
    assert free_memory(tmp_path) == 4_096_000
    (group / "memory.max").write_text("1000000\n")
    assert free_memory(tmp_path) == 400_000


@pytest.fixture
def run(tmp_path):
    """`guardian llm serve` of a file of this kind by the stand-in program; ends with the test."""
    started = []

    def start(kind):
        (tmp_path / "m.gguf").write_bytes(b"GGUF" + kind)
        command = [sys.executable, "-m", "guardian_core.cli", "llm", "serve", "--file", tmp_path / "m.gguf", "--json"]
        process = subprocess.Popen(
            [*command, "--port", str(free()), "--llama-server", engines.program(tmp_path)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"GUARDIAN_HOME": str(tmp_path)},
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def free():
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


def asked(url, method, path, body=None):
    connection = HTTPConnection(HOST, int(url.rsplit(":", 1)[1].split("/")[0]), timeout=20)
    try:
        connection.request(method, path, None if body is None else json.dumps(body))
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except ConnectionError:
        return None
    finally:
        connection.close()


def ready(process):
    said = ""
    while not said.endswith("}\n"):
        line = process.stdout.readline()
        assert line, process.stderr.read()
        said += line
    return json.loads(said)


@pytest.mark.skipif(os.name != "posix", reason="the stand-in is a script")
def test_serves_until_it_is_told_to_end(run):
    process = run(b"good")
    found = ready(process)
    assert (found["model"], found["slots"]) == ("m", 2)
    assert asked(found["url"], "GET", "/v1/models")[0] == 200
    assert asked(found["url"], "POST", "/v1/chat/completions", {"ok": 1}) == (200, {"ok": 1})
    waits = threading.Thread(target=asked, args=(found["url"], "POST", "/v1/chat/completions", "wait"))
    waits.start()
    process.send_signal(signal.SIGTERM)
    assert process.wait(15) == 0
    waits.join(5)
    assert not waits.is_alive()
    assert asked(found["url"], "GET", "/health") is None


@pytest.mark.skipif(os.name != "posix", reason="the stand-in is a script")
def test_ends_with_what_serves(run):
    process = run(b"good")
    asked(ready(process)["url"], "POST", "/v1/chat/completions", "die")
    assert process.wait(15) == 1
    assert "llama.cpp was killed" in process.stderr.read()


@pytest.mark.skipif(os.name != "posix", reason="the stand-in is a script")
def test_says_what_is_wrong_with_the_file(run):
    process = run(b"bad")
    assert process.wait(30) == 1
    assert "cannot be loaded by llama.cpp: it is bent" in process.stderr.read()

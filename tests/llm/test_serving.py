"""The server's port, and who may ask it; the server itself is tried where a model is installed (make test-llm)."""

import os
import socket
from importlib.util import find_spec
from pathlib import Path

import pytest

from guardian_core.errors import ModelError, NotInstalledError
from guardian_core.llm.serving import HOST, Serving, listen, serve, without_pages


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


@pytest.mark.skipif(find_spec("llama_cpp") is not None, reason="the extra llm is installed")
def test_says_how_to_get_the_server(tmp_path):
    with listen(None, None) as sock, pytest.raises(NotInstalledError, match=r"pip install 'guardianagent\[llm\]'"):
        serve(Serving(tmp_path / "m.gguf", "m", 1, 1, 512), sock, lambda: None)


async def asked(headers):
    sent = []

    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request"}

    await without_pages(app)({"type": "http", "headers": headers}, receive, send)
    return sent[0]["status"]


async def test_answers_programs_and_no_web_pages():
    assert await asked([(b"user-agent", b"GuardianAgent")]) == 200
    assert await asked([(b"origin", b"https://page.example.com")]) == 403
    assert await asked([(b"origin", b"null")]) == 403

"""The model's server: none, gone, and one that answers nonsense."""

import http.server
import os
import threading

import pytest

from guardian_core import ports
from guardian_core.doctor.model import model
from guardian_core.settings import Settings


def test_needs_none():
    assert model(Settings()).state == "skipped"


def test_finds_it_gone():
    check = model(Settings(model={"url": f"http://127.0.0.1:{ports.free_port()}/v1"}))
    assert (check.state, check.command) == ("problem", "guardian llm status")


def test_says_how_to_start_it_where_it_is_installed(tmp_path, monkeypatch):
    """Somebody else's server is not started by us."""
    (tmp_path / "llama-server").write_text("#!/bin/sh\n")
    (tmp_path / "llama-server").chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    (tmp_path / "m.gguf").write_bytes(b"GGUF")
    url = f"http://127.0.0.1:{ports.free_port()}/v1"
    assert model(Settings(model={"url": url, "file": tmp_path / "m.gguf"})).command == "guardian llm serve"
    assert model(Settings(model={"url": url, "file": tmp_path / "other.gguf"})).command == "guardian llm status"


@pytest.mark.parametrize("status", [200, 500])
def test_finds_a_server_that_is_no_model(status):
    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.send_header("Content-Length", "5")
            self.end_headers()
            self.wfile.write(b"hello")

        do_POST = do_GET  # noqa: N815 - http.server's name

        def log_message(self, *words):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        assert model(Settings(model={"url": f"http://127.0.0.1:{server.server_port}/v1"})).state == "problem"
    finally:
        server.shutdown()
        server.server_close()

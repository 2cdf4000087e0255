"""A program that is started as a `llama-server` is, and behaves by its model's file: it stands in where none is installed."""

import json
import os
import signal
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SCRIPT = Path(__file__)


def program(folder):
    """The program, in `folder`, as something that can be executed."""
    path = folder / "llama-server"
    path.write_text(f"#!{sys.executable}\nimport runpy\nrunpy.run_path({str(SCRIPT)!r}, run_name='__main__')\n")
    path.chmod(0o700)
    return path


class Handler(BaseHTTPRequestHandler):
    """Says what it was started with, and to whom it talks; the question "wait" hangs until its asker has gone."""

    protocol_version = "HTTP/1.1"
    gone = threading.Event()

    def do_GET(self):
        if self.path == "/health":
            self.answer({"status": "ok"})
        elif self.headers["Authorization"] != f"Bearer {os.environ['LLAMA_API_KEY']}":
            self.answer({"error": "who are you?"}, 401)
        else:
            self.answer({"data": [{"id": "m"}], "options": sys.argv[1:], "headers": dict(self.headers), "gone": self.gone.is_set()})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if body == "wait":
            self.gone.set() if self.connection.recv(1) == b"" else None
            self.close_connection = True
        elif body == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        else:
            self.answer(body)

    def answer(self, value, status=200):
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def main():
    options = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
    kind = Path(options["-m"]).read_bytes()[4:]
    if kind == b"bad":
        print("E llama_model_load: error loading model: llama_model_loader: it is bent.\nE srv: exiting", file=sys.stderr)  # noqa: T201
        sys.exit(1)
    if kind == b"large":
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == b"slow":
        time.sleep(60)
    print("x" * 1_000_000)  # noqa: T201 - more than a pipe holds
    ThreadingHTTPServer((options["--host"], int(options["--port"])), Handler).serve_forever()


if __name__ == "__main__":
    main()

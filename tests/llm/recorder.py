"""A relay before a model's server that keeps what was asked and answered: it changes nothing."""

import json
import threading
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@dataclass
class Exchange:
    """One question, and what was said to it."""

    question: dict
    status: int
    said: str  # of the model; empty where it gave no answer
    finish: str


class Recorder:
    """Passes everything on to `url`."""

    def __init__(self, url):
        self.exchanges: list[Exchange] = []
        parts, recorder = urlsplit(url), self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                behind = HTTPConnection(parts.hostname, parts.port, timeout=600)
                try:
                    behind.request(self.command, self.path, body or None)
                    answer = behind.getresponse()
                    content = answer.read()
                finally:
                    behind.close()
                if self.command == "POST":
                    recorder.keep(json.loads(body), answer.status, content)
                self.send_response(answer.status)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = pass_on  # noqa: N815 - http.server's names

            def handle_one_request(self):
                try:
                    super().handle_one_request()
                except OSError:  # who asked has gone
                    self.close_connection = True

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads, self._http.block_on_close = True, False
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def keep(self, question, status, content):
        choice = json.loads(content)["choices"][0] if status == 200 else {}
        said = (choice.get("message") or {}).get("content") or ""
        self.exchanges.append(Exchange(question, status, said, choice.get("finish_reason", "")))

    def __enter__(self):
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._http.shutdown()
        self._http.server_close()

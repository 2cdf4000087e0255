"""A server of one file on loopback that can break off, forget ranges, or fail."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class FileServer:
    """Serves `content`; each answer breaks off after the next number of `cuts` (None: not), or is the next of `statuses`."""

    def __init__(self, content, cuts=(), statuses=(), ranges=True):
        self.content, self.cuts, self.statuses, self.ranges = content, list(cuts), list(statuses), ranges
        self.asked = []  # Range headers
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                server.answer(self)

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/model.gguf"

    def answer(self, handler):
        wanted = handler.headers["Range"]
        self.asked.append(wanted)
        if self.statuses and (status := self.statuses.pop(0)):
            handler.send_response(status)
            handler.send_header("Location", self.url)
            handler.end_headers()
            return
        start = int(re.fullmatch(r"bytes=(\d+)-", wanted)[1]) if wanted and self.ranges else 0
        if start >= len(self.content):
            handler.send_response(416)
            handler.end_headers()
            return
        rest = self.content[start:]
        handler.send_response(206 if start else 200)
        handler.send_header("Content-Length", str(len(rest)))
        handler.end_headers()
        cut = self.cuts.pop(0) if self.cuts else None
        handler.wfile.write(rest[:cut])

    def __enter__(self):
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._http.shutdown()
        self._http.server_close()

"""A real server on loopback that speaks OpenAI's chat protocol by a script: well, badly, or not at all."""

import json
import socket
import struct
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Server:
    """Answers each POST by the next act of the script, the last one again and again; keeps what it was asked.

    An act is a function of the handler; the functions below make them.
    """

    def __init__(self, *script, models=("scripted",), port=0):
        self.script, self.models = list(script), models
        self.asked, self.headers, self.paths, self.connections = [], [], [], []
        self.stopped = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", port), handler_of(self))
        self._http.daemon_threads = True
        self._http.block_on_close = False
        self.port = self._http.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self):
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self._http.shutdown()
        self._http.server_close()
        for connection in self.connections:  # also those kept alive
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    @property
    def calls(self):
        return len(self.asked)

    def next_act(self):
        return self.script[min(len(self.asked) - 1, len(self.script) - 1)]


def handler_of(server):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        owner = server

        def setup(self):
            super().setup()
            server.connections.append(self.connection)

        def do_GET(self):
            server.paths.append(self.path)
            answer({"object": "list", "data": [{"id": name} for name in server.models]})(self)

        def do_POST(self):
            server.paths.append(self.path)
            self.body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.asked.append(self.body)
            server.headers.append(dict(self.headers))
            with suppress(ConnectionError):
                server.next_act()(self)

        def log_message(self, *_):
            pass

    return Handler


def answer(value, status=200, **headers):
    """A whole answer: JSON, or raw bytes."""
    content = value if isinstance(value, bytes) else json.dumps(value).encode()

    def act(handler):
        handler.send_response(status)
        for name, text in ({"Content-Type": "application/json", "Content-Length": str(len(content))} | headers).items():
            handler.send_header(name.replace("_", "-"), text)
        handler.end_headers()
        handler.wfile.write(content)

    return act


def says(text, finish="stop", usage=(7, 3)):
    """The model says `text`; anything but a str is said as JSON."""
    content = text if isinstance(text, str) else json.dumps(text)
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}
    return answer({"choices": [choice], "usage": {"prompt_tokens": usage[0], "completion_tokens": usage[1]}})


def obeys(reply):
    """The model says what `reply` makes of the question's messages."""

    def act(handler):
        says(reply(handler.body["messages"]))(handler)

    return act


def takes_only(form, act):
    """A server that refuses every response_format but `form` ("none": any at all), as FastAPI does."""

    def acted(handler):
        wanted = handler.body.get("response_format", {"type": "none"})["type"]
        (act if wanted == form else answer({"detail": "unprocessable"}, 422))(handler)

    return acted


def hang(handler):
    """Nothing, until the test ends."""
    handler.owner.stopped.wait(60)
    handler.close_connection = True


def late(seconds, act):
    """`act`, after a while."""

    def acted(handler):
        handler.owner.stopped.wait(seconds)
        act(handler)

    return acted


def dies(handler):
    """Half an answer, then a reset connection."""
    handler.send_response(200)
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [{"message": {"con')
    handler.wfile.flush()
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True


def drips(handler):
    """A byte now and then: no single read is slow, the whole never ends."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    while not handler.owner.stopped.is_set():
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.02)


def floods(handler):
    """Megabytes without an announced length."""
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    part = b'"' + b"a" * 65_534 + b'"'
    while not handler.owner.stopped.is_set():
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))

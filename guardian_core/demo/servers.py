"""Host names and answers in; one TLS server on a loopback port that keeps every request exactly as it arrived."""

import ssl
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from typing import cast

MAX_BODY = 32_000_000


@dataclass(frozen=True, slots=True)
class Received:
    """One request as a server got it."""

    method: str
    host: str  # of the Host header, lower case, without port
    target: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(repr=False)
    body: bytes = field(repr=False)  # after de-chunking, before content decoding

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.partition("?")[0]

    def header(self, name: str) -> str | None:
        """The first value of header `name` in any case, or None."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server replies."""

    status: int
    body: bytes = field(default=b"", repr=False)
    content_type: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    pieces: Iterable[bytes] = field(default=(), repr=False)  # instead of a body: sent one by one, each as soon as it is there


class Records:
    """Received requests in order of arrival; any thread may add and read."""

    def __init__(self) -> None:
        self._rows: list[Received] = []
        self._lock = threading.Lock()

    def add(self, received: Received) -> None:
        """Append one request."""
        with self._lock:
            self._rows.append(received)

    def __len__(self) -> int:
        with self._lock:
            return len(self._rows)

    def since(self, mark: int = 0) -> tuple[Received, ...]:
        """What arrived after `len(records)` was `mark`."""
        with self._lock:
            return tuple(self._rows[mark:])


class VirtualHosts:
    """A running TLS server: the name in the handshake picks the certificate, the Host header picks the answer.

    `contexts` maps host names to server contexts; a name not in it is refused in the handshake, as a real server's is.
    """

    def __init__(self, contexts: Mapping[str, ssl.SSLContext], answer: Callable[[Received], Answer]) -> None:
        self.records = Records()
        self._server = _Listener(("127.0.0.1", 0), _Handler)
        self._server.records, self._server.answer = self.records, answer
        self._server.socket = _front(contexts).wrap_socket(
            self._server.socket,
            server_side=True,
            do_handshake_on_connect=False,  # the handshake belongs to the connection's own thread
        )
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening; connections still open die with the process."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """A context that shows `certificate` (PEM: leaf, then issuers) and speaks HTTP/1.1."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["http/1.1"])
    return context


def _front(contexts: Mapping[str, ssl.SSLContext]) -> ssl.SSLContext:
    def pick(connection: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> int | None:
        context = contexts.get((name or "").lower())
        if context is None:
            return ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME
        connection.context = context
        return None

    front = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    front.set_alpn_protocols(["http/1.1"])
    front.sni_callback = pick
    return front


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    records: Records
    answer: Callable[[Received], Answer]

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up or distrusts us is no fault of the server's."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "LoopbackSites"
    sys_version = ""
    timeout = 30
    wbufsize = -1  # one write per answer: head and body leave together
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Record, then answer; every method is served alike."""
        body = self._read()
        if body is None:
            self.close_connection = True
            return
        host = (self.headers.get("Host") or "").partition(":")[0].lower()
        received = Received(self.command, host, self.path, tuple(self.headers.items()), body)
        listener = cast("_Listener", self.server)
        listener.records.add(received)
        self._reply(listener.answer(received))

    do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_HEAD = do_GET  # noqa: N815 - http.server's names

    def _read(self) -> bytes | None:
        """The body after de-chunking; None when the framing is broken or the body is too large."""
        if (self.headers.get("Transfer-Encoding") or "").lower() == "chunked":
            return self._read_chunks()
        try:
            length = int(self.headers.get("Content-Length") or 0)
        except ValueError:
            return None
        if not 0 <= length <= MAX_BODY:
            return None
        body = self.rfile.read(length)
        return body if len(body) == length else None

    def _read_chunks(self) -> bytes | None:
        body = b""
        while True:
            try:
                size = int(self.rfile.readline(64).partition(b";")[0], 16)
            except ValueError:
                return None
            if size < 0 or len(body) + size > MAX_BODY:
                return None
            body += self.rfile.read(size)
            rest = self.rfile.readline(1024).strip()  # after a chunk: nothing; after the last one: nothing, or a trailer
            if size == 0:
                return body
            if rest:
                return None

    def _reply(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        if answer.status != 204:
            self.send_header("Content-Type", answer.content_type)
            self.send_header(*(("Transfer-Encoding", "chunked") if answer.pieces else ("Content-Length", str(len(answer.body)))))
        self.end_headers()
        for piece in chain(answer.pieces, (b"",)) if answer.pieces else ():
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        if answer.status != 204 and self.command != "HEAD":
            self.wfile.write(answer.body)
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: a request line may carry what the demo is about."""

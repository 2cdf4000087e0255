"""Chunked bodies of HTTP/1 that end in trailers: a request's become its trailers, which a rule decides about; a reply's go.

mitmproxy drops the whole connection without a word where a chunked body has trailers. A recipient may discard them (RFC 9110
§6.5.1), which is what is done with a reply's; a request's are handed on as those of HTTP/2 are.
"""

from collections.abc import Callable, Generator
from typing import Any

import h11
from mitmproxy import http
from mitmproxy.proxy.layers.http import _http1 as http1
from mitmproxy.proxy.layers.http._base import ReceiveHttp
from mitmproxy.proxy.layers.http._events import RequestEndOfMessage, RequestTrailers

type Reading = Callable[[Any, Any], Generator[Any, Any, None]]


class _Reader:
    """A reader of bodies that keeps the trailers to itself."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self.trailers: list[tuple[bytes, bytes]] = []

    def __call__(self, buffer: Any) -> Any:
        return self._without(self._reader(buffer))

    def read_eof(self) -> Any:
        return self._without(self._reader.read_eof())

    def _without(self, event: Any) -> Any:
        if isinstance(event, h11.EndOfMessage) and event.headers:
            self.trailers = [(bytes(name), bytes(value)) for name, value in event.headers]
            return h11.EndOfMessage()
        return event


def read() -> None:
    """Let mitmproxy read trailers from now on; a second time does nothing."""
    connection = http1.Http1Connection
    if not getattr(connection.read_body, "reads_trailers", False):
        connection.read_body = _reading(connection.read_body)  # type: ignore[method-assign, assignment]


def _reading(original: Reading) -> Reading:
    def read_body(self: Any, event: Any) -> Generator[Any, Any, None]:
        if not isinstance(self.body_reader, _Reader):
            self.body_reader = _Reader(self.body_reader)
        reader: _Reader = self.body_reader
        commands, answer = original(self, event), None
        while True:
            try:
                command = commands.send(answer)
            except StopIteration:
                return
            if reader.trailers and isinstance(command, ReceiveHttp) and isinstance(command.event, RequestEndOfMessage):
                yield ReceiveHttp(RequestTrailers(self.stream_id, http.Headers(reader.trailers)))
            answer = yield command

    read_body.reads_trailers = True  # type: ignore[attr-defined]
    return read_body

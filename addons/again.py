"""A request that a server has not begun with in; out, the same once more on another connection, in place of a 502.

Only where HTTP/2 says for sure that nothing was done with it: the server was leaving and named an earlier request as its last
(RFC 9113 §6.8), or it refused the stream (§8.7). What is passed on while it arrives is gone by then, and fails as before.
"""

from collections.abc import Callable, Generator
from typing import Any

from mitmproxy.proxy.layers.http import HttpStream, SendHttp
from mitmproxy.proxy.layers.http._events import (
    RequestData,
    RequestEndOfMessage,
    RequestHeaders,
    RequestTrailers,
    ResponseProtocolError,
)

type Handling = Callable[[Any, Any], Generator[Any, Any, None]]

MOST = 5  # times for one request: a server may be leaving on each connection it takes
UNTOUCHED = "the server takes no further requests on this connection"
_SURE = frozenset({UNTOUCHED, "stream reset by client (REFUSED_STREAM)"})  # mitmproxy calls whoever is at the other end the client


def send() -> None:
    """Send them again from now on; a second time does nothing."""
    if not getattr(HttpStream.handle_protocol_error, "sends_again", False):
        HttpStream.handle_protocol_error = _sending(HttpStream.handle_protocol_error)  # type: ignore[method-assign, assignment]


def _sending(original: Handling) -> Handling:
    def handle_protocol_error(self: Any, event: Any) -> Generator[Any, Any, None]:
        times: int = getattr(self, "times_sent_again", 0)
        if times < MOST and isinstance(event, ResponseProtocolError) and event.message in _SURE and _is_whole(self):
            self.times_sent_again = times + 1
            yield from _send(self)
        else:
            yield from original(self, event)

    handle_protocol_error.sends_again = True  # type: ignore[attr-defined]
    return handle_protocol_error


def _is_whole(stream: Any) -> bool:
    """Whether all of the request is still here, its client waits, and no reply has begun."""
    return (
        stream.client_state == stream.state_done
        and stream.server_state == stream.state_wait_for_response_headers
        and not stream.flow.request.stream
        and stream.flow.request.raw_content is not None
    )


def _send(stream: Any) -> Generator[Any, Any, None]:
    """As mitmproxy sent it the first time; where no connection comes about, that is the error."""
    if not (yield from stream.make_server_connection()):
        return
    request, number, server = stream.flow.request, stream.stream_id, stream.context.server
    yield SendHttp(RequestHeaders(number, request, end_stream=not (request.raw_content or request.trailers)), server)
    if request.raw_content:
        yield SendHttp(RequestData(number, request.raw_content), server)
    if request.trailers:
        yield SendHttp(RequestTrailers(number, request.trailers), server)
    yield SendHttp(RequestEndOfMessage(number), server)

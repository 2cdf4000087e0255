"""A friendly GOAWAY (HTTP/2, RFC 9113 §6.8) in; requests that are under way come to their end, and new ones take a new connection.

Servers say goodbye whenever a connection has served long enough, and go on to answer what they have accepted. mitmproxy hangs up at
once, so those requests would fail; so would those of a client that says it will ask nothing more. What was given to the connection
and not accepted is told apart by its message: `again.py` sends it once more.
"""

from collections.abc import Callable, Generator
from typing import Any
from weakref import WeakSet

import h2.errors
import h2.events
from guardian_addons.again import UNTOUCHED
from hyperframe.frame import GoAwayFrame
from mitmproxy.connection import Connection
from mitmproxy.proxy import events
from mitmproxy.proxy.layers.http import GetHttpConnection
from mitmproxy.proxy.layers.http import _http2 as http2
from mitmproxy.proxy.layers.http._base import ReceiveHttp
from mitmproxy.proxy.layers.http._events import RequestEndOfMessage, RequestHeaders

type Handling = Callable[[Any, Any], Generator[Any, Any, Any]]

leaving: WeakSet[Connection] = WeakSet()  # connections on which nothing new may begin


def allow() -> None:
    """Let requests that are under way come to their end from now on; a second time does nothing."""
    connection = http2.Http2Connection
    if not getattr(connection.handle_h2_event, "takes_leave", False):
        connection.handle_h2_event = _handling(connection.handle_h2_event)  # type: ignore[method-assign, assignment]
        connection._handle_event = _until_done(connection._handle_event)  # type: ignore[method-assign, assignment]
        connection.close_connection = _closing(connection.close_connection)  # type: ignore[method-assign, assignment]
        http2.Http2Client._handle_event = _nothing_new(http2.Http2Client._handle_event)  # type: ignore[method-assign, assignment]
        GetHttpConnection.connection_spec_matches = _staying(GetHttpConnection.connection_spec_matches)  # type: ignore[method-assign, assignment]


def _staying(original: Callable[[Any, Connection], bool]) -> Callable[[Any, Connection], bool]:
    return lambda self, connection: connection not in leaving and original(self, connection)


def _heard(layer: Any, frame: GoAwayFrame) -> tuple[list[Any], list[h2.events.Event]]:
    """What h2 makes of the frame; a friendly one does not end the connection, for h2 would read nothing more."""
    if frame.error_code != h2.errors.ErrorCodes.NO_ERROR:
        return layer.h2_conn._receive_goaway_frame(frame)  # type: ignore[no-any-return]
    event = h2.events.ConnectionTerminated()
    event.error_code, event.last_stream_id = h2.errors.ErrorCodes.NO_ERROR, frame.last_stream_id
    return [], [event]


def _handling(original: Handling) -> Handling:
    def handle_h2_event(self: Any, event: Any) -> Generator[Any, Any, bool]:
        friendly = isinstance(event, h2.events.ConnectionTerminated) and event.error_code == h2.errors.ErrorCodes.NO_ERROR
        if isinstance(self, http2.Http2Client) and isinstance(event, h2.events.StreamReset):
            # The stream is over. Where the request is sent again it may be on this connection, as another stream.
            self.our_stream_id.pop(self.their_stream_id.get(event.stream_id, 0), None)
        if not friendly or all(map(self.is_closed, self.streams)):
            if isinstance(self, http2.Http2Client) and isinstance(event, h2.events.ConnectionTerminated):
                leaving.add(self.conn)  # what the server has not begun with must not come back to this one
                yield from _refuse(self, event.last_stream_id or 0)
            return bool((yield from original(self, event)))
        leaving.add(self.conn)
        if isinstance(self, http2.Http2Client):
            yield from _refuse(self, event.last_stream_id)
        return False

    handle_h2_event.takes_leave = True  # type: ignore[attr-defined]
    return handle_h2_event


def _refuse(layer: Any, last: int) -> Generator[Any, Any, None]:
    """End the streams that the server will not answer, and those that were not opened yet."""
    for stream_id in [one for one in layer.streams if one > last]:
        del layer.streams[stream_id]
        yield ReceiveHttp(layer.ReceiveProtocolError(stream_id, UNTOUCHED, layer.ReceiveProtocolError.code))
    yield from _hand_back(layer)


def _hand_back(layer: Any) -> Generator[Any, Any, None]:
    """Tell the requests that wait for a place on this connection that there will be none."""
    for waiting in list(layer.stream_queue):
        del layer.stream_queue[waiting]
        layer.our_stream_id[waiting], layer.their_stream_id[-waiting] = -waiting, waiting  # not a stream: what follows is ignored
        yield ReceiveHttp(layer.ReceiveProtocolError(-waiting, UNTOUCHED, layer.ReceiveProtocolError.code))


def _closing(original: Callable[[Any, str], Generator[Any, Any, None]]) -> Callable[[Any, str], Generator[Any, Any, None]]:
    def close_connection(self: Any, message: str) -> Generator[Any, Any, None]:
        """mitmproxy tells those that were opened, and lets the others wait for ever."""
        yield from original(self, message)
        if isinstance(self, http2.Http2Client):
            yield from _hand_back(self)

    return close_connection


def _nothing_new(original: Handling) -> Handling:
    def handle_event(self: Any, event: Any) -> Generator[Any, Any, None]:
        """A request that was given this connection before the goodbye, and begins after it.

        It is told when it has been handed over whole: told in the middle, it would go on here when it has begun elsewhere. One that
        is passed on while it arrives is told at once.
        """
        if self.conn in leaving and isinstance(event, RequestHeaders) and event.stream_id not in self.our_stream_id:
            self.our_stream_id[event.stream_id], self.their_stream_id[-event.stream_id] = -event.stream_id, event.stream_id
            if event.request.stream:
                yield ReceiveHttp(self.ReceiveProtocolError(event.stream_id, UNTOUCHED, self.ReceiveProtocolError.code))
            else:
                self.late = {*getattr(self, "late", ()), event.stream_id}
        elif isinstance(event, RequestEndOfMessage) and event.stream_id in getattr(self, "late", ()):
            self.late.discard(event.stream_id)
            yield ReceiveHttp(self.ReceiveProtocolError(event.stream_id, UNTOUCHED, self.ReceiveProtocolError.code))
        else:
            yield from original(self, event)

    return handle_event


def _until_done(original: Handling) -> Handling:
    def handle_event(self: Any, event: Any) -> Generator[Any, Any, None]:
        if isinstance(event, events.Start):
            self.h2_conn._frame_dispatch_table[GoAwayFrame] = lambda frame: _heard(self, frame)
        yield from original(self, event)
        if self.conn in leaving and all(map(self.is_closed, self.streams)):
            yield from self.close_connection("goodbye")

    return handle_event

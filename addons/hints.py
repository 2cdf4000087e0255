"""Early hints (103, RFC 8297) of a server that speaks HTTP/2 in; the same hints out to its client, before the reply.

mitmproxy drops them. Only `Link` headers go on. Over HTTP/1 hints are dropped here, too: browsers take none there, and other
clients take any interim reply for the reply itself.
"""

from collections.abc import Callable, Generator, Iterable
from typing import Any

import h2.events
from mitmproxy.proxy import commands
from mitmproxy.proxy.context import Context
from mitmproxy.proxy.layers.http import HttpLayer
from mitmproxy.proxy.layers.http import _http2 as http2

EARLY_HINTS = b"103"

type Handling = Callable[[Any, Any], Generator[Any, Any, bool]]
type Sending = Generator[commands.SendData, Any, None]


def pass_on() -> None:
    """Pass hints of servers that speak HTTP/2 on from now on; a second time does nothing."""
    client = http2.Http2Client
    if not getattr(client.handle_h2_event, "passes_hints", False):
        client.handle_h2_event = _handling(client.handle_h2_event)  # type: ignore[method-assign, assignment]


def tell(context: Context, stream_id: int, links: Iterable[bytes]) -> Sending:
    """Send hints to the client of a stream, where it speaks HTTP/2 and has had no reply yet."""
    around = next((one for one in reversed(context.layers) if isinstance(one, HttpLayer)), None)
    client = around.connections.get(context.client) if around is not None else None
    if not isinstance(client, http2.Http2Server) or not client.is_open_for_us(stream_id):
        return
    if client.h2_conn.streams[stream_id].state_machine.headers_sent:
        return
    headers = [(b":status", EARLY_HINTS), *((b"link", link) for link in links)]
    if len(headers) > 1:
        client.h2_conn.send_headers(stream_id, headers)
        yield commands.SendData(context.client, client.h2_conn.data_to_send())


def _handling(original: Handling) -> Handling:
    def handle_h2_event(self: Any, event: Any) -> Generator[Any, Any, bool]:
        if isinstance(event, h2.events.InformationalResponseReceived):
            said = [(bytes(name), bytes(value)) for name, value in event.headers or ()]
            stream_id = self.their_stream_id.get(event.stream_id)
            if (b":status", EARLY_HINTS) in said and stream_id is not None:
                yield from tell(self.context, stream_id, [value for name, value in said if name == b"link"])
        return (yield from original(self, event))

    handle_h2_event.passes_hints = True  # type: ignore[attr-defined]
    return handle_h2_event

"""A flow whose request headers are being decided in; out, how much of its body has arrived meanwhile, and whether that is all.

mitmproxy keeps a body without any bound, or sends it on before a hook has seen a byte of it. While the hook `requestheaders` waits,
what arrives lies in the queue of the stream that waits for it: here it is looked at, and thrown away where nobody may have it. The
only file that reads what mitmproxy keeps to itself; where that is not found, nothing is known of the body (`look` gives None).
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from guardian_addons import untyped
from mitmproxy import http
from mitmproxy.proxy import events
from mitmproxy.proxy.context import Context
from mitmproxy.proxy.layers.http import HttpLayer, HttpStream
from mitmproxy.proxy.layers.http._events import RequestData, RequestEndOfMessage, RequestProtocolError

_SHORTEST, _LONGEST = 0.002, 0.05  # seconds between two looks


@dataclass(frozen=True, slots=True)
class Arrived:
    """What has arrived of a body that waits."""

    size: int  # bytes
    ended: bool  # whether that is all of it, or the client has gone


def look(flow: http.HTTPFlow) -> Arrived | None:
    """What has arrived since the headers; None where that cannot be known."""
    queue = _queue(flow)
    if queue is None:
        return None
    size = sum(len(event.data) for event in queue if isinstance(event, RequestData))
    return Arrived(size, any(isinstance(event, RequestEndOfMessage | RequestProtocolError) for event in queue))


def first(flow: http.HTTPFlow, most: int) -> bytes:
    """The first `most` bytes of what waits; it goes on waiting."""
    parts: list[bytes] = []
    for event in _queue(flow) or ():
        if most > 0 and isinstance(event, RequestData):
            parts.append(event.data[:most])
            most -= len(event.data)
    return b"".join(parts)


async def wait(flow: http.HTTPFlow, *, most: int, seconds: float | None = None) -> Arrived | None:
    """Wait until the body has ended, more than `most` bytes wait, or the time is over."""
    await asyncio.sleep(0)  # what came in one piece with the headers is queued right after the hook was called
    pause, loop = _SHORTEST, asyncio.get_running_loop()
    end = loop.time() + seconds if seconds is not None else None
    while True:
        arrived = look(flow)
        if arrived is None or arrived.ended or arrived.size > most or (end is not None and loop.time() >= end):
            return arrived
        await asyncio.sleep(pause)
        pause = min(pause * 1.5, _LONGEST)


async def drain(flow: http.HTTPFlow, *, most: int, seconds: float) -> bool:
    """Throw away what arrives until the body has ended; False where it does not end within `most` bytes and the time."""
    loop = asyncio.get_running_loop()
    end, thrown, pause = loop.time() + seconds, 0, _SHORTEST
    while loop.time() < end and thrown <= most:
        arrived = look(flow)
        if arrived is None:
            return False
        thrown += arrived.size
        _empty(flow)
        if arrived.ended:
            return True
        await asyncio.sleep(pause)
        pause = _SHORTEST if arrived.size else min(pause * 1.5, _LONGEST)
    return False


@contextmanager
def paused(flow: http.HTTPFlow) -> Iterator[None]:
    """Read nothing more from the client while its request is being decided."""
    found = [handler.transports.get(flow.client_conn) for handler in _handlers(flow)]
    transports = [one.writer.transport for one in found if one is not None and one.writer is not None]
    for transport in transports:
        transport.pause_reading()
    try:
        yield
    finally:
        for transport in transports:
            if not transport.is_closing():
                transport.resume_reading()


def hang_up(flow: http.HTTPFlow) -> None:
    """End the connection to the server at once, so that what was sent of a body never looks like all of it."""
    for handler in _handlers(flow):
        server = handler.transports.get(flow.server_conn)
        if server is not None and server.writer is not None:
            server.writer.transport.abort()


def _empty(flow: http.HTTPFlow) -> None:
    queue = _queue(flow)
    if queue is not None:
        kept = [event for event in queue if not isinstance(event, RequestData)]
        queue.clear()
        queue.extend(kept)


def _queue(flow: http.HTTPFlow) -> "deque[events.Event] | None":
    for handler in _handlers(flow):
        for stream in _streams(handler.layer.context):
            if getattr(stream, "flow", None) is flow:
                return stream._paused_event_queue
    return None


def _handlers(flow: http.HTTPFlow) -> list[Any]:
    return [one for one in untyped.addon("proxyserver").connections.values() if one.client is flow.client_conn]


def _streams(around: Context) -> Iterator[HttpStream]:
    """The HTTP streams of a client's connection: of the tunnel, and of what is spoken inside it."""
    pending, known = list(around.layers), set[int]()
    while pending:
        one = pending.pop()
        if isinstance(one, HttpLayer) and id(one) not in known:
            known.add(id(one))
            for stream in one.streams.values():
                yield stream
                pending += stream.context.layers

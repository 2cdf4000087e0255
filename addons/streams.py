"""Take traffic that is not HTTP (raw TCP, UDP, QUIC, DNS) or a body that nobody can see, give the outcome of the rule for it.

The rule is `[fail] stream`: closed refuses before a byte leaves, open lets it through; both are recorded.
mitmproxy by itself relays it.
"""

import re

from mitmproxy import http
from mitmproxy.connection import Server
from mitmproxy.proxy import commands, events, layer, layers

from guardian_core.settings import FailMode
from guardian_core.vocabulary import Decision, Outcome, Reading, Request, Verdict

RAW: tuple[tuple[type[layer.Layer], str], ...] = (
    (layers.TCPLayer, "tcp"),
    (layers.UDPLayer, "udp"),
    (layers.DNSLayer, "dns"),
    (layers.RawQuicLayer, "quic"),
)


class RefusedLayer(layer.Layer):
    """Closes the client's connection and forwards nothing, whatever arrives. (A killed TCP flow is relayed by mitmproxy 12.)"""

    def _handle_event(self, event: events.Event) -> layer.CommandGenerator[None]:
        if isinstance(event, events.Start):
            yield commands.CloseConnection(self.context.client)


def raw_kind(chosen: layer.Layer | None) -> str | None:
    """The name of a layer that relays what we cannot read; None for HTTP, TLS and the like."""
    return next((name for kind, name in RAW if isinstance(chosen, kind)), None)


def raw_outcome(kind: str, server: Server, client: str, mode: FailMode) -> Outcome:
    """The recorded decision about a raw connection."""
    host, port = server.address[:2] if server.address else ("", 0)
    request = Request(method=kind.upper(), scheme=kind, host=host, port=port, target="", headers=(), body=b"", client=client)
    return unseen(request, f"raw {kind} traffic", mode, because=f"raw {kind} traffic cannot be read (fail.stream is {mode})")


def unseen(request: Request, what: str, mode: FailMode, *, because: str) -> Outcome:
    """The outcome for something that was not seen at all: by its fail mode."""
    verdict = Verdict.ALLOW if mode == "open" else Verdict.DENY
    return Outcome(
        decision=Decision(verdict=verdict, reasons=(because,)),
        reading=Reading(request=request, items=(), body=b"", unreadable=what),
        degraded=("not inspected",),
    )


def opens_raw_stream(flow: http.HTTPFlow, *, websocket: bool) -> bool:
    """Whether the server's 101 turns this connection into something other than WebSocket (the test mitmproxy itself makes)."""
    response = flow.response
    if response is None or response.status_code != 101:
        return False
    upgrade = response.headers.get("upgrade", "").lower() == "websocket"
    return not (websocket and upgrade and flow.request.headers.get("Sec-WebSocket-Version", "") == "13")


def is_grpc(request: http.Request) -> bool:
    """gRPC and Connect's streams, whose request may never end before its reply begins (BUGS B17); gRPC-Web's always does."""
    kind: str = request.headers.get("content-type", "").lower()
    return kind.startswith(("application/grpc", "application/connect+")) and not kind.startswith("application/grpc-web")


SHORT = 65_536  # bytes of a reply that come at once
KEPT = 4_000_000  # bytes of a reply without a length that are kept for whoever looks at the flow: it may never end
# What is sent piece by piece, each of them meant to be seen when it comes.
_STREAMED = re.compile(
    r"text/event-stream|application/(?:grpc|connect\+|x-ndjson|ndjson|jsonl|json-seq|stream\+json|vnd\.amazon\.eventstream)"
    r"|multipart/x-mixed-replace|audio/|video/"
)


class Copy:
    """Passes the pieces of a reply on as they come, and keeps them, so that whoever looks at the flow sees the whole of it."""

    def __init__(self, most: int) -> None:
        """`most`: bytes that are kept; nothing of what is longer."""
        self._most = most
        self._pieces: list[bytes] = []
        self._length = 0

    def __call__(self, piece: bytes) -> bytes:
        """The piece, which is what mitmproxy sends; the last one is empty."""
        self._length += len(piece)
        if self._length > self._most:
            self._pieces.clear()
        else:
            self._pieces.append(piece)
        return piece

    def whole(self) -> bytes | None:
        """The reply's body; None where it was too long to keep."""
        return b"".join(self._pieces) if self._length <= self._most else None


def passing(flow: http.HTTPFlow, *, longest: int, edited: bool = False) -> bool | Copy:
    """How the reply goes on: as it arrives (BUGS B16), with a copy or without (True), or at its end (False).

    Without a copy go event streams and their like, what is longer than `longest` bytes, and what says neither its type nor its
    length. With one goes whatever may take its time: what does not say its length, so that nobody knows when it ends, and what is
    longer than a few pieces; unless somebody may edit it (`edited`). What is short is held, since it is one piece with its head.
    """
    if flow.response is None or flow.response.status_code == 101:
        return False
    headers = flow.response.headers
    there = {name.lower() for name, _ in headers.fields}  # to ask mitmproxy for a header takes longer than to look at all
    length = headers["content-length"] if b"content-length" in there else ""
    kind = headers["content-type"].strip().lower() if b"content-type" in there else ""
    wanted = not kind and "text/event-stream" in flow.request.headers.get("accept", "").lower()
    unbuffered = b"x-accel-buffering" in there and headers["x-accel-buffering"].lower() == "no"
    if _STREAMED.match(kind) or unbuffered or (not kind and (wanted or not length)):
        return True
    if length.isdigit() and int(length) > longest:
        return True
    if edited or (length and not (length.isdigit() and int(length) > SHORT)):
        return False
    return Copy(longest if length else KEPT)


def ended(flow: http.HTTPFlow) -> None:
    """Put the copy of a reply that has passed into its flow."""
    if flow.response is not None and isinstance(flow.response.stream, Copy):
        flow.response.raw_content = flow.response.stream.whole()
        flow.response.stream = True


def hide_http3(flow: http.HTTPFlow) -> None:
    """Take the offer of HTTP/3 off a reply: a client that takes it up speaks QUIC past the proxy (BUGS B23)."""
    if flow.response is not None and "alt-svc" in flow.response.headers:
        del flow.response.headers["alt-svc"]

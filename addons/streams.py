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


# What is sent piece by piece, each of them meant to be seen when it comes.
_STREAMED = re.compile(
    r"text/event-stream|application/(?:grpc|connect\+|x-ndjson|ndjson|jsonl|json-seq|stream\+json|vnd\.amazon\.eventstream)"
    r"|multipart/x-mixed-replace|audio/|video/"
)


def flows_through(flow: http.HTTPFlow, *, longest: int) -> bool:
    """Whether the reply goes on as it arrives (BUGS B16).

    So do event streams and their like, what is longer than `longest` bytes, and what says neither its type nor its length.
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
    return length.isdigit() and int(length) > longest


def hide_http3(flow: http.HTTPFlow) -> None:
    """Take the offer of HTTP/3 off a reply: a client that takes it up speaks QUIC past the proxy (BUGS B23)."""
    if flow.response is not None and "alt-svc" in flow.response.headers:
        del flow.response.headers["alt-svc"]

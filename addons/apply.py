"""Take a flow, give the Request the core decides about; take the rewritten Request, put it into the flow byte for byte."""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

from mitmproxy import http
from mitmproxy.websocket import WebSocketMessage

from guardian_core.vocabulary import Request

Field = tuple[bytes, bytes]

# What a refused flow may keep for the person who looks at it. Everything else may hold what was refused, so it goes.
KEPT_OF_REFUSED = frozenset(
    {
        b"host",
        b"content-type",
        b"content-encoding",
        b"user-agent",
        b"accept",
        b"origin",
        b"sec-fetch-dest",
        b"sec-fetch-mode",
        b"sec-fetch-site",
        b"sec-fetch-user",
        b"access-control-request-method",
        b"access-control-request-headers",
    }
)
AUTHORITY = b":authority"
NAMED = "guardian_named"  # in a flow's metadata: the host that an address stands for (naming.py)
# The handshake's own business: a frame has neither its framing nor its credentials, and those were decided when the socket opened.
NOT_OF_A_FRAME = frozenset(
    {b"content-type", b"content-length", b"content-encoding", b"transfer-encoding", b"cookie", b"authorization", AUTHORITY}
)


def to_request(flow: http.HTTPFlow) -> Request:
    """The flow's request as it lies on the wire; a body that was not seen (None) must be handled before.

    An authority in the request itself (HTTP/2, absolute form) that is not the connection's is sent too: it counts as a header.
    """
    data = flow.request.data
    host = authority(flow)
    usual = {b"", host.encode(), f"{host}:{data.port}".encode()}
    other = () if data.authority.lower() in usual else ((AUTHORITY, data.authority),)
    return Request(
        method=flow.request.method,
        scheme=flow.request.scheme,
        host=host,
        port=data.port,
        target=data.path.decode("latin-1"),
        headers=(*data.headers.fields, *other),
        body=data.content or b"",
        client=flow.client_conn.peername[0] if flow.client_conn.peername else "",
    )


def authority(flow: http.HTTPFlow) -> str:
    """The host of the connection, lower case and without trailing dot.

    A tunnel to an address is named by the client's SNI: mitmproxy verifies the origin's certificate against it. The Host header is
    not believed, for a client may write there what it likes; but see naming.py.
    """
    host = flow.request.data.host
    if is_address(host):
        sni = flow.client_conn.sni if flow.request.scheme == "https" else None
        host = sni or flow.metadata.get(NAMED) or host
    return str(host).lower().rstrip(".")


@lru_cache(maxsize=1_024)
def is_address(host: str) -> bool:
    """Whether `host` is an IP literal."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def put(flow: http.HTTPFlow, rewritten: Request) -> None:
    """Replace target, headers and body by those of `rewritten`; mitmproxy's content setters would encode the body a second time."""
    data = flow.request.data
    changed = rewritten.body != data.content
    headers = tuple(field for field in rewritten.headers if field[0] != AUTHORITY)
    data.path = rewritten.target.encode("latin-1")
    fields = framed(headers, len(rewritten.body), http1=not (flow.request.is_http2 or flow.request.is_http3))
    data.headers = http.Headers(fields if changed else headers)
    data.content = rewritten.body


def framed(fields: Iterable[Field], length: int, *, http1: bool) -> tuple[Field, ...]:
    """`fields` with a Content-Length that says `length`, spelled and placed as it was (RFC 9112 §6).

    >>> framed([(b"A", b"1"), (b"content-length", b"7"), (b"B", b"2")], 12, http1=True)
    ((b'A', b'1'), (b'content-length', b'12'), (b'B', b'2'))
    """
    old = tuple(fields)
    names = {name.lower() for name, _ in old}
    if b"transfer-encoding" in names and http1:
        return tuple(field for field in old if field[0].lower() != b"content-length")
    if b"content-length" in names:
        size = str(length).encode()
        return tuple((name, size if name.lower() == b"content-length" else value) for name, value in old)
    return (*old, (b"Content-Length", str(length).encode())) if http1 and length else old


def scrub(flow: http.HTTPFlow, *, keep_path: bool) -> None:
    """Empty what is stored of a refused request: flow stores and mitmweb must not become the leak.

    `keep_path` keeps the path (never the query): only for a request that was read and has no finding there.
    """
    data = flow.request.data
    data.content = b""
    data.trailers = None
    data.path = data.path.split(b"?", 1)[0] if keep_path else b"/"
    data.headers = http.Headers([field for field in data.headers.fields if field[0].lower() in KEPT_OF_REFUSED])
    flow._backup = None  # what mitmweb keeps for "revert" is the raw request


def frame_request(flow: http.HTTPFlow, message: WebSocketMessage) -> Request:
    """One client frame as a request of its own: same connection, the frame as body, the query left to the handshake's decision."""
    handshake = to_request(flow)
    kind = b"text/plain; charset=utf-8" if message.is_text else b"application/octet-stream"
    fields = [field for field in handshake.headers if field[0].lower() not in NOT_OF_A_FRAME]
    return Request(
        method="WEBSOCKET",
        scheme=handshake.scheme,
        host=handshake.host,
        port=handshake.port,
        target=handshake.target.split("?", 1)[0],
        headers=(*fields, (b"Content-Type", kind)),
        body=message.content,
        client=handshake.client,
        session=flow.id,
    )

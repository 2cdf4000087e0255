"""Take a refused request, give the reply its client understands: HTML, JSON, or nothing, correct for CORS, never stored.

SPEC §8, BUGS B25. The reply carries an opaque id and a generic reason only: neither category nor policy text nor who is registered,
for it is read by the very page or agent that was refused. Always 403, for SDKs retry what looks like a server's fault.
"""

import html
import json
from collections.abc import Callable
from typing import Literal

from mitmproxy import http

Kind = Literal["preflight", "beacon", "page", "json"]

REFUSED = "This request was not sent: it would have disclosed personal data."
UNCHECKED = "This request was not sent: it could not be checked."

PAGES = frozenset({"document", "iframe", "frame", "embed", "object"})
BEACONS = frozenset({"beacon", "ping", "report"})


def reply(request: http.Request, *, flow_id: str, reason: str, background: bool = False) -> http.Response:
    """The 403 (or 204) for `request`; `background` says that the core saw a beacon or pixel."""
    kind = kind_of(request, background=background)
    status, content_type, body = BODIES[kind](reason, flow_id)
    fields: list[tuple[bytes, bytes]] = [(b"Cache-Control", b"no-store"), (b"Vary", b"Origin, Accept, Sec-Fetch-Dest")]
    if content_type:
        fields += [
            (b"Content-Type", content_type),
            (b"X-Content-Type-Options", b"nosniff"),
            (b"Referrer-Policy", b"no-referrer"),
            (b"Content-Security-Policy", b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"),
        ]
    fields += cors(request, preflight=kind == "preflight")
    if status != 204:
        fields.append((b"Content-Length", str(len(body)).encode()))
    if request.method == "HEAD":
        body = b""
    response = http.Response.make(status, body)
    response.headers = http.Headers(fields)
    return response


def kind_of(request: http.Request, *, background: bool) -> Kind:
    """What the client can use, from fetch metadata, else from Accept; a client that says nothing gets JSON."""
    dest = request.headers.get("Sec-Fetch-Dest", "").lower()
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        return "preflight"
    is_ping = "Ping-To" in request.headers or request.headers.get("Content-Type", "").lower() == "text/ping"
    if dest in BEACONS or is_ping or (background and request.headers.get("Sec-Fetch-Mode", "").lower() == "no-cors"):
        return "beacon"
    if dest in PAGES or (not dest and "text/html" in request.headers.get("Accept", "").lower()):
        return "page"
    return "json"


def cors(request: http.Request, *, preflight: bool) -> list[tuple[bytes, bytes]]:
    """The headers without which a page sees an opaque network error instead of the reason."""
    origin = _first(request, b"origin")
    if not origin:
        return []
    fields = [(b"Access-Control-Allow-Origin", origin), (b"Access-Control-Allow-Credentials", b"true")]
    if preflight:
        # The preflight of a refused request is answered with yes, so that the request itself can be refused readably.
        asked = ((b"method", b"Access-Control-Allow-Methods"), (b"headers", b"Access-Control-Allow-Headers"))
        for suffix, answer in asked:
            value = _first(request, b"access-control-request-" + suffix)
            if value:
                fields.append((answer, value))
        fields.append((b"Access-Control-Max-Age", b"0"))
    return fields


def _first(request: http.Request, name: bytes) -> bytes:
    return next((value for key, value in request.headers.fields if key.lower() == name), b"")


def _page(reason: str, flow_id: str) -> tuple[int, bytes, bytes]:
    text = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not sent</title>'
        "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:4em auto;padding:0 1em}code{color:#555}</style>"
        f"<h1>Not sent</h1><p>{html.escape(reason)}</p>"
        f"<p>GuardianAgent stopped it on this side; the server received nothing.</p>"
        f"<p>Why, on the machine that runs it: <code>guardian audit --id {html.escape(flow_id)}</code></p></html>"
    )
    return 403, b"text/html; charset=utf-8", text.encode()


def _json(reason: str, flow_id: str) -> tuple[int, bytes, bytes]:
    error = {"type": "guardian_refused", "message": reason, "id": flow_id}
    return 403, b"application/json", json.dumps({"error": error}).encode()


def _nothing(reason: str, flow_id: str) -> tuple[int, bytes, bytes]:  # noqa: ARG001 - one shape for all
    return 204, b"", b""


BODIES: dict[Kind, Callable[[str, str], tuple[int, bytes, bytes]]] = {
    "preflight": _nothing,
    "beacon": _nothing,
    "page": _page,
    "json": _json,
}

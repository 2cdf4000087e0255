"""Take a refused request, give the reply its client understands: HTML, JSON, or nothing, correct for CORS, never stored.

SPEC §8, BUGS B25. The reply carries an opaque id and a generic reason only: neither category nor policy text nor who is registered,
for it is read by the very page or agent that was refused. It also carries where the control page explains it: that address is of
no use to them, for whoever opens it must be let in first. Always 403, for SDKs retry what looks like a server's fault.
"""

import html
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from guardian_addons import closing
from mitmproxy import http

from guardian_core.obstacles import PARTLY
from guardian_core.unchecked import unread_because
from guardian_core.vocabulary import Outcome

Kind = Literal["preflight", "beacon", "page", "json"]

REFUSED = "This request was not sent: it would have disclosed personal data."
STOPPED = "This upload was stopped before its end: a field behind the file would have disclosed personal data."
UNCHECKED = "This request was not sent: it could not be checked."
FAULT = "something went wrong in GuardianAgent"
ENDING = "GuardianAgent is shutting down"
LATE = "it could not be searched to its end in time"
TOO_LONG = "its body is longer than what is read"

PAGES = frozenset({"document", "iframe", "frame", "embed", "object"})
BEACONS = frozenset({"beacon", "ping", "report"})


@dataclass(frozen=True, slots=True)
class Refusal:
    """What may be said of it."""

    reason: str
    host: str
    flow: str
    page: str | None  # of the control page, about this refusal


def reply(request: http.Request, *, flow_id: str, reason: str, background: bool = False, page: str | None = None) -> http.Response:
    """The 403 (or 204) for `request`; `background` says that the core saw a beacon or pixel, `page` is where it is explained."""
    kind = kind_of(request, background=background)
    status, content_type, body = BODIES[kind](Refusal(reason, request.host, flow_id, page))
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
    fields += closing.ending(request)
    if request.method == "HEAD":
        body = b""
    response = http.Response.make(status, body)
    response.headers = http.Headers(fields)
    return response


def unchecked(why: str) -> str:
    """That it could not be checked, and why, in words of our own: nothing of the request and nothing that the user registered."""
    return f"{UNCHECKED.removesuffix('.')} ({why})."


def told(outcome: Outcome) -> str:
    """The reason that may be told of a refused outcome."""
    unreadable, said = outcome.reading.unreadable, outcome.decision.reasons
    if unreadable is not None:
        if unread_because(unreadable) in said:
            return unchecked(unreadable)
        # Else its time was over, which is said in words that may name the user's own patterns, or nothing of it was seen at all.
        return unchecked(LATE) if outcome.unchecked else unchecked(f"nobody could read the {unreadable}")
    partly = next((why for why in PARTLY if any(reason.startswith(why) for reason in said)), None)
    return unchecked(partly) if partly and outcome.unchecked else REFUSED


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


STYLE = """:root{color-scheme:light dark}
body{font:17px/1.6 system-ui,sans-serif;max-width:34rem;margin:14vh auto 0;padding:0 1.5rem;background:#fbfbf9;color:#1c2430}
h1{font-size:1.7rem;margin:0 0 .8rem;padding-top:1rem;border-top:5px solid #b3392f}p{margin:0 0 1rem}
a{display:inline-block;padding:.5rem 1.1rem;border-radius:6px;background:#0b5cad;color:#fff;text-decoration:none}
a:focus-visible{outline:3px solid #7db7f2;outline-offset:2px}small,code{font-size:.85rem;color:#5b6675;overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{background:#14181e;color:#e4e8ee}small,code{color:#9aa6b5}}"""


def _page(refusal: Refusal) -> tuple[int, bytes, bytes]:
    """Two sentences and one link; no script, nothing of the request."""
    host, flow, page = html.escape(refusal.host), html.escape(refusal.flow), html.escape(refusal.page or "")
    more = (
        f'<p><a href="{page}" target="_top" rel="noopener noreferrer">See what it was, and decide</a></p>'
        "<p><small>Opens GuardianAgent’s own page, for whoever runs it: this site cannot see or use it.</small></p>"
        if page
        else f"<p>Why, on the machine that runs it: <code>guardian audit --id {flow}</code></p>"
    )
    text = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Held back</title><style>{STYLE}</style><h1>Held back</h1>"
        f"<p>{html.escape(refusal.reason)} GuardianAgent stopped it on this side; {host} received nothing.</p>{more}"
        f"<p><small>Number {flow}</small></p></html>"
    )
    return 403, b"text/html; charset=utf-8", text.encode("utf-8", "replace")


def _json(refusal: Refusal) -> tuple[int, bytes, bytes]:
    error = {"type": "guardian_refused", "message": refusal.reason, "id": refusal.flow}
    return 403, b"application/json", json.dumps({"error": error | ({"details": refusal.page} if refusal.page else {})}).encode()


def _nothing(_: Refusal) -> tuple[int, bytes, bytes]:
    return 204, b"", b""


BODIES: dict[Kind, Callable[[Refusal], tuple[int, bytes, bytes]]] = {
    "preflight": _nothing,
    "beacon": _nothing,
    "page": _page,
    "json": _json,
}

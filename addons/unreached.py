"""What mitmproxy says of a server that gave no reply in; out, what happened, in plain words, and what to do.

Its own page shows the system's words, addresses and all, and the bytes of a reply or request that it could not read. This one holds
nothing of the request and nothing that the server said: one of the sentences below, a 502 as before. JSON for whoever does not ask
for a page; a request that is none (400) is always answered by a page, for nobody knows what its client reads.
"""

import errno
import html
import json
import re
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from guardian_addons import deny
from mitmproxy import http
from mitmproxy.proxy.layers.http import HttpStream, SendHttp
from mitmproxy.proxy.layers.http import _http1 as http1
from mitmproxy.proxy.layers.http import _http2 as http2
from mitmproxy.proxy.layers.http._base import HttpCommand
from mitmproxy.proxy.layers.http._events import (
    ErrorCode,
    ResponseData,
    ResponseEndOfMessage,
    ResponseHeaders,
    ResponseProtocolError,
)

type Handling = Callable[[Any, Any], Generator[Any, Any, Any]]

STATUS = 502


@dataclass(frozen=True, slots=True)
class Cause:
    """Why there is no reply, as it may be told."""

    name: str
    happened: str
    advice: str


OURS = Cause(
    "not_allowed",
    "GuardianAgent does not connect to that address.",
    "It is the proxy itself, or something that only the proxy's own machine may use. The proxy's log says which.",
)
NAME = Cause(
    "name_not_found",
    "The name of the server could not be looked up.",
    "Check how it is spelled, and whether this machine is online and can look up names (DNS).",
)
REFUSED = Cause(
    "connection_refused",
    "The server was reached, but takes no connections on this port.",
    "It may be down or starting, or another port may be meant. Try again later.",
)
SLOW = Cause(
    "timed_out",
    "The server did not answer in time.",
    "It may be down or busy, or a firewall may be in between. Try again later.",
)
NO_WAY = Cause(
    "unreachable",
    "There is no way to the server from this network.",
    "Check whether this machine is online, and whether the server needs a VPN.",
)
OTHER_NAME = Cause(
    "certificate_of_another_name",
    "The server's certificate is for another name, so nothing was sent.",
    "Check the address. If it is right, somebody may be in between, or the server's operator has to mend it.",
)
EXPIRED = Cause(
    "certificate_expired",
    "The server's certificate is not valid today, so nothing was sent.",
    "Check this machine's clock. If it is right, the server's operator has to renew the certificate.",
)
UNTRUSTED = Cause(
    "certificate_not_trusted",
    "The server's certificate is by nobody whom this machine trusts, so nothing was sent.",
    "If the authority is your own or your company's, name its file in the configuration: [proxy] trust_ca. Else do not go on.",
)
NOT_ENCRYPTED = Cause(
    "no_encryption",
    "No encrypted connection to the server came about, so nothing was sent.",
    "Check the port, and whether http:// is meant. A very old server may speak nothing that is still safe.",
)
UPSTREAM = Cause(
    "upstream_proxy",
    "The proxy that leads out of this network did not connect to the server.",
    "Check [proxy] upstream in the configuration, and its login.",
)
LEFT = Cause(
    "server_leaving",
    "The server was just closing this connection and did not begin with the request.",
    "Send it again: that takes a new connection.",
)
BROKE_OFF = Cause(
    "broke_off",
    "The server ended the connection before its reply was complete.",
    "It may have acted on the request all the same: send it again where twice does no harm.",
)
BAD_REPLY = Cause(
    "bad_reply",
    "The server's reply breaks the rules of HTTP and was not passed on.",
    "It may have acted on the request all the same. The server's operator has to mend it.",
)
NO_CONNECTION = Cause("no_connection", "No connection to the server came about.", "Try again later. The proxy's log says more.")
NO_REQUEST = Cause(
    "bad_request",
    "What was asked for breaks the rules of HTTP or names no server, so nothing was sent.",
    "The program that asked has to be mended.",
)


def _numbers(*names: str) -> str:
    """The system's numbers for faults, as they stand in its messages; what a system does not know is left out."""
    known = (getattr(errno, name, None) for name in names)
    return "|".join(rf"\[(?:Errno|WinError) {number}\]" for number in known if number is not None)


# Before a connection stands: the first that fits the message.
_CONNECTING = (
    (OURS, "refused by GuardianAgent"),
    (UPSTREAM, "^Upstream proxy "),
    (OTHER_NAME, "(?i)certificate verify failed.*(?:hostname|ip address) mismatch"),
    (EXPIRED, "(?i)certificate verify failed.*(?:expired|not yet valid)"),
    (UNTRUSTED, "(?i)certificate verify failed"),
    (
        NAME,
        "(?i)getaddrinfo|name or service not known|nodename nor servname|name resolution|no address associated|host.* not known",
    ),
    (REFUSED, f"(?i)connection refused|{_numbers('ECONNREFUSED', 'WSAECONNREFUSED')}|WinError 1225"),
    (SLOW, f"(?i)timed ?out|cancelled|{_numbers('ETIMEDOUT', 'WSAETIMEDOUT')}|WinError 121\\]"),
    (NO_WAY, f"(?i)unreachable|no route|{_numbers('ENETUNREACH', 'EHOSTUNREACH', 'WSAENETUNREACH', 'WSAEHOSTUNREACH')}"),
    (NOT_ENCRYPTED, "(?i)TLS|SSL|handshake|alert|^connection closed"),
)
# And after that.
_REPLYING = (
    (LEFT, "takes no further requests|REFUSED_STREAM"),
    (BROKE_OFF, "(?i)server closed|peer closed|connection closed|stream reset|disconnected|incomplete|goodbye"),
)
_COMPILED = {
    True: [(cause, re.compile(pattern)) for cause, pattern in _CONNECTING],
    False: [(cause, re.compile(pattern)) for cause, pattern in _REPLYING],
}


def cause_of(message: str, *, connecting: bool) -> Cause:
    """What mitmproxy's message comes to.

    >>> cause_of("[Errno -2] Name or service not known", connecting=True).name
    'name_not_found'
    """
    found = (cause for cause, pattern in _COMPILED[connecting] if pattern.search(message))
    return next(found, NO_CONNECTION if connecting else BAD_REPLY)


def reply(request: http.Request, cause: Cause, flow_id: str) -> http.Response:
    """The page or the JSON, as the client asks for the one or the other."""
    if deny.kind_of(request, background=False) == "page":
        kind, body = "text/html; charset=utf-8", _page(cause, flow_id)
    else:
        error = {"type": "guardian_no_reply", "cause": cause.name, "message": cause.happened, "advice": cause.advice, "id": flow_id}
        kind, body = "application/json", json.dumps({"error": error}).encode()
    fields = [
        (b"Content-Type", kind.encode()),
        (b"Content-Length", b"%d" % len(body)),
        (b"Cache-Control", b"no-store"),
        (b"Vary", b"Accept, Sec-Fetch-Dest"),
        (b"X-Content-Type-Options", b"nosniff"),
        (b"Content-Security-Policy", b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"),
    ]
    if not (request.is_http2 or request.is_http3):
        fields.append((b"Connection", b"close"))
    response = http.Response.make(STATUS, b"" if request.method == "HEAD" else body)
    response.headers = http.Headers(fields)
    return response


def plain(status: int, message: str) -> bytes:
    """The page where there is no flow: of a request that could not be read. `message`, mitmproxy's own, may quote it."""
    return _page(cause_of(message, connecting=False) if status >= STATUS else NO_REQUEST)


def _page(cause: Cause, flow_id: str = "") -> bytes:
    happened, advice = html.escape(cause.happened), html.escape(cause.advice)
    title, number = "Not sent" if cause is NO_REQUEST else "No reply", f" Number {html.escape(flow_id)}" if flow_id else ""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{deny.STYLE}</style><h1>{title}</h1><p>{happened}</p><p>{advice}</p>"
        f"<p><small>Told by GuardianAgent, the proxy on this side.{number}</small></p></html>"
    ).encode()


def tell() -> None:
    """Answer so from now on; a second time does nothing."""
    if not getattr(HttpStream.handle_protocol_error, "tells", False):
        HttpStream.handle_protocol_error = _telling(HttpStream.handle_protocol_error)  # type: ignore[method-assign, assignment]
        http1.format_error = http2.format_error = plain  # type: ignore[attr-defined, assignment]
        HttpStream.check_invalid = _telling(HttpStream.check_invalid)  # type: ignore[method-assign, assignment]


def _telling(original: Handling) -> Handling:
    def telling(self: Any, argument: Any) -> Generator[Any, Any, Any]:
        begun = self.server_state in (self.state_stream_response_body, self.state_done, self.state_errored)
        commands, answer = original(self, argument), None
        while True:
            try:
                command = commands.send(answer)
            except StopIteration as end:
                return end.value
            event = getattr(command, "event", None)
            if begun or not isinstance(event, ResponseProtocolError) or event.code.http_status_code() != STATUS:
                answer = yield command
            else:
                answer = None
                yield from _told(self, command, event)

    telling.tells = True  # type: ignore[attr-defined]
    return telling


def _told(stream: Any, command: HttpCommand, event: ResponseProtocolError) -> Generator[Any, Any, None]:
    """Our reply in place of the error; over HTTP/1 that follows, and ends the connection as it ever did."""
    cause, client = cause_of(event.message, connecting=event.code is ErrorCode.CONNECT_FAILED), stream.context.client
    response = reply(stream.flow.request, cause, stream.flow.id)
    body = response.raw_content or b""
    yield SendHttp(ResponseHeaders(stream.stream_id, response, end_stream=not body), client)
    if body:
        yield SendHttp(ResponseData(stream.stream_id, body), client)
    if stream.flow.request.is_http2 or stream.flow.request.is_http3:
        yield SendHttp(ResponseEndOfMessage(stream.stream_id), client)
    else:
        yield command

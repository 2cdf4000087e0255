"""The headers of a request and its reply in; out, the header that ends the connection where either side asked for that.

A client that reads to the end of the connection would otherwise wait for it until it gives up. mitmproxy asks the stored request
whether to close, of which next to nothing is left when it was refused, and knows `close` in lower case only, while RFC 9110 §7.6.1
says that letters do not matter.
"""

from mitmproxy import http

CLOSE = (b"Connection", b"close")


def asks(headers: http.Headers) -> bool:
    """Whether one of the connection options is `close`, however it is spelled.

    >>> asks(http.Headers(connection="Keep-Alive, Close")), asks(http.Headers(connection="closed"))
    (True, False)
    """
    said = b",".join(value for name, value in headers.fields if name.lower() == b"connection")
    return b"close" in (option.strip().lower() for option in said.split(b","))


def ending(request: http.Request) -> list[tuple[bytes, bytes]]:
    """What a reply of our own says of the connection; HTTP/2 has no such header."""
    return [CLOSE] if asks(request.headers) and not (request.is_http2 or request.is_http3) else []


def agree(flow: http.HTTPFlow) -> None:
    """Say it in a server's reply so that mitmproxy sees it, too."""
    if flow.response is None or flow.request.is_http2 or flow.request.is_http3 or flow.response.status_code == 101:
        return
    headers = flow.response.headers
    if not (asks(flow.request.headers) or asks(headers)):
        return
    if "close" not in (option.strip() for option in headers.get("connection", "").split(",")):
        flow.response.headers = http.Headers([*(field for field in headers.fields if field[0].lower() != b"connection"), CLOSE])

"""A request's headers in; out, without what was meant for this proxy alone, and with every header on one line."""

import re

from mitmproxy import http
from mitmproxy.proxy import mode_specs

OURS = frozenset({b"proxy-authorization", b"proxy-connection"})
_FOLD = re.compile(rb"[ \t]*\r?\n[ \t]+")


def tidy(flow: http.HTTPFlow) -> None:
    """Before anything is decided: a login for a proxy is nobody else's business (RFC 9110 §11.7.2), and a value that goes on in a
    further line is read as two headers by some and as one by others (RFC 9112 §5.2: a proxy puts spaces there).
    """
    through = isinstance(flow.client_conn.proxy_mode, mode_specs.UpstreamMode)  # then they are for the next proxy
    fields = flow.request.headers.fields
    kept = [(name, value) for name, value in fields if through or name.lower() not in OURS]
    if len(kept) != len(fields) or any(b"\n" in value for _, value in kept):
        flow.request.headers = http.Headers([(name, _FOLD.sub(b" ", value)) for name, value in kept])

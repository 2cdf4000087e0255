"""Interim replies of an HTTP/1 server (100 Continue, 103 Early Hints) in; they are dropped, and the reply itself comes.

mitmproxy takes the first head for the reply, whatever its status, and hangs up on what follows. Whoever sent `Expect` was answered
here already, and over HTTP/1 browsers take no hints. Those of HTTP/2 are in hints.py.
"""

import re
from collections.abc import Callable, Generator
from typing import Any

from mitmproxy.proxy import events
from mitmproxy.proxy.layers.http import _http1 as http1

type Reading = Callable[[Any, Any], Generator[Any, Any, None]]

_INTERIM = re.compile(rb"HTTP/1\.\d 1(?!01)\d\d[ \r\n]")  # 101 changes the protocol: nothing follows it
_MOST = 100  # in a row; who sends more does not want to answer


def skip() -> None:
    """Let mitmproxy wait for the reply itself from now on; a second time does nothing."""
    client = http1.Http1Client
    if not getattr(client.read_headers, "skips_interim", False):
        client.read_headers = _reading(client.read_headers)  # type: ignore[method-assign, assignment]


def _reading(original: Reading) -> Reading:
    def read_headers(self: Any, event: Any) -> Generator[Any, Any, None]:
        if isinstance(event, events.DataReceived) and self.request:
            for _ in range(_MOST):
                if not _INTERIM.match(bytes(self.buf)[:16]) or not self.buf.maybe_extract_lines():
                    break
        yield from original(self, event)

    read_headers.skips_interim = True  # type: ignore[attr-defined]
    return read_headers

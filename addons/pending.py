"""A connection that leads elsewhere than it was asked for (`[proxy] resolve`) in; out, later requests to that host wait for it.

While such a connection is being opened it has the address that it leads to, and mitmproxy takes it for one to another host: each of
ten requests of one HTTP/2 client would open its own, of which five may be open at a time, so the others would wait for ever.
"""

from collections.abc import Callable
from copy import copy
from typing import Any
from weakref import WeakKeyDictionary

from mitmproxy.connection import Connection
from mitmproxy.proxy.layers.http import GetHttpConnection

type Matching = Callable[[Any, Connection], bool]

asked: WeakKeyDictionary[Connection, tuple[str, int]] = WeakKeyDictionary()  # of connections that are being opened


def wait() -> None:
    """Let requests wait for a connection that is being opened from now on; a second time does nothing."""
    if not getattr(GetHttpConnection.connection_spec_matches, "knows_what_was_asked", False):
        GetHttpConnection.connection_spec_matches = _knowing(GetHttpConnection.connection_spec_matches)  # type: ignore[method-assign, assignment]


def _knowing(original: Matching) -> Matching:
    def connection_spec_matches(self: Any, connection: Connection) -> bool:
        address = asked.get(connection)
        if address is None:
            return original(self, connection)
        there = copy(self)
        there.address = getattr(connection, "address", None)
        return self.address == address and original(there, connection)

    connection_spec_matches.knows_what_was_asked = True  # type: ignore[attr-defined]
    return connection_spec_matches

"""A plain request that the system sent us by its address (transparent mode) in; out, the host that it is for.

Only the Host header names it, where a client may write what it likes; so its word counts if that name leads to the very address the
connection was opened to. Else the request is for the address, which nobody knows anything about.
"""

import asyncio
import socket
import time
from collections.abc import Mapping

from guardian_addons import resolve
from guardian_addons.apply import NAMED, is_address
from mitmproxy import http
from mitmproxy.proxy import mode_specs

from guardian_core.addresses import host_and_port

SECONDS = 2.0  # that a look-up may take
FRESH = 60.0  # seconds for which its answer is kept
MOST = 10_000


class Names:
    """What names lead to, remembered for a while."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[float, frozenset[str]]] = {}

    async def find(self, flow: http.HTTPFlow, table: Mapping[str, tuple[str, int | None]]) -> None:
        """Note the host of such a flow, if there is one; `table` says which names lead elsewhere ([proxy] resolve)."""
        if not isinstance(flow.client_conn.proxy_mode, mode_specs.TransparentMode) or flow.request.scheme != "http":
            return
        opened, asked = flow.request.data.host, flow.request.headers.get("host", "")
        if not is_address(opened) or not asked:
            return
        try:
            name = host_and_port(asked).partition(":")[0].lower().rstrip(".")
        except ValueError:
            return
        if name and not is_address(name) and opened in await self._addresses(name, flow.request.port, table):
            flow.metadata[NAMED] = name

    async def _addresses(self, name: str, port: int, table: Mapping[str, tuple[str, int | None]]) -> frozenset[str]:
        there = resolve.target(table, (name, port))[0]
        if there != name:
            return frozenset({there})
        until, found = self._known.get(name, (0.0, frozenset[str]()))
        if until < time.monotonic():
            found = await _looked_up(name)
            self._known.pop(name, None)
            self._known[name] = (time.monotonic() + FRESH, found)
            while len(self._known) > MOST:
                self._known.pop(next(iter(self._known)))
        return found


async def _looked_up(name: str) -> frozenset[str]:
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(SECONDS):
            found = await loop.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, TimeoutError):
        return frozenset()
    return frozenset(str(sockaddr[0]) for *_, sockaddr in found)

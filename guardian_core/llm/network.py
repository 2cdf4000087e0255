"""A server's name in, a connection to an address that was checked out: text leaves this machine only where the settings say so.

The check is made on the address that is then connected to, so that a name cannot change its answer in between. Proxies that the
environment names are not used: our own would carry the question back to us.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable

import httpcore

from guardian_core.errors import LlmUnavailableError
from guardian_core.model_settings import is_elsewhere

type Lookup = Callable[[str, int], Awaitable[list[str]]]

TRIED = 3  # addresses of one name


async def system_lookup(host: str, port: int) -> list[str]:
    """Every address that the system's resolver knows for `host`; raises OSError when it knows none."""
    answers = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(sockaddr[0]) for *_, sockaddr in answers]


class ServerNetwork(httpcore.AsyncNetworkBackend):
    """Connects to this machine, and to others only if `remote`."""

    def __init__(self, *, remote: bool, lookup: Lookup = system_lookup) -> None:
        self._remote, self._lookup = remote, lookup
        self._backend = httpcore.AnyIOBackend()

    async def addresses(self, host: str, port: int) -> list[str]:
        """The addresses of `host`; raises LlmUnavailableError where it has none, or one of another machine without leave."""
        try:
            found = list(dict.fromkeys(await self._lookup(host, port)))
        except (OSError, UnicodeError):
            found = []
        if not found:
            raise LlmUnavailableError("has a server whose name does not resolve", "unreachable")
        if not self._remote and any(map(is_elsewhere, found)):
            reason = "is on another machine, and text would leave this one; set model.remote = true if that is meant"
            raise LlmUnavailableError(reason, "remote")
        return found[:TRIED]

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the name is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first checked address that answers."""
        for address in await self.addresses(host, port):
            try:
                return await self._backend.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
        raise last

    async def sleep(self, seconds: float) -> None:
        """As asyncio.sleep."""
        await self._backend.sleep(seconds)

"""A host in, a connection to one of its checked addresses out: what whoever may reach only some addresses builds upon."""

import asyncio
import socket
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Iterable

import httpcore

type Lookup = Callable[[str, int], Awaitable[list[str]]]

TRIED = 3  # addresses of one name


async def system_lookup(host: str, port: int) -> list[str]:
    """Every address that the system's resolver knows for `host`; raises OSError when it knows none."""
    answers = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(sockaddr[0]) for *_, sockaddr in answers]


class Dialling(httpcore.AsyncNetworkBackend):
    """Connects to an address only after checking that very address; TLS and the Host header keep the name."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._backend = httpcore.AnyIOBackend()

    @abstractmethod
    async def addresses(self, host: str, port: int) -> tuple[list[str], int]:
        """The addresses and the port that a connection to `host` may use, first choice first; raises where there is none."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the name is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first checked address that answers."""
        found, port = await self.addresses(host, port)
        for address in found[:TRIED]:
            try:
                return await self._backend.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
        raise last

    async def sleep(self, seconds: float) -> None:
        """As asyncio.sleep."""
        await self._backend.sleep(seconds)

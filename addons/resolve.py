"""Take `[proxy.resolve]`, give the address to connect to for a host; tell whether an address is this proxy itself.

Grammar of an entry, as curl's --resolve: ``"HOST" = "IP:PORT"``, ``"HOST" = "IP"`` (the port stays) and ``"HOST:PORT" = …`` (only
that port). SNI and the Host header are not touched, so certificates are still checked against HOST.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Collection, Mapping

from guardian_core.addresses import endpoint
from guardian_core.errors import SettingsError

Address = tuple[str, int]


def mapping(entries: Mapping[str, str]) -> dict[str, tuple[str, int | None]]:
    """Parse the entries; raises SettingsError naming the entry that is not an address.

    >>> mapping({"Shop.example.test": "127.0.0.1:8443", "a.test:80": "[::1]"})
    {'shop.example.test': ('127.0.0.1', 8443), 'a.test:80': ('::1', None)}
    """
    return {name.lower().rstrip("."): _target(name, value) for name, value in entries.items()}


def _target(name: str, value: str) -> tuple[str, int | None]:
    try:
        return endpoint(value)
    except ValueError as error:
        message = f"proxy.resolve.{name}: {error}"
        raise SettingsError(message) from None


def target(table: Mapping[str, tuple[str, int | None]], address: Address) -> Address:
    """Where to connect for `address`; `address` itself where no entry names it."""
    host, port = address[0].lower().rstrip("."), address[1]
    found = table.get(f"{host}:{port}") or table.get(host)
    return (found[0], found[1] or port) if found else address


async def is_self(address: Address, ports: Collection[int]) -> bool:
    """Whether `address` is one of our `ports` on this machine, whatever it is called: a request to ourselves would loop."""
    host, port = address
    if port not in ports:
        return False
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False  # nothing to connect to, so nothing to loop
    return any(_is_ours(family, str(sockaddr[0])) for family, _, _, _, sockaddr in found)


async def is_inside(address: Address, client: str) -> bool:
    """Whether a `client` on another machine asks for what listens on this machine's loopback alone, whatever it is called."""
    if _is_loopback(client):
        return False
    try:
        found = await asyncio.get_running_loop().getaddrinfo(*address, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False  # nothing to connect to
    return any(_is_loopback(str(sockaddr[0])) for *_, sockaddr in found)


def _is_loopback(ip: str) -> bool:
    try:
        one = ipaddress.ip_address(ip.partition("%")[0])
    except ValueError:
        return False
    one = getattr(one, "ipv4_mapped", None) or one
    return one.is_loopback or one.is_unspecified


def _is_ours(family: int, ip: str) -> bool:
    """Whether this machine has the address: only then can a socket be bound to it."""
    if ipaddress.ip_address(ip.partition("%")[0]).is_unspecified:
        return True
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((ip, 0))
        except OSError:
            return False
    return True

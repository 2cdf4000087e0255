"""A URL and a host in, the checked address to connect to out: the only door to the network that this package has.

The check happens where the connection is made, on the very address that is then used, so that a name cannot change its
answer between check and use (B49). Names the user mapped, as curl --resolve does, go where the user said.
"""

import ipaddress
from collections.abc import Iterable, Mapping
from urllib.parse import SplitResult, urlsplit

from guardian_core.dialling import Dialling, Lookup, system_lookup
from guardian_core.errors import FetchError
from policy_cache.names import is_literal, is_nearby, normal

type Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_PORTS = {"http": 80, "https": 443}
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Addresses that are formally global and still not a public site's.
_REFUSED = tuple(
    ipaddress.ip_network(net)
    for net in (
        "100.64.0.0/10",  # carrier-grade NAT; also Alibaba's metadata service at 100.100.100.200
        "168.63.129.16/32",  # Azure's host service
        "192.0.0.0/24",  # protocol assignments; which of them are global differs between Python releases
        "192.88.99.0/24",  # 6to4 relays
        "64:ff9b:1::/48",  # local-use NAT64
    )
)


def is_public(text: str) -> bool:
    """Whether an address literal may be a public site's; an address carried inside another one counts too.

    >>> is_public("93.184.215.14"), is_public("::ffff:10.0.0.5"), is_public("169.254.169.254")
    (True, False, False)
    """
    try:
        address: Address = ipaddress.ip_address(text.split("%", maxsplit=1)[0])
    except ValueError:
        return False
    inner = _carried(address)
    if inner is not None:
        return is_public(str(inner))
    if address.is_multicast or not address.is_global:
        return False
    return not any(address.version == net.version and address in net for net in _REFUSED)


def _carried(address: Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address inside an IPv6 one: mapped, compatible, NAT64, 6to4, Teredo."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _NAT64 or 0xFFFF < int(address) < 2**32:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address.sixtofour is not None:
        return address.sixtofour
    return address.teredo[1] if address.teredo is not None else None


def check_url(url: str, mapped: Mapping[str, str]) -> SplitResult:
    """The URL taken apart, if its scheme, host and port may be fetched at all.

    Raises:
        FetchError: another scheme than http(s), a password in the URL, no host, or a port other than 80 and 443.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise FetchError("refused: not a usable URL") from None
    if parts.scheme not in _PORTS:
        raise FetchError(f"refused: scheme {parts.scheme[:20] or 'missing'!r} is not http or https")
    host = normal(parts.hostname or "")
    if not host:
        raise FetchError("refused: the URL names no host")
    if parts.username is not None or parts.password is not None:
        raise FetchError("refused: the URL carries a user name")
    if port not in (None, 80, 443) and host not in mapped:
        raise FetchError(f"refused: port {port} is not 80 or 443")
    return parts


class CheckedNetwork(Dialling):
    """Connects to an address only after checking that very address; TLS and the Host header keep the name."""

    def __init__(self, mapped: Mapping[str, str], allow_private: Iterable[str], lookup: Lookup = system_lookup) -> None:
        self._mapped = {normal(host): target for host, target in mapped.items()}
        self._allowed = frozenset(normal(host) for host in allow_private)
        super().__init__(lookup)

    def is_mapped(self, host: str) -> bool:
        """Whether the user said where the name lies."""
        return normal(host) in self._mapped

    def check_name(self, host: str) -> None:
        """See that a name may be looked up by somebody else, whose answer is not seen here.

        Raises:
            FetchError: an address, or a name of this machine or network.
        """
        host = normal(host)
        if host not in self._allowed and (is_literal(host) or is_nearby(host)):
            raise FetchError(f"refused: {host[:80]} is not a public name")

    async def addresses(self, host: str, port: int) -> tuple[list[str], int]:
        """The addresses and the port that a connection to `host` may use, first choice first.

        Raises:
            FetchError: a name or address that is not public, or a name that does not resolve.
        """
        host = normal(host)
        if host in self._mapped:
            return _target(self._mapped[host], port)
        private_allowed = host in self._allowed
        if not private_allowed and (is_nearby(host) and not is_literal(host)):
            raise FetchError(f"refused: {host[:80]} is a name of this machine or network")
        try:
            found = [host] if is_literal(host) else await self._lookup(host, port)
        except (OSError, UnicodeError):
            raise FetchError(f"the name {host[:80]} does not resolve") from None
        # One private answer among public ones is how rebinding begins: all must pass.
        if not found or (not private_allowed and not all(is_public(address) for address in found)):
            raise FetchError(f"refused: {host[:80]} is not a public address")
        return list(dict.fromkeys(found)), port


def _target(target: str, port: int) -> tuple[list[str], int]:
    """ "127.0.0.1:8443", "127.0.0.1", "[::1]:8443" or "::1" as address and port."""
    if target.count(":") > 1 and not target.startswith("["):
        return [target], port
    address, _, own = target.rpartition(":") if target[-1:] != "]" and ":" in target else (target, "", "")
    return [address.strip("[]")], int(own) if own.isdigit() else port

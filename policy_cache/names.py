"""Host names in, their normal form and registrable domain out; nothing is ever looked up or downloaded."""

import ipaddress
from functools import lru_cache
from urllib.parse import urldefrag, urljoin

from guardian_core.suffixes import suffix_length

# Names that mean a machine nearby (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal): they are never asked of DNS.
_NEARBY = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "home.arpa", "onion", "invalid")


@lru_cache(maxsize=4096)
def normal(host: str) -> str:
    """The one spelling of a host: lower case, no trailing dot, international names as xn--; "" for an unusable name.

    >>> normal("CLOUDBOX.test.")
    'cloudbox.test'
    """
    host = host.strip().strip("[]").rstrip(".").lower()
    if host.isascii():
        return host if len(host) <= 253 else ""
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ""


@lru_cache(maxsize=4096)
def registrable(host: str) -> str:
    """The registrable domain of `host`; of a name whose suffix no list knows, its last two labels.

    >>> registrable("files.cloudbox.test"), registrable("a.github.io"), registrable("news.shop.co.uk")
    ('cloudbox.test', 'a.github.io', 'shop.co.uk')
    """
    host = normal(host)
    if is_literal(host):
        return host
    labels, suffix = host.split("."), suffix_length(host)
    # Private suffixes included: a.github.io and b.github.io are two owners (B57). Of a suffix itself the last two labels, too.
    return ".".join(labels[-1 - suffix :] if 0 < suffix < len(labels) else labels[-2:])


def same_site(one: str, other: str) -> bool:
    """Whether two hosts belong to one registrable domain; labels count, letters do not (B57)."""
    return registrable(one) == registrable(other) != ""


def is_literal(host: str) -> bool:
    """Whether `host` is an IP address and not a name."""
    try:
        ipaddress.ip_address(host.split("%", maxsplit=1)[0])
    except ValueError:
        return False
    return True


def is_nearby(host: str) -> bool:
    """Whether the name by itself says that it is on this machine or in this network: one label, or a suffix kept for that."""
    return "." not in host or any(host == suffix or host.endswith("." + suffix) for suffix in _NEARBY)


def absolute(base: str, reference: str) -> str:
    """The address that a reference on the page `base` means, as browsers read it: a backslash is a slash; without fragment.

    Raises:
        ValueError: it cannot be an address.

    >>> absolute("https://shop.test/a/b", "../c?d=1#e")
    'https://shop.test/c?d=1'
    """
    path, mark, rest = reference.strip().partition("?")
    return urldefrag(urljoin(base, path.replace("\\", "/") + mark + rest)).url

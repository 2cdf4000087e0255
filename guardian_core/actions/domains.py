"""A host name in, the domain somebody registered out: the unit in which parties are told apart.

By the Public Suffix List that ships with tldextract, never fetched. Private suffixes count: `a.github.io` and `b.github.io` are
two parties. Comparison is by whole labels (`jollycloudbox.test` is not `cloudbox.test`), case, trailing dot and spelling of
international names aside.
"""

import ipaddress
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import urlsplit

from guardian_core.suffixes import suffix_length

LONGEST_HOST = 253  # RFC 1035 §2.3.4
LOOPBACK_NAMES = ("localhost",)  # RFC 6761 §6.3: it and every name below it


@lru_cache(maxsize=8192)
def normal(host: str) -> str:
    """Lower case, no trailing dot, no brackets, international names as they go on the wire.

    >>> normal("Bücher.Example.")
    'xn--bcher-kva.example'
    """
    name = host.lower()
    while (bare := name.strip().rstrip(".").strip("[]")) != name:
        name = bare
    if name.isascii():
        return name
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:  # not a name that can be looked up; it equals itself
        return name


@lru_cache(maxsize=8192)
def registrable(host: str) -> str:
    """The registrable domain; an address, a bare name or a public suffix is its own.

    >>> registrable("www.shop.co.uk"), registrable("a.github.io"), registrable("10.0.0.1"), registrable("cdn.shop.example")
    ('shop.co.uk', 'a.github.io', '10.0.0.1', 'shop.example')
    """
    name = normal(host)
    if address(name) is not None:
        return name
    # Where the list names no suffix its default rule is "*": the last label is one.
    return ".".join(name.split(".")[-1 - (suffix_length(name) or 1) :])


@lru_cache(maxsize=8192)
def address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address `host` spells, or None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def loopback(host: str) -> bool:
    """Whether `host` is this very machine: what goes there does not leave it."""
    name = normal(host)
    number = address(name)
    return number.is_loopback if number else name in LOOPBACK_NAMES or name.endswith(".localhost")


def parents(host: str) -> Iterator[str]:
    """The host and each domain above it, longest first, down to the last label.

    >>> list(parents("a.shop.example"))
    ['a.shop.example', 'shop.example', 'example']
    """
    name = normal(host)
    yield name
    if address(name) is None:
        while "." in name:
            name = name.partition(".")[2]
            yield name


def host_of(url: str | None) -> str | None:
    """The host of an http(s) URL, normalised; None for anything else: "null", an extension's page, no URL at all."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        return normal(host) if parts.scheme in {"http", "https"} and 0 < len(host) <= LONGEST_HOST else None
    except ValueError:  # "http://[" and the like
        return None

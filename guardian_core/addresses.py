"""Host names, addresses and ports as people write them in; their one form out, or a ValueError that says what is wrong."""

import ipaddress
import re

LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
PORTS = range(1, 65_536)


def host(text: str) -> str:
    """A name in lower case, without trailing dot, international letters as xn--; an IP address in its shortest form.

    >>> host("Shop.Example.TEST."), host("2001:DB8::0:1")
    ('shop.example.test', '2001:db8::1')
    """
    address = ip(text)
    if address:
        return address
    name = text.lower().removesuffix(".")
    try:
        name = name.encode("idna").decode("ascii")
    except UnicodeError:
        name = ""  # also a label that is empty or too long
    labels = name.split(".")
    # A last label of digits alone is an IP address that was mistyped.
    if not all(map(LABEL.fullmatch, labels)) or len(name) > 253 or labels[-1].isdigit():
        message = f"{text!r} is neither an IP address nor a host name"
        raise ValueError(message)
    return name


def ip(text: str) -> str | None:
    """The shortest form of an IP address; None for anything else."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return None


def host_and_port(text: str) -> str:
    """A host, or ``HOST:PORT``.

    >>> host_and_port("A.test:80"), host_and_port("::1")
    ('a.test:80', '::1')
    """
    name, number = _split(text)
    return host(name) if number is None else f"{host(name)}:{_port(number)}"


def endpoint(text: str) -> tuple[str, int | None]:
    """An IP address, with its port where one is written.

    >>> endpoint("127.0.0.1:8443"), endpoint("[::1]")
    (('127.0.0.1', 8443), ('::1', None))
    """
    try:
        name, number = _split(text)
        port = None if number is None else _port(number)
    except ValueError:
        name, port = "", None
    address = ip(name)
    if address is None:
        message = f'{text!r} is not an address; write it as "127.0.0.1:8443"'
        raise ValueError(message)
    return address, port


def _split(text: str) -> tuple[str, str | None]:
    """Host and port as they are written; an IPv6 address with a port stands in brackets."""
    if text.startswith("["):
        name, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")) or ":" not in name:
            return "", None
        return name, rest[1:] if rest else None
    if text.count(":") == 1:
        name, _, number = text.partition(":")
        return name, number
    return text, None


def _port(number: str) -> int:
    if not number.isascii() or not number.isdigit() or len(number) > 5 or int(number) not in PORTS:
        message = f"{number!r} is not a port, 1 to 65535"
        raise ValueError(message)
    return int(number)

"""Build the request that `guardian decide` is asked about: URL, method, headers and body in, a `Request` out."""

import ipaddress
import re
import string
from collections.abc import Sequence
from urllib.parse import quote, urlsplit

import click

from guardian_core.vocabulary import Request

PORTS = {"http": 80, "https": 443}
TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110 §5.6.2
WRITTEN = string.punctuation + string.ascii_letters + string.digits  # of a target, kept as it is typed; the rest percent-encoded

Header = tuple[bytes, bytes]


def build(url: str, method: str | None, headers: Sequence[str], body: bytes) -> Request:
    """The request as a client would put it on the wire; Host and Content-Length are added where they are missing.

    Raises:
        click.BadParameter: a part cannot be used; the message names the part, never its content.
    """
    scheme, host, port, target = _address(url)
    fields = [_header(number, text) for number, text in enumerate(headers, 1)]
    names = {name.lower() for name, _ in fields}
    named = f"[{host}]" if ":" in host else host
    authority = named if port == PORTS[scheme] else f"{named}:{port}"
    first = [] if b"host" in names else [(b"Host", authority.encode())]
    framed = bool(names & {b"content-length", b"transfer-encoding"})
    last = [] if framed or not body else [(b"Content-Length", str(len(body)).encode())]
    verb = (method or ("POST" if body else "GET")).strip().upper()
    if not TOKEN.fullmatch(verb.encode()):
        message = "a method is one word, such as POST"
        raise click.BadParameter(message, param_hint="--method")
    return Request(verb, scheme, host, port, target, (*first, *fields, *last), body)


def _address(url: str) -> tuple[str, str, int, str]:
    """Scheme, host (lower case, without trailing dot), port, target."""
    try:
        parts = urlsplit(url.strip() if "://" in url else f"https://{url.strip()}")
        host, port = (parts.hostname or "").rstrip("."), parts.port
        host = host if _is_address(host) else host.encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        message = "the URL cannot be taken apart: write https://host/path?query"
        raise click.BadParameter(message, param_hint="--url") from None
    if parts.scheme not in PORTS:
        message = f"only http and https are weighed, not {parts.scheme}"
        raise click.BadParameter(message, param_hint="--url")
    if not host:
        message = "the URL names no host: write https://host/path?query"
        raise click.BadParameter(message, param_hint="--url")
    if parts.username is not None:
        message = "the URL holds a user name: pass it as a header, --header 'Authorization: Basic …'"
        raise click.BadParameter(message, param_hint="--url")
    target = quote(parts.path or "/", safe=WRITTEN) + (f"?{quote(parts.query, safe=WRITTEN)}" if parts.query else "")
    return parts.scheme, host, port or PORTS[parts.scheme], target


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _header(number: int, text: str) -> Header:
    name, colon, value = text.partition(":")
    if not colon or not TOKEN.fullmatch(name.strip().encode()):
        message = f"header {number} is not of the form 'Name: value'"
        raise click.BadParameter(message, param_hint="--header")
    if {"\r", "\n", "\0"} & set(value):
        message = f"header {number} ({name.strip()}) holds a line break"
        raise click.BadParameter(message, param_hint="--header")
    return name.strip().encode(), value.strip().encode("utf-8", "surrogateescape")

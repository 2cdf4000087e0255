"""Build the request that `guardian decide` is asked about: URL, method, headers and body in, a `Request` out."""

import re
import string
from collections.abc import Sequence
from urllib.parse import quote, urlsplit

import click

from guardian_core.addresses import host
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
    scheme, name, port, target = address(url)
    fields = [_header(number, text) for number, text in enumerate(headers, 1)]
    given = {field.lower() for field, _ in fields}
    named = f"[{name}]" if ":" in name else name
    authority = named if port == PORTS[scheme] else f"{named}:{port}"
    first = [] if b"host" in given else [(b"Host", authority.encode())]
    framed = bool(given & {b"content-length", b"transfer-encoding"})
    last = [] if framed or not body else [(b"Content-Length", str(len(body)).encode())]
    verb = (method or ("POST" if body else "GET")).strip().upper()
    if not TOKEN.fullmatch(verb.encode()):
        message = "a method is one word, such as POST"
        raise click.BadParameter(message, param_hint="--method")
    return Request(verb, scheme, name, port, target, (*first, *fields, *last), body)


def address(url: str) -> tuple[str, str, int, str]:
    """Scheme, host (lower case, without trailing dot), port, target.

    Raises:
        click.BadParameter: it is no address of the web.
    """
    whole = "://" in url
    try:
        parts = urlsplit(url.strip() if whole else f"https://{url.strip()}")
        name, port = parts.hostname or "", parts.port
    except ValueError:
        message = "the URL cannot be taken apart: write https://host/path?query"
        raise click.BadParameter(message, param_hint="--url") from None
    if parts.scheme not in PORTS:
        message = f"only http and https are weighed, not {parts.scheme}"
        raise click.BadParameter(message, param_hint="--url")
    if not name or not (whole or "." in name or ":" in name or name == "localhost"):
        message = "the URL names no host: write https://host/path?query"
        raise click.BadParameter(message, param_hint="--url")
    try:
        name = host(name)
    except ValueError:
        message = "the URL cannot be taken apart, its host is no host name: write https://host/path?query"
        raise click.BadParameter(message, param_hint="--url") from None
    if parts.username is not None:
        message = "the URL holds a user name: pass it as a header, --header 'Authorization: Basic …'"
        raise click.BadParameter(message, param_hint="--url")
    target = quote(parts.path or "/", safe=WRITTEN) + (f"?{quote(parts.query, safe=WRITTEN)}" if parts.query else "")
    return parts.scheme, name, port or PORTS[parts.scheme], target


def _header(number: int, text: str) -> Header:
    name, colon, value = text.partition(":")
    if not colon or not TOKEN.fullmatch(name.strip().encode()):
        message = f"header {number} is not of the form 'Name: value'"
        raise click.BadParameter(message, param_hint="--header")
    if {"\r", "\n", "\0"} & set(value):
        message = f"header {number} ({name.strip()}) holds a line break"
        raise click.BadParameter(message, param_hint="--header")
    return name.strip().encode(), value.strip().encode("utf-8", "surrogateescape")

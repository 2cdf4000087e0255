"""A request's other headers in; an item for each that may say something about a person out.

Scripts, SDKs and agents set headers of their own (`X-User-Email`), and nothing stops them from writing into those of the protocol.
The latter are looked at only where an address or an official number shows, and never edited. For registered values
see unread_items.
"""

import re
from dataclasses import replace
from functools import lru_cache

from guardian_core.actions.charset import choose, view_of
from guardian_core.actions.escapes import unescape_percent
from guardian_core.actions.value_items import read_value
from guardian_core.actions.views import Gathering, View
from guardian_core.vocabulary import Item, Place, Request, Role

# Read elsewhere, the connection's own, or numbers alone (a range of bytes may look like a card).
_UNREAD = frozenset(
    b"host cookie referer authorization proxy-authorization content-length range content-range x-upload-content-length".split()
)
_PROTOCOL = re.compile(
    rb"accept|accept-.*|access-control-.*|alt-.*|baggage|cache-control|connection|content-.*|date|digest|dnt|dpop|etag|expect|forwarded"
    rb"|from|if-.*|keep-alive|last-.*|origin|pragma|priority|proxy-.*|repr-digest|sec-.*|signature.*|te|trace.*|trailer|transfer-encoding"
    rb"|upgrade.*|user-agent|via|want-.*|x-amz-.*|x-forwarded-(?!user|email|preferred|groups).*|x-requested-with|.*-signature.*",
    re.IGNORECASE,
)
_HOSTS = frozenset((b"host", b":authority"))
_TELLING = re.compile(rb"@|%(?:25)*40|(?<![\w-])\d{3}-\d\d-\d{4}(?![\w-])")
_SPACE = re.compile(r"\s")
_PERSONAL = re.compile(rb"[^\W_]{2}|[^\x20-\x7e]")
PROTOCOL_REASON = "a header of the protocol"


@lru_cache(maxsize=1024)
def is_protocol(name: bytes) -> bool:
    """Whether the protocol, not a program of somebody's own, gives the headers of that name their meaning."""
    return bool(_PROTOCOL.fullmatch(name))


def is_searched(name: bytes, value: bytes) -> bool:
    """Whether a value that `is_read` is one of the items here, so that all is looked for in it."""
    return bool((_TELLING if is_protocol(name) else _PERSONAL).search(value))


def header_view(value: bytes, start: int) -> View:
    """A header's value as text, which begins `start` bytes into the joined values."""
    view = view_of(value, 0, len(value), choose(value)[0])
    offsets = None if view.offsets is None else [offset + start for offset in view.offsets]
    moved = View(view.text, offsets, view.start + start, view.encoders)
    layered = b"%" not in value or not _SPACE.search(view.text)  # then `read_value` finds out what the percent signs lie in
    return moved.through("header") if layered else unescape_percent(moved, "utf-8")


@lru_cache(maxsize=1024)
def is_read(name: bytes) -> bool:
    """Whether the headers of that name are read here; their values count as one, in the order of the headers."""
    return name.lower() not in _UNREAD and not name.startswith(b":")


def _names(request: Request, value: bytes) -> bool:
    """Whether a header names the host that the request goes to."""
    return value.decode("latin-1").lower().partition(":")[0].rstrip(".") == request.host


def _add_host(name: bytes, value: bytes, out: Gathering) -> None:
    """Of a host by another name, which is sent, too, and can say anything."""
    before = len(out.items)
    read_value(header_view(value, 0), "header/host", name.decode("latin-1"), out)
    out.items[before:] = [replace(item, load_bearing=PROTOCOL_REASON) for item in out.items[before:]]


def read_headers(request: Request, joint: bytes) -> list[Item]:
    """The items of all other headers; offsets are those of the values joined by `joint`."""
    out = Gathering(Place.HEADER, role=Role.IDENTIFIER)
    start = 0
    for name, value in request.headers:
        if not is_read(name):
            if name.lower() in _HOSTS and _TELLING.search(value) and not _names(request, value):
                _add_host(name, value, out)
            continue
        if is_searched(name, value):
            key, before = name.decode("latin-1")[:80], len(out.items)
            read_value(header_view(value, start), f"header/{key}", key, out)
            if is_protocol(name):
                out.items[before:] = [replace(item, load_bearing=PROTOCOL_REASON) for item in out.items[before:]]
        start += len(value) + len(joint)
    return out.items

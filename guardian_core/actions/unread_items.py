"""A request in; items for what no other reader takes from its headers out: the other values, and all names.

Only the user's registered values are looked for in these items: a protocol's own numbers look like anything. Where nothing is
registered, nobody asks for them.
"""

import re
from dataclasses import replace
from functools import lru_cache

from guardian_core.actions.header_items import header_view, is_protocol, is_read, is_searched
from guardian_core.actions.target_items import read_cookie_names, read_referer_hosts
from guardian_core.actions.value_items import read_value
from guardian_core.actions.views import Gathering, View
from guardian_core.terms import METHODS
from guardian_core.vocabulary import Item, Place, Request, Role

# What of the protocol only describes the client or the way, so that a server answers whatever it says.
_DESCRIBES = re.compile(
    rb"accept|accept-language|baggage|from|forwarded|sec-ch-.*|tracestate|user-agent|via|x-forwarded-.*|x-requested-with",
    re.IGNORECASE,
)
# Names and values that everybody sends: they say nothing, even where somebody is registered as "cookie".
_EVERYBODYS = frozenset(
    b"accept accept-encoding accept-language authorization cache-control connection content-encoding content-length "
    b"content-type cookie dnt expect forwarded from host if-match if-modified-since if-none-match if-range "
    b"keep-alive origin pragma priority range referer sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user "
    b"sec-websocket-key sec-websocket-protocol sec-websocket-version transfer-encoding upgrade "
    b"upgrade-insecure-requests user-agent via audio close cors cross-site document empty font gzip iframe image "
    b"manifest navigate no-cache no-cors none same-origin same-site script style trailers video websocket worker */* "
    b"?0 ?1 0 1 chunked identity br zstd deflate application/json text/plain".split()
)
_ELSEWHERE = frozenset((b"cookie", b"referer"))
NAME_REASON = "the name of a header"
VALUE_REASON = "a header of the protocol"
METHOD_REASON = "the request's method"


def read_unread(request: Request, joint: bytes) -> list[Item]:
    """The items; offsets of those that may be edited are those of their place's values joined by `joint`."""
    found: list[Item] = []
    start = 0
    if request.method not in METHODS:
        found += _items(View(request.method, None, 0), "method", METHOD_REASON)
    for name, value in request.headers:
        counted = is_read(name)
        if name.lower() not in _EVERYBODYS:
            found += _items(header_view(name, 0), "", NAME_REASON)
        own = counted and not is_protocol(name) and is_searched(name, value)  # those of the protocol are not unpacked there
        if not own and not _is_settled(request, name, value):
            found += _items(header_view(value, start), name.decode("latin-1")[:80], _reason(name))
        start += len(value) + len(joint) if counted else 0
    if request.headers and request.header("host") is None:  # HTTP/2 says it in `:authority`
        found += _items(View(request.host, None, 0), "host", VALUE_REASON)
    others = (*read_cookie_names(request), *read_referer_hosts(request))
    return [*found, *(replace(item, registered_only=True) for item in others)]


def _is_settled(request: Request, name: bytes, value: bytes) -> bool:
    """Whether a value is read elsewhere or can say nothing."""
    if value.lower() in _EVERYBODYS:
        return True
    lower = name.lower()
    return lower in _ELSEWHERE or (lower == b"content-length" and value == str(len(request.body)).encode())


@lru_cache(maxsize=1024)
def _reason(name: bytes) -> str | None:
    """Why a header's value must stay as it is; None: it may be edited."""
    fixed = not is_read(name) or (is_protocol(name) and not _DESCRIBES.fullmatch(name))
    return VALUE_REASON if fixed else None


def _items(view: View, key: str, reason: str | None) -> list[Item]:
    out = Gathering(Place.HEADER, role=Role.IDENTIFIER)
    path = f"header/{key}" if key else "header"  # never by a name that may be the private part
    read_value(view, path, key, out)
    return [replace(item, registered_only=True, load_bearing=reason) for item in out.items]

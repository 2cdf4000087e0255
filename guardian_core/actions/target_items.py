"""Request target, Referer and Cookie headers in; items for path segments, query pairs and cookie values out.

Several headers of one name (HTTP/2 sends cookies in crumbs) count as one value joined by `; ` (RFC 9113 §8.2.3).
"""

import re
from collections.abc import Iterator

from guardian_core.actions.charset import choose, view_of
from guardian_core.actions.escapes import unescape_percent
from guardian_core.actions.form_items import read_form
from guardian_core.actions.value_items import read_value
from guardian_core.actions.views import Gathering, View
from guardian_core.vocabulary import Item, Place, Request, Role

JOINT = b"; "
HEADER_OF = {Place.REFERER: b"referer", Place.COOKIE: b"cookie"}
_TELLING = re.compile(r"@|\d{3}-\d\d-\d{4}|\d{12}")  # what makes a cookie's name more than a name
_ORIGIN = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):/*(?:(?P<user>[^/?#@]*)@)?(?P<host>\[[^\]/?#]*\]|[^/?#:]*)(:\d*)?")


def read_target(request: Request) -> list[Item]:
    """The items of the request line."""
    data = request.target.encode("latin-1", "replace")
    out = Gathering(Place.TARGET)
    view = view_of(data, 0, len(data), choose(data)[0])
    origin = _ORIGIN.match(view.text)
    if origin and not view.text.startswith("/"):  # absolute form
        view = view.cut(origin.end(), len(view.text))
    _path_and_query(view, ("path", "query"), out)
    return out.items


def read_referers(request: Request) -> list[Item]:
    """The items of the Referer headers: ambient where the page lies on the host the request goes to."""
    items: list[Item] = []
    for start, value in _values(request, Place.REFERER):
        view = view_of(value, 0, len(value), choose(value)[0])
        origin = _ORIGIN.match(view.text)
        own = origin is not None and origin["host"].lower().rstrip(".") == request.host
        out = Gathering(Place.REFERER, ambient=own)
        if origin and origin["user"]:
            user = unescape_percent(_moved(view.cut(*origin.span("user")), start), "utf-8")
            out.add(user, "referer/user", "", Role.VALUE)
        rest = view.cut(origin.end() if origin else 0, len(view.text))
        _path_and_query(_moved(rest, start), ("referer/path", "referer/query"), out)
        items += out.items
    return items


def read_cookies(request: Request) -> list[Item]:
    """The items of the Cookie headers: ambient unless another site's page sent them."""
    out = Gathering(Place.COOKIE, role=Role.IDENTIFIER, ambient=_is_given_back(request))
    for view, begin, crumb in _crumbs(request):
        name, equals, content = crumb.partition("=")
        at = begin + len(name) + len(equals) if equals else begin
        if not equals:
            name, content = "", crumb
        elif _TELLING.search(name):
            left = begin + len(name) - len(name.lstrip())
            out.add(view.cut(left, begin + len(name)).through("cookie"), "cookie", "", Role.IDENTIFIER)
        _cookie(view, at, content, name.strip(), out)
    return out.items


def _cookie(view: View, at: int, content: str, name: str, out: Gathering) -> None:
    """One cookie's value, without white space and quotes around it."""
    left = len(content) - len(content.lstrip(' \t"'))
    value = content.strip(' \t"')
    inner = view.cut(at + left, at + left + len(value))
    inner = unescape_percent(inner, "utf-8") if "%" in value else inner.through("cookie")
    read_value(inner, f"cookie/{name[:80]}", name, out)


def read_referer_hosts(request: Request) -> list[Item]:
    """The hosts of the pages that the Referer headers name, an item for each."""
    items: list[Item] = []
    for start, value in _values(request, Place.REFERER):
        view = view_of(value, 0, len(value), choose(value)[0])
        origin = _ORIGIN.match(view.text)
        if origin:
            out = Gathering(Place.REFERER, role=Role.IDENTIFIER, ambient=origin["host"].lower().rstrip(".") == request.host)
            out.add(_moved(view.cut(*origin.span("host")), start).through("header"), "referer/host", "", Role.IDENTIFIER)
            items += out.items
    return items


def read_cookie_names(request: Request) -> list[Item]:
    """The names of cookies that `read_cookies` takes for mere names."""
    out = Gathering(Place.COOKIE, role=Role.IDENTIFIER, ambient=_is_given_back(request))
    for view, begin, crumb in _crumbs(request):
        name, equals, _ = crumb.partition("=")
        if equals and not _TELLING.search(name):
            inner = view.cut(begin + len(name) - len(name.lstrip()), begin + len(name))
            out.add(unescape_percent(inner, "utf-8") if "%" in name else inner.through("cookie"), "cookie", "", Role.IDENTIFIER)
    return out.items


def _crumbs(request: Request) -> Iterator[tuple[View, int, str]]:
    """Each cookie as it is written, where it begins, and the view of its header."""
    for start, value in _values(request, Place.COOKIE):
        view = _moved(view_of(value, 0, len(value), choose(value)[0]), start)
        position = 0
        for crumb in view.text.split(";"):
            yield view, position, crumb
            position += len(crumb) + 1


def _is_given_back(request: Request) -> bool:
    return (request.header("sec-fetch-site") or "") != "cross-site"


def _values(request: Request, place: Place) -> list[tuple[int, bytes]]:
    """Each header of that place with the offset at which its value begins in the joined value."""
    found: list[tuple[int, bytes]] = []
    start = 0
    for name, value in request.headers:
        if name.lower() == HEADER_OF[place]:
            found.append((start, value))
            start += len(value) + len(JOINT)
    return found


def _moved(view: View, by: int) -> View:
    """The same view of a value that begins `by` bytes later."""
    if not by:
        return view
    offsets = None if view.offsets is None else [offset + by for offset in view.offsets]
    return View(view.text, offsets, view.start + by, view.encoders)


def _path_and_query(view: View, names: tuple[str, str], out: Gathering) -> None:
    text = view.text
    fragment = text.find("#")
    fragment = len(text) if fragment < 0 else fragment
    query = text.find("?", 0, fragment)
    query = fragment if query < 0 else query
    position = 0
    for number, segment in enumerate(part for part in text[:query].split("/")):
        begin, position = position, position + len(segment) + 1
        if segment:
            inner = unescape_percent(view.cut(begin, begin + len(segment)), out.charset)
            read_value(inner, f"{names[0]}/{number}", "", out)
    for begin, end in ((query + 1, fragment), (fragment + 1, len(text))):
        if begin < end:
            read_form(view.cut(begin, end), names[1], "", out, lambda inner, where, key: read_value(inner, where, key, out))

"""A decoded value in; its items out: of JSON, a URL, a query, a data URL, base64, percent-encoding, or the value itself.

Layers nest (`message=%7B"url":"https:…%3Femail%3D…"`); each is read through the one around it: offsets lead to the outermost bytes.
"""

import re
from collections.abc import Callable

from guardian_core.actions.cut_items import read_cut
from guardian_core.actions.escapes import unescape_code, unescape_percent, unescape_units, unescape_xml, words_of
from guardian_core.actions.form_items import read_form
from guardian_core.actions.graphql_items import is_document, read_document
from guardian_core.actions.json_items import DOCUMENTS, LAYERED, read_json
from guardian_core.actions.media_items import read_base64_media, read_data_url
from guardian_core.actions.packed_items import COMPRESSED, RUN, Read, read_packed
from guardian_core.actions.roles import role_of
from guardian_core.actions.unpacked_items import SHORTEST, read_bytes, read_lines, read_unpacked
from guardian_core.actions.views import MAX_LAYERS, Gathering, View, longer, whole
from guardian_core.vocabulary import Role

WORDS_REASON = "words in the spelling of mail headers"
_URL = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]{1,20}:)?//[^\s?#]*+(?:\?[^\s#]*+)?(?:#\S*+)?|/[^\s?#]*+\?[^\s#]*+(?:#\S*+)?")
_PAIR = r"[\w.\-\[\]%+~$]++=[^\s&]*+"
_QUERY = re.compile(rf"\??{_PAIR}(?:&(?:{_PAIR})?)*+")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_ENTITIES = re.compile(r"&(?:#\d|#[xX][0-9A-Fa-f]|(?:commat|period|lowbar|hyphen|plus|num|nbsp|amp);)")
_CODES = re.compile(r"\\(?:x[2-7]|u00[2-7])[0-9A-Fa-f]")
_SPACE = re.compile(r"\s")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{44}")


def read_value(view: View, path: str, key: str, out: Gathering, layers: int = 0) -> None:
    """Add the items of one decoded value that lies `layers` deep."""
    text = view.text
    if not text:
        return
    if key in DOCUMENTS and layers < MAX_LAYERS and is_document(text):
        read_document(view, path, key, out, lambda inner, where, name: read_value(inner, where, name, out, layers + 1))
        return
    if layers < MAX_LAYERS and LAYERED.match(text) and _nested(view, path, key, out, layers + 1):
        return
    view = unspelled(view)
    text = view.text
    run = RUN.search(text) if layers < MAX_LAYERS else None
    if run and "\n" in text:
        read_lines(view, path, key, out, _reader(out, layers + 1))
    if not run or not _packed(view, path, key, out, layers + 1):
        out.add(view, path, key, role_of(text, key))
        if len(text) >= SHORTEST and layers < MAX_LAYERS and (run or " " not in text):
            read_unpacked(view, path, key, out, _reader(out, layers + 1))
    if "=?" in text and (said := words_of(text)) != text:
        out.add(whole(said, view, "quoted-printable"), path, key, role_of(said, key), load_bearing=WORDS_REASON)
    read_cut(view, path, key, out)


def _packed(view: View, path: str, key: str, out: Gathering, layers: int) -> bool:
    return read_packed(view, path, key, out, _reader(out, layers))


def _reader(out: Gathering, layers: int) -> Read:
    return lambda inner, where, name: read_value(inner, where, name, out, layers)


def unspelled(view: View) -> View:
    """The view with what HTML editors and programs spell otherwise (`&#64;`, `\\x40`) read as the letters it means."""
    if _ENTITIES.search(view.text):
        view = unescape_xml(view, "xml")
    if "%u" in view.text:
        view = unescape_units(view)
    return unescape_code(view) if _CODES.search(view.text) else view


def _nested(view: View, path: str, key: str, out: Gathering, layers: int) -> bool:
    """Read a further layer if there is one."""
    text = view.text
    head = text[:64].lstrip()
    if head[:1] in ("{", "["):
        return _json(view, path, key, out, layers)
    if head[:5].lower() == "data:":
        return _data_url(view, path, key, out, layers)
    if _BASE64.match(head):
        if head.startswith(COMPRESSED) and _packed(view, path, key, out, layers):
            return True
        if read_base64_media(view, path, key, out, _file(path, key, out, layers)):
            return True
    if _SPACE.search(text.strip()):
        return False
    if _URL.fullmatch(text) and ("?" in text or "#" in text or "%" in text):
        read_url(view, path, key, out, layers)
        return True
    if _QUERY.fullmatch(text) and ("&" in text.rstrip("&") or _PERCENT.search(text)):
        _query(view.cut(1, len(text)) if text[0] == "?" else view, path, key, out, layers)
        return True
    if _PERCENT.search(text):
        read_value(unescape_percent(view, out.charset), path, key, out, layers)
        return True
    return False


def _json(view: View, path: str, key: str, out: Gathering, layers: int) -> bool:
    before = len(out.items)
    end = read_json(view, path, key, out, lambda inner, where, name: read_value(inner, where, name, out, layers))
    if end * 2 <= len(view.text):
        del out.items[before:]
        return False
    if end < len(view.text):  # cut off: its escapes are read, and the rest is text
        out.add(view.cut(end, len(view.text)), path, key, role_of(view.text[end:], key))
    return True


def _data_url(view: View, path: str, key: str, out: Gathering, layers: int) -> bool:
    rest = read_data_url(view, path, key, out, _file(path, key, out, layers))
    if rest is view:
        return False
    if rest is not None:
        text = unescape_percent(rest, out.charset)
        if layers >= MAX_LAYERS or not _nested(text, path, key, out, layers + 1):
            out.add(text, path, key, Role.PROSE)
            read_cut(text, path, key, out)
    return True


def _file(path: str, key: str, out: Gathering, layers: int) -> Callable[[bytes, View], None]:
    """What reads the bytes of a file that stands in base64."""

    def read(data: bytes, body: View) -> None:
        read_bytes(data, body, "base64", path=path, key=key, out=out, read=_reader(out, layers + 1))

    return read


def _query(view: View, path: str, key: str, out: Gathering, layers: int) -> None:
    read_form(view, path, key, out, lambda inner, where, name: read_value(inner, where, name, out, layers))


def read_url(view: View, path: str, key: str, out: Gathering, layers: int) -> None:
    """Add the items of a URL: what stands before the query, its pairs, and its fragment."""
    text = view.text
    fragment = text.find("#")
    fragment = len(text) if fragment < 0 else fragment
    query = text.find("?", 0, fragment)
    query = fragment if query < 0 else query
    front = view.cut(0, query)
    if front.text:
        decoded = unescape_percent(front, out.charset)
        out.add(decoded, path, key, Role.VALUE)
    if query + 1 < fragment:
        _query(view.cut(query + 1, fragment), longer(path, "query"), key, out, layers)
    if fragment + 1 < len(text):
        _query(view.cut(fragment + 1, len(text)), longer(path, "fragment"), key, out, layers)

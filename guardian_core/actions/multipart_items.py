"""A multipart body in; items for the names, filenames, header lines and bodies of its parts out. Line ends may be CRLF or LF.

Parts are byte ranges of the whole body: binary parts are never decoded, and an edit touches nothing beside its value (BUGS B07).
"""

import quopri
import re
from collections.abc import Callable
from itertools import pairwise

from guardian_core.actions.charset import view_of
from guardian_core.actions.encoders import unbase64
from guardian_core.actions.escapes import unescape_percent
from guardian_core.actions.media_items import is_text
from guardian_core.actions.views import Gathering, View, longer, whole
from guardian_core.vocabulary import Role

PartBody = Callable[[int, int, str, str, str], None]  # start, end, content type, path, key
Packed = Callable[[bytes, View, str, str], None]  # decoded bytes, where they stand, path, key

_BOUNDARY = re.compile(r"""boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;,"]{1,200}))""", re.IGNORECASE)
_FIRST_LINE = re.compile(rb"--([^\r\n]{1,200}?)[ \t]*\r?\n(?:[\w-]{1,60}:|\r?\n)")
_HEADERS_END = re.compile(rb"\r?\n\r?\n")
_LINE = re.compile(rb"^([!#$%&'*+.^_`|~0-9A-Za-z-]++):[ \t]*+([^\r\n]*+(?:\r?\n[ \t][^\r\n]*+)*+)", re.MULTILINE)
_PARAMETER = re.compile(r""";\s*(name|filename)(\*?)\s*=\s*(?:"((?:[^"\\\r\n]|\\.)*+)"|([^\s;"]++))""", re.IGNORECASE)
_UNUSUAL = re.compile(r"[=:@]|\d{3}")  # beside name and filename: parameters of one's own
_EXTENDED = re.compile(r"[\w-]*+'[\w-]*+'")


def boundary_of(content_type: str, data: bytes) -> bytes | None:
    """The boundary that separates the parts: the one named if it occurs, else the one the body begins with."""
    found = _BOUNDARY.search(content_type)
    if found:
        named: bytes = (found[1] or found[2]).encode("latin-1", "replace")
        if b"--" + named in data:
            return named
    first = _FIRST_LINE.match(data)
    return first[1] if first and data.count(b"--" + first[1]) > 1 else None


def read_multipart(
    data: bytes, start: int, end: int, boundary: bytes, *, charset: str, path: str, out: Gathering, body: PartBody, packed: Packed
) -> None:
    """Add the items of the parts of data[start:end]; `body` reads the body of a part, `packed` a binary one written as base64."""
    delimiter = re.compile(rb"(?:\A|(?<=\n))--" + re.escape(boundary) + rb"(--)?[ \t]*(?:\r?\n|\Z)")
    marks = [(found.start(), found.end()) for found in delimiter.finditer(data[start:end])]
    marks = [(begin + start, stop + start) for begin, stop in marks]
    edges = [*marks, (end, end)]
    if data[start : edges[0][0]].strip():  # a preamble is sent too, so it is read too
        out.add(view_of(data, start, edges[0][0], charset), path, "", Role.PROSE)
    for number, ((_, begin), (stop, _)) in enumerate(pairwise(edges)):
        # The line end in front of a delimiter belongs to it (RFC 2046 §5.1.1).
        ending = 2 if data[begin:stop].endswith(b"\r\n") else 1 if data[begin:stop].endswith(b"\n") else 0
        if begin < stop - ending:
            unnamed = longer(path, str(number))
            _part(data, begin, stop - ending, charset=charset, unnamed=unnamed, path=path, out=out, body=body, packed=packed)


def _part(
    data: bytes, begin: int, end: int, *, charset: str, unnamed: str, path: str, out: Gathering, body: PartBody, packed: Packed
) -> None:
    blank = _HEADERS_END.search(data, begin, end)
    if data[begin : begin + 1] == b"\n" or data[begin : begin + 2] == b"\r\n":
        head, content = begin, begin + (2 if data[begin : begin + 1] == b"\r" else 1)
    elif blank:
        head, content = blank.start(), blank.end()
    else:  # no blank line: nothing tells headers from body
        head, content = begin, begin
    key, where, kind, transfer = "", unnamed, "", ""
    lines = list(_LINE.finditer(data, begin, head))
    position = begin
    for edge, stop in [line.span() for line in lines] + [(head, head)]:  # what is no header line is sent too
        if data[position:edge].strip():
            out.add(view_of(data, position, edge, charset).through("header"), unnamed, "", Role.STRUCTURE)
        position = stop
    for line in lines:
        if line[1].lower() == b"content-disposition":
            key, where = _disposition(view_of(data, *line.span(2), charset), unnamed, path, out)
    for line in lines:
        name = line[1].lower()
        if name == b"content-type":
            kind = line[2].decode("latin-1")
        elif name == b"content-transfer-encoding":
            transfer = line[2].decode("latin-1").strip().lower()
        if name != b"content-disposition":
            field = line[1].decode("latin-1")
            out.add(view_of(data, *line.span(2), charset).through("header"), longer(where, field), field, Role.STRUCTURE)
    if content < end and not _transferred(data, content, end, transfer, path=where, key=key, out=out, packed=packed):
        body(content, end, kind, where, key)


def _disposition(view: View, unnamed: str, path: str, out: Gathering) -> tuple[str, str]:
    """Add name and filename; returns the part's key and path."""
    key, where = "", unnamed
    parameters = list(_PARAMETER.finditer(view.text))
    for found in parameters:
        if found[1].lower() == "name" and not found[2]:
            key = found[3] if found[3] is not None else found[4]
            where = longer(path, key) if key else unnamed
            out.add(view.cut(*found.span(3 if found[3] is not None else 4)).through("parameter"), where, key, Role.STRUCTURE)
    for found in parameters:
        if found[1].lower() != "filename":
            continue
        inner = view.cut(*found.span(3 if found[3] is not None else 4))
        if found[2]:
            prefix = _EXTENDED.match(inner.text)
            inner = unescape_percent(inner.cut(prefix.end() if prefix else 0, len(inner.text)), "utf-8")
        else:
            inner = inner.through("parameter")
        out.add(inner, longer(where, "filename"), "filename", Role.VALUE)
    edges = [found.span() for found in parameters] + [(len(view.text), 0)]
    position = 0
    for edge, stop in edges:
        if _UNUSUAL.search(view.text, position, edge):
            out.add(view.cut(position, edge).through("parameter"), where, "", Role.STRUCTURE)
        position = stop
    return key, where


def _transferred(data: bytes, start: int, end: int, transfer: str, *, path: str, key: str, out: Gathering, packed: Packed) -> bool:
    """Read the body of a part in base64 or quoted-printable; False for all others."""
    if transfer not in ("base64", "quoted-printable") or not data[start:end].isascii():
        return False
    view = view_of(data, start, end, "utf-8")
    decoded = unbase64(view.text) if transfer == "base64" else quopri.decodestring(data[start:end])
    if decoded is None:
        return False
    try:
        text = decoded.decode("utf-8") if is_text(decoded) else None
    except UnicodeDecodeError:
        text = None
    if text is None:
        packed(decoded, view, path, key)
    else:
        out.add(whole(text, view, transfer)._replace(encoders=(transfer, "charset/utf-8")), path, key, Role.PROSE)
    return True

"""A decoded body and its label in; its items, and what it was read as, out. The label is only a hint: bodies are sniffed."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from guardian_core.actions.charset import choose, view_of
from guardian_core.actions.cut_items import read_cut
from guardian_core.actions.escapes import percent_charset
from guardian_core.actions.file_items import read_file, read_inside
from guardian_core.actions.form_items import read_form
from guardian_core.actions.graphql_items import is_document, persisted, read_document
from guardian_core.actions.jose import JWE, read_compact, token_of
from guardian_core.actions.json_items import read_json
from guardian_core.actions.media_items import is_text, read_runs
from guardian_core.actions.multipart_items import boundary_of, read_multipart
from guardian_core.actions.protobuf_items import SEALED, kind_of, parse, read_protobuf
from guardian_core.actions.value_items import read_value
from guardian_core.actions.views import MAX_LAYERS, Gathering, View
from guardian_core.actions.xml_items import read_xml
from guardian_core.vocabulary import Item, Packing, Place

_MARKED = re.compile(r"(?:xml|html)\Z")
JSON, FORM, BINARY = "application/json", "application/x-www-form-urlencoded", "application/octet-stream"
_MARKUP = re.compile(r"\s*+<(?:\?xml|!doctype|[A-Za-z_][\w:.-]*+[\s/>])", re.IGNORECASE)
_FORM = re.compile(
    r"(?!\w+={0,2}\s*\Z)[\w.\-\[\]%+*~$:]{1,200}=[^\s<{]*+\s*\Z|(?:[\w.\-\[\]%+*~$:]{1,200}=[^\s&]*+&)++[^\s&=]*+(?:=[^\s&]*+)?\s*\Z"
)
# Such bodies are binary by definition, even where all their bytes happen to be printable.
_BINARY = re.compile(r"application/(?:x-|vnd\.google\.)?(?:protobuf|proto|grpc|msgpack|cbor|thrift|flatbuffers|avro)")


@dataclass(frozen=True, slots=True)
class Body:
    """What a body was read as."""

    items: list[Item]
    content_type: str
    charset: str = "utf-8"
    opaque: bool = False


def read_body(data: bytes, content_type: str) -> Body:
    """Read a whole body; `content_type` is the header's value, "" where there is none."""
    if not data:
        return Body([], "")
    # In a multipart body every part has a charset of its own; bytes of an image must not decide for the fields.
    charset, _ = choose(b"" if boundary_of(content_type, data) else data, content_type)
    out = Gathering(Place.BODY, percent_charset(charset))
    kind = _read(data, 0, len(data), content_type, path="body", key="", out=out, body_charset=charset, layers=0)
    if kind in (JSON, "multipart/form-data"):
        out.items = persisted(out.items) or out.items
    return Body(out.items, kind, charset, kind == BINARY or out.sealed or token_of(data) == JWE)


def _read(
    data: bytes, start: int, end: int, content_type: str, *, path: str, key: str, out: Gathering, body_charset: str, layers: int
) -> str:
    """Read data[start:end]; returns the content type it was read as."""
    label = content_type.partition(";")[0].strip().lower()
    piece = data[start:end]
    boundary = boundary_of(content_type, piece) if label.startswith("multipart/") or piece.startswith(b"--") else None
    if boundary and layers < MAX_LAYERS:

        def part(begin: int, stop: int, kind: str, where: str, name: str) -> None:
            _read(data, begin, stop, kind, path=where, key=name, out=out, body_charset=body_charset, layers=layers + 1)

        def coded(content: bytes, view: View, where: str, name: str) -> None:
            packing = Packing(content, view.start, view.end, ("file", "base64"), view.encoders, name, out.packing)
            out.sealed |= not read_inside(content, packing, where, out, _reader(out, layers + 1))

        read_multipart(data, start, end, boundary, charset=body_charset, path=path, out=out, body=part, packed=coded)
        return label if label.startswith("multipart/") else "multipart/form-data"
    packed = kind_of(label) if layers == 0 else None
    fields = parse(data, packed) if packed else None
    if packed and fields is not None:

        def string(inner: View, where: str, name: str) -> None:
            read_value(inner, where, name, out, layers + 1)

        def unnamed(begin: int, stop: int, where: str) -> None:
            known = _binary(data, begin, stop, path=where, key="", out=out, layers=layers + 1)
            out.sealed |= stop - begin >= SEALED and not known

        read_protobuf(data, fields, path, out, string, unnamed=unnamed)
        return packed
    charset, mark = choose(piece, content_type) if content_type or not piece.isascii() else (body_charset, 0)
    wide = charset.startswith(("utf-16", "utf-32"))
    binary = (not wide and not is_text(piece)) or _BINARY.match(label) is not None
    if binary and piece[:64].lstrip()[:1] not in (b"{", b"["):
        known = _binary(data, start, end, path=path, key=key, out=out, layers=layers)
        out.sealed |= layers > 0 and not known
        return BINARY
    own = () if charset == body_charset else (f"charset/{charset}",)
    before = len(out.items)
    kind = _text(view_of(data, start + mark, end, charset, own), label, path=path, key=key, out=out, layers=layers)
    if binary and kind != JSON:
        del out.items[before:]
        read_runs(data, start, end, path=path, key=key, out=out)
        out.sealed |= layers > 0
        return BINARY
    return kind


def _binary(data: bytes, start: int, end: int, *, path: str, key: str, out: Gathering, layers: int) -> bool:
    """Read what is no text; whether all that it says was read."""
    known = read_file(data, start, end, path=path, key=key, out=out, read=_reader(out, layers + 1))
    read_runs(data, start, end, path=path, key=key, out=out)
    return known


def _reader(out: Gathering, layers: int) -> Callable[[View, str, str], None]:
    """What reads a text that lies within something else."""

    def read(view: View, where: str, name: str) -> None:
        _text(view, "", path=where, key=name, out=out, layers=layers)

    return read


def _text(view: View, label: str, *, path: str, key: str, out: Gathering, layers: int) -> str:
    """Read a body that is text: the formats from the strictest to the loosest."""

    def leaf(inner: View, where: str, name: str) -> None:
        read_value(inner, where, name, out, layers)

    if layers == 0 and read_compact(view, path, out):
        return "application/jose"
    text, before = view.text, len(out.items)
    labelled = label.endswith(("json", "javascript", "ndjson", "jsonl"))
    if layers == 0 and label == "application/graphql" and is_document(text):
        read_document(view, path, "query", out, leaf)
        return label
    if labelled or text[:64].lstrip()[:1] in ("{", "["):
        read = read_json(view, path, key, out, leaf)
        # Broken JSON, so called or for the greater part: its escapes are read, and what follows is searched as text.
        if read == len(text) or (labelled and len(out.items) > before) or read * 2 > len(text):
            if read < len(text):
                leaf(view.cut(read, len(text)), path, key)
            return JSON
        del out.items[before:]
    if _MARKUP.match(text) and text.rstrip().endswith(">") and read_xml(view, path, out, leaf):
        read_cut(view, path, key, out)
        return label if _MARKED.search(label) else "application/xml"
    form = label == FORM
    if form or (layers == 0 and _FORM.match(text)):
        read_form(view, path, key, out, leaf)
        return FORM
    leaf(view, path, key)
    return label if label.startswith("text/") and not _MARKED.search(label) else "text/plain"

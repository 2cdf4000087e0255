"""A body of Protocol Buffers in, bare or in gRPC's envelopes; an item for each string out, and the way back with every length true.

No schema is needed: the wire format tells fields from each other (protobuf.dev/programming-guides/encoding). What it leaves open is
whether a length-delimited field is a string, a message or bytes. A field that is a message of strings all through is read as one;
else readable UTF-8 is a string, what parses is a message, and the rest is bytes. An envelope (gRPC, gRPC-Web, Connect) is a byte of
flags, four of length, and the message.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from guardian_core.actions.charset import view_of
from guardian_core.actions.views import Gathering, View, longer
from guardian_core.errors import EditError

Splice = tuple[int, int, bytes]
Leaf = Callable[[View, str, str], None]
Bytes = Callable[[int, int, str], None]  # begin, end, path

BARE, FRAMED = "application/protobuf", "application/grpc"
_LABELS = (
    (re.compile(r"application/(?:grpc(?:-web)?|connect)(?:\+(?:proto|json))?"), FRAMED),
    (re.compile(r"application/(?:x-|vnd\.google\.)?(?:protobuf|proto)"), BARE),
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_DEEPEST = 24  # messages within messages
SEALED = 48  # bytes of no known kind from which on a field counts as something that nobody could read
_COMPRESSED, _LAST = 0x01, 0x82  # flags of an envelope: compressed; trailers (gRPC-Web) or the end of the stream (Connect)
_FIXED = {1: 8, 5: 4}


@dataclass(frozen=True, slots=True)
class Field:
    """One length-delimited field, or one envelope."""

    size_at: int  # where its length is written
    begin: int
    end: int
    number: int
    kind: str  # "text", "message", "bytes"
    children: tuple["Field", ...] = ()
    wide: bool = False  # an envelope: the length has four bytes


def kind_of(label: str) -> str | None:
    """BARE, FRAMED, or None for a content type that is neither; `label` is lower case, without parameters."""
    return next((kind for pattern, kind in _LABELS if pattern.fullmatch(label)), None)


def parse(data: bytes, kind: str) -> tuple[Field, ...] | None:
    """The fields of a whole body; None where it is no such thing."""
    return _envelopes(data) if kind == FRAMED else _message(data, 0, len(data), 0)


def _envelopes(data: bytes) -> tuple[Field, ...] | None:
    fields: list[Field] = []
    position = 0
    while position < len(data):
        begin = position + 5
        end = begin + int.from_bytes(data[position + 1 : begin], "big")
        if begin > len(data) or end > len(data) or data[position] & ~(_COMPRESSED | _LAST):
            return None
        kind, children = "message", None
        if data[position] & _COMPRESSED:
            kind = "bytes"
        elif data[position] & _LAST or data[begin : begin + 1] in (b"{", b"["):
            kind = "text" if _is_text(data, begin, end) else "bytes"
        else:
            children = _message(data, begin, end, 0)
            if children is None:
                return None
        fields.append(Field(position + 1, begin, end, len(fields), kind, children or (), wide=True))
        position = end
    return tuple(fields)


def _varint(data: bytes, position: int, end: int) -> tuple[int, int] | None:
    """A number and where it ends; None where it is none (more than ten bytes, or cut off)."""
    value = 0
    for shift in range(0, 70, 7):
        if position >= end:
            return None
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
    return None


def _message(data: bytes, position: int, end: int, depth: int) -> tuple[Field, ...] | None:
    """The length-delimited fields of a message; None where the bytes are none."""
    fields: list[Field] = []
    while position < end:
        tag = _varint(data, position, end)
        if tag is None or not 0 < tag[0] >> 3 < 1 << 29:
            return None
        number, wire, position = tag[0] >> 3, tag[0] & 7, tag[1]
        if wire == 2:
            length = _varint(data, position, end)
            if length is None or length[1] + length[0] > end:
                return None
            begin, stop = length[1], length[1] + length[0]
            fields.append(_field(data, (position, begin, stop), number, depth))
            position = stop
        elif wire == 0:
            skipped = _varint(data, position, end)
            if skipped is None:
                return None
            position = skipped[1]
        elif wire in _FIXED:
            position += _FIXED[wire]
        else:  # groups went out of use before gRPC came into it
            return None
    return tuple(fields) if position == end else None


def _field(data: bytes, lies: tuple[int, int, int], number: int, depth: int) -> Field:
    size_at, begin, end = lies
    readable = _is_text(data, begin, end)
    inner = _message(data, begin, end, depth + 1) if depth < _DEEPEST and begin < end else None
    if inner and (not readable or _says_something(inner)):
        return Field(size_at, begin, end, number, "message", inner)
    kind = "text" if readable else "message" if inner is not None else "bytes"
    return Field(size_at, begin, end, number, kind, (inner or ()) if kind == "message" else ())


def _says_something(fields: Sequence[Field]) -> bool:
    """Whether fields hold words; letters of a text that happen to be tags and lengths seldom do."""
    return all(one.kind != "bytes" for one in fields) and any(one.end - one.begin > 2 for one in fields)


def _is_text(data: bytes, begin: int, end: int) -> bool:
    try:
        return not _CONTROLS.search(data[begin:end].decode("utf-8"))
    except UnicodeDecodeError:
        return False


def read_protobuf(data: bytes, fields: Sequence[Field], path: str, out: Gathering, leaf: Leaf, *, unnamed: Bytes) -> None:
    """Add the items of `fields`; `leaf` takes the strings, `unnamed` what is neither one nor a message."""
    for one in fields:
        where = longer(path, str(one.number))
        if one.kind == "message":
            read_protobuf(data, one.children, where, out, leaf, unnamed=unnamed)
        elif one.kind == "text":
            leaf(view_of(data, one.begin, one.end, "utf-8", ("charset/utf-8",)), where, "")
        else:
            unnamed(one.begin, one.end, where)


def splice_protobuf(data: bytes, splices: Sequence[Splice], kind: str) -> bytes:
    """Replace byte ranges, given in order, and correct the length of every field around them.

    >>> splice_protobuf(bytes([10, 3]) + b"Ann", [(2, 5, b"somebody")], BARE)
    b'\\n\\x08somebody'

    Raises:
        EditError: a range that is not inside a field, or overlaps another.
    """
    fields = parse(data, kind)
    if fields is None:
        message = "not a message of Protocol Buffers"
        raise EditError(message)
    return _spliced(data, 0, len(data), fields, list(splices))


def _spliced(data: bytes, start: int, end: int, fields: Sequence[Field], splices: list[Splice]) -> bytes:
    parts: list[bytes] = []
    position, done = start, 0
    for one in fields:
        first = done
        while done < len(splices) and one.begin <= splices[done][0] and splices[done][1] <= one.end:
            done += 1
        own = splices[first:done]
        if not own:
            continue
        inner = _spliced(data, one.begin, one.end, one.children, own) if one.children else _replaced(data, one, own)
        size = data[one.size_at : one.begin] if len(inner) == one.end - one.begin else _size(len(inner), wide=one.wide)
        parts += (data[position : one.size_at], size, inner)
        position = one.end
    if done < len(splices):
        message = f"bytes {splices[done][0]}:{splices[done][1]} lie in no field"
        raise EditError(message)
    return b"".join([*parts, data[position:end]])


def _replaced(data: bytes, one: Field, splices: Sequence[Splice]) -> bytes:
    parts: list[bytes] = []
    position = one.begin
    for begin, end, replacement in splices:
        if begin < position:
            message = f"bytes {begin}:{end} overlap another edit"
            raise EditError(message)
        parts += (data[position:begin], replacement)
        position = end
    return b"".join([*parts, data[position : one.end]])


def _size(length: int, *, wide: bool) -> bytes:
    if wide:
        return length.to_bytes(4, "big")
    encoded = bytearray()
    while length > 0x7F:
        encoded.append(length & 0x7F | 0x80)
        length >>= 7
    encoded.append(length)
    return bytes(encoded)

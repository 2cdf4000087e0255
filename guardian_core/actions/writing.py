"""A reading and edits in; the request with exactly those code points replaced out. Every other byte stays what it was.

The body's coding is put back in the order of its header, Content-Length and digests corrected; chunked framing is the shell's.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from guardian_core.actions.coding import encode as put_on
from guardian_core.actions.digests import corrected
from guardian_core.actions.encoders import WHOLE, encode
from guardian_core.actions.header_items import is_read
from guardian_core.actions.protobuf_items import BARE, FRAMED, splice_protobuf
from guardian_core.actions.target_items import HEADER_OF, JOINT
from guardian_core.encodings import is_chain, packed_text
from guardian_core.errors import EditError
from guardian_core.vocabulary import Edit, Item, Packing, Place, Reading, Request, Role

Splice = tuple[int, int, bytes]
Header = tuple[bytes, bytes]


def _called(name: bytes) -> Callable[[bytes], bool]:
    return lambda key: key.lower() == name


# Which headers a place is made of, by their names.
_HEADERS: dict[Place, Callable[[bytes], bool]] = {
    **{place: _called(name) for place, name in HEADER_OF.items()},
    Place.HEADER: is_read,
}


def write(reading: Reading, edits: Sequence[Edit]) -> Request:
    """Apply edits. Without edits this is the very same request.

    Raises:
        EditError: an edit outside its item, overlapping another, of an ambient or binary item, of a signed request, or of a part of
            an upload.
    """
    request = reading.request
    if not edits:
        return request
    if reading.signed:
        message = f"signed request ({reading.signed}), cannot rewrite"
        raise EditError(message)
    splices = _splices(reading, edits)
    headers, target, body = request.headers, request.target, request.body
    for place, named in _HEADERS.items():
        if splices.get(place):
            headers = _spliced_headers(headers, named, splices[place])
    if splices.get(Place.TARGET):
        target = splice(target.encode("latin-1"), splices[Place.TARGET]).decode("latin-1")
    if splices.get(Place.BODY) and reading.part:
        message = f"a part of an upload ({reading.part}), cannot rewrite"
        raise EditError(message)
    if splices.get(Place.BODY) or reading.loose:
        body = put_on(_spliced_body(reading, splices.get(Place.BODY, ())), reading.codings)
        headers = corrected(_with_length(headers, len(body)), body)
    return replace(request, headers=headers, target=target, body=body)


def packed_anew(reading: Reading) -> Request:
    """The request with the same content and nothing beside it, where its coding may carry more (`Reading.loose`)."""
    if not reading.loose or reading.unreadable:
        return reading.request
    body = put_on(reading.body, reading.codings)
    return replace(reading.request, headers=corrected(_with_length(reading.request.headers, len(body)), body), body=body)


def _splices(reading: Reading, edits: Sequence[Edit]) -> dict[Place, list[Splice]]:
    """The byte ranges to replace, by place, in order."""
    found: dict[Place, list[Splice]] = {}
    packed: dict[int, tuple[Packing, Place, list[Splice]]] = {}
    for index, group in groupby(sorted(edits, key=lambda edit: (edit.item, edit.start, edit.end)), key=lambda edit: edit.item):
        if not 0 <= index < len(reading.items):
            message = f"no item {index}"
            raise EditError(message)
        item, own = reading.items[index], list(group)
        _check(item, index, own)
        if item.packing:
            packed.setdefault(id(item.packing), (item.packing, item.place, []))[2].extend(_item_splices(item, own, "utf-8"))
            continue
        found.setdefault(item.place, []).extend(_item_splices(item, own, _charset(reading, item.place)))
    _pack(reading, packed, found)
    for splices in found.values():
        splices.sort(key=lambda one: one[:2])
    return found


def _spliced_body(reading: Reading, splices: Sequence[Splice]) -> bytes:
    if reading.content_type in (BARE, FRAMED):
        return splice_protobuf(reading.body, splices, reading.content_type)
    return splice(reading.body, splices)


def _charset(reading: Reading, place: Place) -> str:
    return reading.charset if place is Place.BODY else "utf-8"


def _pack(reading: Reading, packed: dict[int, tuple[Packing, Place, list[Splice]]], found: dict[Place, list[Splice]]) -> None:
    """Pack what was changed inside, the innermost first, and add it to the splices of the place."""
    while packed:
        packing, place, splices = packed.pop(max(packed, key=lambda known: _depth(packed[known][0])))
        if not is_chain(packing.chain):
            message = f"what is packed as {packing.chain[0]} cannot be packed again"
            raise EditError(message)
        data = splice(packing.data, sorted(splices, key=lambda one: one[:2]))
        charset = "utf-8" if packing.outer else _charset(reading, place)
        whole = packing.start, packing.end, encode(packed_text(data, packing.chain), packing.encoders, charset)
        if packing.outer:
            packed.setdefault(id(packing.outer), (packing.outer, place, []))[2].append(whole)
        else:
            found.setdefault(place, []).append(whole)


def _depth(packing: Packing) -> int:
    return 1 + _depth(packing.outer) if packing.outer else 0


def _check(item: Item, index: int, edits: Sequence[Edit]) -> None:
    if item.ambient:
        message = f"item {index} is a protocol value of the connection, cannot rewrite"
        raise EditError(message)
    if item.role is Role.BINARY:
        message = f"item {index} is binary, cannot rewrite"
        raise EditError(message)
    if item.seams:
        message = f"item {index} is cut by what stands between its parts, cannot rewrite"
        raise EditError(message)
    for edit in edits:
        if not 0 <= edit.start <= edit.end <= len(item.text):
            message = f"edit {edit.start}:{edit.end} lies outside item {index} of {len(item.text)} code points"
            raise EditError(message)
    for one, other in pairwise(edits):
        if other.start < one.end or (one.start, one.end) == (other.start, other.end):
            message = f"edits {one.start}:{one.end} and {other.start}:{other.end} of item {index} overlap"
            raise EditError(message)


def _item_splices(item: Item, edits: Sequence[Edit], charset: str) -> Iterable[Splice]:
    if not WHOLE.isdisjoint(item.encoders):
        text, position = "", 0
        for edit in edits:
            text += item.text[position : edit.start] + edit.replacement
            position = edit.end
        yield item.start, item.end, encode(text + item.text[position:], item.encoders, charset)
        return
    offsets = item.offsets
    for edit in edits:
        begin, end = (
            (item.start + edit.start, item.start + edit.end) if offsets is None else (offsets[edit.start], offsets[edit.end])
        )
        yield begin, end, encode(edit.replacement, item.encoders, charset)


def splice(data: bytes, splices: Sequence[Splice]) -> bytes:
    """Replace byte ranges, given in order.

    >>> splice(b"I am Ann, 34.", [(5, 8, b"X"), (10, 12, b"30s")])
    b'I am X, 30s.'

    Raises:
        EditError: ranges that overlap or lie outside.
    """
    parts: list[bytes] = []
    position = 0
    for begin, end, replacement in splices:
        if not position <= begin <= end <= len(data):
            message = f"bytes {begin}:{end} overlap another edit or lie outside {len(data)} bytes"
            raise EditError(message)
        parts += (data[position:begin], replacement)
        position = end
    return b"".join([*parts, data[position:]])


def _spliced_headers(headers: tuple[Header, ...], named: Callable[[bytes], bool], splices: Sequence[Splice]) -> tuple[Header, ...]:
    """Splice into the headers of one place, whose offsets count as if they were one value (see target_items)."""
    result: list[Header] = []
    start = 0
    for header in headers:
        key, value = header
        if not named(key):
            result.append(header)
            continue
        end = start + len(value)
        own = [(begin - start, stop - start, new) for begin, stop, new in splices if start <= begin and stop <= end]
        result.append((key, splice(value, own)) if own else header)
        start = end + len(JOINT)
    return tuple(result)


def _with_length(headers: tuple[Header, ...], length: int) -> tuple[Header, ...]:
    """Correct Content-Length where there is one, and leave only one (RFC 9112 §6.3: two are an attack)."""
    result: list[Header] = []
    seen = False
    for key, value in headers:
        if key.lower() != b"content-length":
            result.append((key, value))
        elif not seen:
            seen = True
            result.append((key, str(length).encode()))
    return tuple(result)

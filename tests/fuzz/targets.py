"""What is fuzzed: each takes any bytes and checks a law. The first byte of an input chooses its type: types are varied, too."""

import gzip
import json
import random
from urllib.parse import unquote_plus

from guardian_addons.parts import TextParts

from guardian_core import actions
from guardian_core.actions.coding import decode
from guardian_core.actions.encoders import WHOLE
from guardian_core.actions.protobuf_items import BARE, FRAMED, parse, splice_protobuf
from guardian_core.anonymize.restore.inflate import BrokenReplyError
from guardian_core.anonymize.restore.replies import Head, open_reply
from guardian_core.errors import EditError
from guardian_core.vocabulary import Edit, Entity, Item, Level, Place, Request, Role
from tests.fuzz.wire_targets import WIRE_TARGETS

TYPES = (
    "", "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=B", "text/plain",
    "application/xml", "application/x-ndjson", "application/proto", "application/grpc", "application/graphql", "application/jose",
    "text/html; charset=cp1252", "application/json; charset=utf-16", "application/octet-stream",
    "application/x-www-form-urlencoded; charset=shift_jis", "image/png",
)  # fmt: skip
CODINGS = ("", "gzip", "deflate", "br", "zstd", "gzip, br", "x-gzip", "identity", "aws-chunked", "gzip, gzip")
NEW = ("X", "someone@example.org", 'a "quoted" \\ one', "Zoë & <b> ]]> %41 +", "", "\U0001f600", '"""')


def request(body: bytes, content_type: str, **headers: bytes) -> Request:
    fields = [(b"Content-Type", content_type.encode())] if content_type else []
    fields += [(name.replace("_", "-").encode(), value) for name, value in headers.items()]
    return Request("POST", "https", "x.test", 443, "/", tuple(fields), body)


def lies_within(reading, index: int) -> tuple[int, int]:
    """The bytes of the place that an edit of this item may change."""
    item = reading.items[index]
    packing = item.packing
    while packing is not None and packing.outer is not None:
        packing = packing.outer
    return (packing.start, packing.end) if packing else (item.start, item.end)


def meant(spelled: bytes, encoders: tuple[str, ...]) -> str | None:
    """What bytes mean, by somebody else's reading of the same standard; None where there is none, or they are odd."""
    try:
        text = spelled.decode("utf-8")
        if encoders == ("json",):
            return str(json.loads(f'"{text}"')).encode("utf-16", "surrogatepass").decode("utf-16")
        return unquote_plus(text, errors="strict") if encoders == ("form",) and text.isascii() else None
    except ValueError:
        return None


def says_what_it_spells(data: bytes, item: Item, dice: random.Random) -> None:
    """The bytes from an item's beginning to any of its letters mean the text before that letter."""
    at = dice.randrange(len(item.text) + 1)
    if item.packing or not WHOLE.isdisjoint(item.encoders):
        return
    end = item.start + at if item.offsets is None else item.offsets[at]
    if meant(data[item.start : item.end], item.encoders) is not None:
        assert meant(data[item.start : end], item.encoders) == item.text[:at]


def body(data: bytes, dice: random.Random) -> None:
    """Reading never raises, writing nothing is the identity, and one edit changes nothing outside its value."""
    kind, data = TYPES[data[0] % len(TYPES)] if data else "", data[1:]
    sent = request(data, kind)
    reading = actions.read(sent)
    assert actions.write(reading, ()) is sent
    editable = [
        i
        for i, one in enumerate(reading.items)
        if one.place is Place.BODY and one.role is not Role.BINARY and not one.seams and not one.ambient
    ]
    if not editable or reading.signed or reading.codings:
        return
    if reading.charset == "utf-8" and reading.content_type in {"application/json", "application/x-www-form-urlencoded"}:
        for one in dice.sample(editable, min(8, len(editable))):
            says_what_it_spells(reading.body, reading.items[one], dice)
    index = dice.choice(editable)
    item = reading.items[index]
    begin = dice.randrange(len(item.text) + 1)
    end = min(len(item.text), begin + dice.randrange(6))
    if begin == end:
        return
    edit = Edit(index, begin, end, dice.choice(NEW), Entity.PERSON, Level.PARTIAL)
    try:
        after = actions.write(reading, (edit,)).body
    except EditError:
        assert item.packing
        return
    if reading.content_type in (BARE, FRAMED):
        assert parse(after, reading.content_type) is not None
        return
    first, last = lies_within(reading, index)
    if not item.packing and WHOLE.isdisjoint(item.encoders) and item.offsets is not None:
        first, last = item.offsets[begin], item.offsets[end]
    elif not item.packing and WHOLE.isdisjoint(item.encoders):
        first, last = item.start + begin, item.start + end
    assert after.startswith(reading.body[:first])
    assert after.endswith(reading.body[last:]) or last == len(reading.body)
    assert len(after) >= first + len(reading.body) - last


def codings(data: bytes, dice: random.Random) -> None:
    """Decoding never raises, and never makes more than the cap; what was packed by us comes back."""
    label, data = CODINGS[data[0] % len(CODINGS)] if data else "", data[1:]
    cap = 10_000
    found = decode(data, label, "", cap)
    assert found.unreadable or len(found.body) <= cap
    packed = decode(gzip.compress(data), "gzip", "", cap)
    if not data.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
        assert packed.body == data


def protobuf(data: bytes, dice: random.Random) -> None:
    """What parses is written back unchanged, and a string that is replaced leaves something that parses."""
    kind = FRAMED if data[:1] == b"\0" else BARE
    fields = parse(data, kind)
    if fields is None:
        return
    assert splice_protobuf(data, [], kind) == data
    pending, texts = list(fields), []
    while pending:
        one = pending.pop()
        pending += one.children if one.kind == "message" else ()
        texts += [one] if one.kind == "text" and one.begin < one.end and not one.wide else []
    if not texts:
        return
    one = dice.choice(texts)
    new = b"\xc3\xab" * dice.randrange(100)
    after = splice_protobuf(data, [(one.begin, one.end, new)], kind)
    assert parse(after, kind) is not None
    assert after.startswith(data[: fields[0].size_at])
    assert after.endswith(data[fields[-1].end :])
    assert len(new) < 2 or new in after


def parts(data: bytes, dice: random.Random) -> None:
    """However a form is cut, every byte comes out once and in order, and what is looked at does not depend on the cuts."""

    def run(sizes):
        given, position = [], 0
        reader = TextParts(b"B")
        while position < len(data):
            size = next(sizes)
            given += reader.feed(data[position : position + size])
            position += size
        given += reader.finish()
        return b"".join(piece.data for piece in given), [piece for piece in given if piece.behind]

    cut, looked = run(iter(lambda: dice.randrange(1, 40), 0))
    assert cut == data
    whole, at_once = run(iter(lambda: len(data) or 1, 0))
    assert whole == data
    assert looked == at_once


def joined(sent: Request, place: Place) -> bytes:
    """The bytes of a place, its headers in a row."""
    if place is Place.TARGET:
        return sent.target.encode("latin-1")
    return b"".join(value for _, value in sent.headers)


def headers(data: bytes, dice: random.Random) -> None:
    """Target, Referer, cookies and other headers are read without a fault; one edit changes one place."""
    target, _, rest = data.partition(b"\n")
    referer, _, cookie = rest.partition(b"\n")
    line = bytes(byte for byte in target if byte > 32).decode("latin-1") or "/"
    fields = ((b"Referer", referer), (b"Cookie", cookie), (b"X-Note", referer[::-1]))
    sent = Request("GET", "https", "x.test", 443, line, fields, b"")
    reading = actions.read(sent)
    editable = [
        i
        for i, one in enumerate(reading.items)
        if not one.ambient and one.role is not Role.BINARY and not one.seams and not one.load_bearing
    ]
    if not editable or reading.signed:
        return
    index = dice.choice(editable)
    item = reading.items[index]
    end = dice.randrange(1, len(item.text) + 1)
    after = actions.write(reading, (Edit(index, 0, end, dice.choice(NEW), Entity.PERSON, Level.PARTIAL),))
    changed = [after.target != sent.target, *(one != other for one, other in zip(after.headers, sent.headers, strict=True))]
    assert sum(changed) <= 1
    if not item.packing and WHOLE.isdisjoint(item.encoders):  # what stands behind it in its place is still there
        first, last = (item.start, item.start + end) if item.offsets is None else (item.offsets[0], item.offsets[end])
        assert len(joined(after, item.place)) >= len(joined(sent, item.place)) - (last - first)
    assert not any(b"\r" in value or b"\n" in value for _, value in after.headers) or b"\r" in data or data.count(b"\n") > 2
    assert after.target.encode("latin-1").isascii() or not sent.target.isascii()


KINDS = ("text/event-stream", "application/x-ndjson", "application/json", "text/plain", "application/vnd.amazon.eventstream")


def replies(data: bytes, dice: random.Random) -> None:
    """A reply without placeholders passes byte for byte; one with them comes out the same however it is cut."""
    kind, data = KINDS[data[0] % len(KINDS)] if data else KINDS[0], data[1:]

    def run(sizes):
        reply = open_reply(Head(kind, "", streaming=True), {"[EMAIL_1]": "dana.quill@example.test"})
        out, position = b"", 0
        try:
            while position < len(data):
                size = next(sizes)
                out += reply.feed(data[position : position + size])
                position += size
            return out + reply.finish()
        except BrokenReplyError:
            return None

    at_once = run(iter(lambda: len(data) or 1, 0))
    in_pieces = run(iter(lambda: dice.randrange(1, 30), 0))
    if b"_" not in data and b"\\u" not in data:  # no placeholder can come together of what is in there
        assert at_once in (data, None)
        assert in_pieces in (data, None)


TARGETS = {
    "body": body,
    "codings": codings,
    "protobuf": protobuf,
    "parts": parts,
    "headers": headers,
    "replies": replies,
    **WIRE_TARGETS,
}

"""Further targets: uploads in parts, bodies that are passed on, WebSocket messages, gRPC calls; each checks a law, too."""

import random
import re
from itertools import pairwise

from guardian_addons import frames
from guardian_addons.large import Passing
from mitmproxy.proxy.layers.websocket import Fragmentizer

from guardian_core import actions
from guardian_core.actions.partial import crosses, part_of
from guardian_core.actions.protobuf_items import FRAMED, parse
from guardian_core.errors import EditError
from guardian_core.uploads import Uploads
from guardian_core.vocabulary import Category, Edit, Entity, Finding, Level, Place, Request, Role

MAIL = b"dana.quill@example.test"
KINDS = (b"", b"text/plain", b"application/octet-stream", b"application/offset+octet-stream", b"application/json", b"text/csv")
NEW = ("", "X", "someone@example.org", "Zoë €", "\U0001f600" * 40)


def pieces_of(data: bytes, dice: random.Random, most: int) -> list[bytes]:
    """`data` cut at up to `most` places."""
    edges = sorted({0, len(data), *(dice.randrange(len(data) + 1) for _ in range(dice.randrange(most + 1)))})
    return [data[begin:end] for begin, end in pairwise(edges)]


def part(how: int, start: int, number: int, piece: bytes, kind: bytes) -> Request:
    """One part of an upload, told in one of four ways."""
    said = (
        (b"Content-Range", b"bytes %d-%d/*" % (start, start + len(piece) - 1)),
        (b"Upload-Offset", b"%d" % start),
        (b"X-Chunk-Number", b"%d" % number),
        (b"X-Note", b"none"),
    )[how]
    target = f"/u?partNumber={number}&uploadId=a" if how == 3 else "/u"
    fields = (said, (b"Content-Type", kind)) if kind else (said,)
    return Request("PUT", "https", "x.test", 443, target, fields, piece)


def uploads(data: bytes, dice: random.Random) -> None:
    """However an upload is cut and in whatever order its parts come, no byte of one may be edited, and what is cut is seen."""
    how, kind, data = (data[0] % 4, KINDS[data[0] // 4 % len(KINDS)], data[1:]) if data else (0, b"", data)
    if dice.randrange(2):  # text around it, in which it stands by itself
        data = re.sub(rb"[^\x20-\x7e\n]", b" ", data)
        at = dice.randrange(len(data) + 1)
        data = data[:at] + b"\n" + MAIL + b"\n" + data[at:]
    pieces, requests, start = pieces_of(data, dice, 6), [], 0
    for number, piece in enumerate(pieces):
        requests.append(part(how, start, number, piece, kind))
        start += len(piece)
    if how < 3:
        dice.shuffle(requests)
    kept, seen = Uploads(), []
    for request in requests:
        placed = kept.placed(request, part_of(request))
        reading = actions.read(placed)
        assert reading.part
        assert actions.write(reading, ()) is placed
        seen += reading.items
        body = [
            number
            for number, one in enumerate(reading.items)
            if one.place is Place.BODY and one.role is not Role.BINARY and not one.seams
        ]
        if body:
            edited = True
            try:
                actions.write(reading, (Edit(dice.choice(body), 0, 1, "x", Entity.PERSON, Level.TAGS),))
            except EditError:
                edited = False
            assert not edited
    if b"\n" + MAIL + b"\n" in data and data.isascii() and b"\0" not in data:
        assert any(is_seen(item) for item in seen)


def is_seen(item) -> bool:
    """Whether the address is found in an item, and counts there."""
    found = re.search(re.escape(MAIL.decode()), item.text)
    return found is not None and crosses(Finding(0, *found.span(), Entity.EMAIL, Category.EMAIL, 1.0, "pattern"), item)


def passing(data: bytes, dice: random.Random) -> None:
    """A long body goes on with its beginning exchanged, once, and nothing else changed, however it comes."""
    begun = dice.randrange(len(data) + 1)
    beginning = dice.choice((b"", b"other", data[:begun], b"x" * 900))
    passes, out = Passing(begun, Request("POST", "https", "x.test", 443, "/", (), beginning), None), []
    for piece in [*pieces_of(data, dice, 12), b""]:
        given = passes(piece)
        assert b"" not in given
        out += given
    assert b"".join(out) == beginning + data[begun:]


def websocket(data: bytes, dice: random.Random) -> None:
    """A message is read like a request; cut again it is the same, and text is never cut within a letter."""
    try:
        is_text = bool(data.decode("utf-8")) or True
    except UnicodeDecodeError:
        is_text = False
    fragments = pieces_of(bytes(len(data) + dice.choice((0, 0, 7))), dice, 5)
    cutter = Fragmentizer(fragments, is_text)
    cutter.FRAGMENT_SIZE = 1 + dice.randrange(40)
    cut = list(frames._cut(cutter, data))
    joined = b"".join(one.data.encode() if is_text else bytes(one.data) for one in cut)
    assert joined == data
    assert [one.message_finished for one in cut] == [False] * (len(cut) - 1) + [True]
    kind = b"text/plain; charset=utf-8" if is_text else b"application/octet-stream"
    request = Request("WEBSOCKET", "wss", "x.test", 443, "/", ((b"Content-Type", kind),), data, session="s")
    reading = actions.read(request)
    editable = [
        n for n, one in enumerate(reading.items) if one.place is Place.BODY and one.role is not Role.BINARY and not one.seams
    ]
    if is_text and editable and not reading.signed:
        one = dice.choice(editable)
        try:
            after = actions.write(reading, (Edit(one, 0, 1, dice.choice(NEW), Entity.PERSON, Level.TAGS),)).body
        except EditError:
            assert reading.items[one].packing
            return
        assert reading.codings or after.decode("utf-8") is not None  # text stays text


def messages_in(sent: bytes) -> list[bytes]:
    """The messages of envelopes (gRPC over HTTP/2, Length-Prefixed-Message), by somebody else's reading."""
    found, at = [], 0
    while at < len(sent):
        size = int.from_bytes(sent[at + 1 : at + 5], "big")
        assert at + 5 + size <= len(sent)
        found.append(sent[at : at + 1] + sent[at + 5 : at + 5 + size])
        at += 5 + size
    return found


def grpc(data: bytes, dice: random.Random) -> None:
    """Messages in envelopes are read; an edit of one leaves the others as they were and every length true."""
    messages = data.split(b"\xff\xfe")[:6]
    flags = [0x80 if dice.randrange(16) == 0 and number == len(messages) - 1 else 0 for number in range(len(messages))]
    sent = b"".join(bytes([flag]) + len(one).to_bytes(4, "big") + one for flag, one in zip(flags, messages, strict=True))
    reading = actions.read(Request("POST", "https", "x.test", 443, "/a.B/C", ((b"Content-Type", b"application/grpc"),), sent))
    editable = [
        n
        for n, one in enumerate(reading.items)
        if one.place is Place.BODY and one.role is not Role.BINARY and not one.seams and one.text
    ]
    if not editable or parse(sent, FRAMED) is None or reading.content_type != FRAMED:
        return
    index = dice.choice(editable)
    item = reading.items[index]
    end = 1 + dice.randrange(len(item.text))
    try:
        after = actions.write(reading, (Edit(index, 0, end, dice.choice(NEW), Entity.PERSON, Level.TAGS),)).body
    except EditError:
        assert item.packing
        return
    assert sum(one != other for one, other in zip(messages_in(sent), messages_in(after), strict=True)) <= 1


WIRE_TARGETS = {"uploads": uploads, "passing": passing, "websocket": websocket, "grpc": grpc}

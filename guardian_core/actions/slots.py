"""A JSON body in; out, its frame (all but the values) and its values; and the item that a value makes where it stands.

Programs send the same frame again and again with other numbers, titles and identifiers in it. What was read of one such body holds
for the next: a value that stands for itself is one item, whatever it says. What `cut` gives back is ASCII without escapes: there
the frame says how many items there are, where, and under which names.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from itertools import accumulate

from guardian_core.actions.json_items import BYTES, DOCUMENTS
from guardian_core.actions.keys import squeezed
from guardian_core.actions.pairs import NAMES, VALUES
from guardian_core.actions.reading import read
from guardian_core.actions.value_items import read_value
from guardian_core.actions.views import Gathering, View
from guardian_core.paths import alike, own_name
from guardian_core.vocabulary import Item, Place, Reading, Request, Role

LONGEST = 262_144  # bytes of a body that is cut
_GAP = r"[ \t\r\n]*+"
_NUMBER = r"-?[0-9]++(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+"
_OTHER = r'[^"0-9-]*+'
# Keys belong to the frame. One match takes what stands before a value, and the value; the last one only the rest.
_SLOT = re.compile(
    rf'({_OTHER}(?:"[^"]*+"{_GAP}:{_OTHER})*+)("[^"]++"(?={_GAP}[,\]}}]|{_GAP}\Z)|""(?={_GAP}[,\]}}]|{_GAP}\Z)|{_NUMBER}(?={_GAP}[,\]}}]|{_GAP}\Z)|\Z)'
)
_PLAIN = bytes([9, 10, 13, *range(32, 92), *range(93, 127)])
_LABELS = re.compile(r"\s*(?:application/(?:[\w.-]+\+)?json|text/(?:json|plain))?\s*(?:;[^;]*)?", re.IGNORECASE)
EMPTY = '""'
_MARK = "\1"  # between the pieces of a frame; no byte of a body that is cut
_NUMBERED = ("json-number",)
# Names by which a body is told to be something else than a record: a document, a token, a stored query.
_TELLING = DOCUMENTS | {"payload", "ciphertext", "protected", "signatures", "extensions"}


@dataclass(frozen=True, slots=True)
class Frame:
    """A body cut apart: what stands around the values, and the values as they are written, strings with their quotes."""

    around: str = field(repr=False)  # with a mark for each value: one for strings, one for numbers
    values: tuple[str, ...] = field(repr=False)

    @property
    def pieces(self) -> list[str]:
        """What stands before each value, each with its mark at the end."""
        return self.around.split(_MARK)[:-1]


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a value stands."""

    path: str  # of its item, with # for the numbers in it: places in one list are alike
    key: str

    @property
    def own(self) -> str:
        """The last name of the path; `key` may be the name that stands beside the value."""
        return own_name(self.path)


def cut(request: Request) -> Frame | None:
    """The frame of a request's body; None for what is no plain JSON, is long, or has a content coding."""
    body = request.body
    if body[:1] not in (b"{", b"[") or len(body) > LONGEST or request.method == "WEBSOCKET" or body.translate(None, _PLAIN):
        return None
    found = _SLOT.findall(body.decode("ascii"))
    if sum([len(around) + len(value) for around, value in found]) != len(body):
        return None
    marked = [f'{around}"' if value[:1] == '"' else f"{around}0" for around, value in found if value]
    rest = "".join([around for around, value in found if not value])
    return Frame(_MARK.join((*marked, rest)), tuple([value for _, value in found if value]))


def labelled(request: Request) -> bool:
    """Whether the headers say, or leave open, that the body is JSON as it lies there."""
    return request.header("content-encoding") is None and _LABELS.fullmatch(request.header("content-type") or "") is not None


def slots(request: Request, reading: Reading, frame: Frame) -> list[Slot | None] | None:
    """The slot of each value of a request that was read; None for a value on which the reading of others depends, or that holds
    more than itself.

    None at all where the body is more than a record of values.
    """
    found = _blank(request, frame)
    names = {squeezed(name) for one in found if one for name in (one.key, *one.path.split("/"))}
    if reading.content_type != "application/json" or reading.opaque or names & _TELLING:
        return None
    tied = VALUES | NAMES if names & VALUES else frozenset[str]()
    whole = {(alike(item.path), item.text) for item in reading.items if item.place is Place.BODY and item.packing is None}
    found = [None if held else one for one, held in zip(found, _held(request, frame), strict=True)]
    return [
        one if one and not {squeezed(one.key), squeezed(one.own)} & tied and (one.path, value.strip('"')) in whole else None
        for one, value in zip(found, frame.values, strict=True)
    ]


def _held(request: Request, frame: Frame) -> list[bool]:
    """Of each value, whether it is one of a list of bytes, which may spell a text together."""
    spans = [listed.span() for listed in BYTES.finditer(request.body.decode("ascii"))]
    if not spans:
        return [False] * len(frame.values)
    begins = [begin for begin, _ in spans]
    return [at > begins[0] and at < spans[bisect_right(begins, at) - 1][1] for at in starts(frame)]


def starts(frame: Frame) -> list[int]:
    """The byte of the body at which each value begins, behind its quotation mark."""
    lengths = [len(piece) + len(value) - 1 for piece, value in zip(frame.pieces, frame.values, strict=True)]
    ends = accumulate(lengths)
    return [end - len(value) + (value[0] == '"') for end, value in zip(ends, frame.values, strict=True)]


def _blank(request: Request, frame: Frame) -> list[Slot | None]:
    """Where the values stand, by reading the body with a letter or a nought for each of them; None for an empty string."""
    *pieces, last = frame.around.split(_MARK)
    written: list[str] = []
    starts: list[int] = []
    at = 0
    for piece, value in zip(pieces, frame.values, strict=True):
        blank = value if value == EMPTY else '"x"' if value[0] == '"' else "0"
        starts.append(at + len(piece) - 1 + (value[0] == '"'))
        written += (piece[:-1], blank)
        at += len(piece) - 1 + len(blank)
    blank_body = "".join((*written, last)).encode("ascii")
    items = read(replace(request, body=blank_body, target="/")).items
    places = {item.start: item for item in items if item.place is Place.BODY and item.role is not Role.STRUCTURE}
    found = (places.get(start) if value != EMPTY else None for start, value in zip(starts, frame.values, strict=True))
    return [Slot(alike(item.path), item.key) if item else None for item in found]


def item_at(slot: Slot, value: str) -> Item | None:
    """The item that `value`, as it is written, makes in a slot; None where it makes several, one elsewhere, or one of no text."""
    if value[0] != '"':
        if "e" in value or "E" in value:
            return None
        return Item(slot.path, slot.key, value, Role.VALUE, Place.BODY, None, 0, len(value), _NUMBERED)
    if "%" in value or value == EMPTY:
        return None
    out = Gathering(Place.BODY)
    read_value(View(value[1:-1], None, 0, ("json",)), slot.path, slot.key, out)
    if len(out.items) != 1 or out.sealed:
        return None
    item = out.items[0]
    return item if item.path == slot.path and item.packing is None and item.role is not Role.BINARY else None

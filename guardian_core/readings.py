"""A request in; its reading out, taken over from one like it: only the values that differ are read, each in its own place.

Programs send the same frame again and again, and what was rewritten is read again with a few values changed. What is not a value
that stands for itself (`actions.slots`) must be what it was; else, and for conversations, the request is read whole. A frame is
learned when it is seen for the second time. What is remembered is bounded, in memory only, and of frames that keep coming.
"""

import threading
import time
from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from guardian_core import actions
from guardian_core.actions import Marks, slots
from guardian_core.actions.slots import Frame, Slot
from guardian_core.actions.views import item_of
from guardian_core.alike import Alike
from guardian_core.before import Before
from guardian_core.paths import alike
from guardian_core.settings import Settings
from guardian_core.vocabulary import Item, Place, Reading, Request

TOGETHER = 256_000  # bytes of all bodies whose readings are remembered; a reading takes some forty times as much
LONGEST = 16_384  # bytes of one of them
VARIANTS = 2  # of one frame, by the lengths of its values: as it comes, and as it is sent
_SECONDS = 600.0  # after which a frame that does not come any more is forgotten, as soon as another one comes


@dataclass(frozen=True, slots=True)
class _Known:
    """The latest request of one frame whose values have these lengths."""

    reading: Reading = field(repr=False)
    values: tuple[str, ...] = field(repr=False)
    lengths: tuple[int, ...]
    places: tuple[int | None, ...]  # the item of each value; None for one that must be what it was
    marks: Marks
    at: float  # seconds of `time.monotonic`


class Readings:
    """Readings of requests like earlier ones; safe to share between threads."""

    def __init__(self, alike: Alike) -> None:
        self._alike = alike
        self._lock = threading.Lock()
        self._settings: tuple[object, ...] = ()  # by which was read what is known
        self._known: OrderedDict[bytes, tuple[_Known, ...]] = OrderedDict()  # the latest last
        self._bytes = 0
        self._before = Before[bytes]()

    def read(self, request: Request, settings: Settings, *, every_header: bool, whole: Callable[[Request], Reading]) -> Reading:
        """What `whole` gives, without it where one like it was read before by the same settings."""
        if not 0 < len(request.body) <= min(LONGEST, settings.proxy.max_body) or not _says_its_length(request):
            return whole(request)
        frame, key = self._alike.of(request)
        if frame is None:
            return whole(request)
        lengths = tuple(map(len, frame.values))
        known = self._of(key, lengths, (settings.decision, settings.restore, every_header))
        reading = _taken_over(known, request, frame) if known else None
        if known is None or reading is None:
            reading = whole(request)
            if self._before.seen(key):
                self._keep(key, _learned(request, reading, frame, settings))
        else:
            self._keep(key, replace(known, reading=reading, values=frame.values, lengths=lengths, at=time.monotonic()))
        return reading

    def _of(self, key: bytes, lengths: tuple[int, ...], by: tuple[object, ...]) -> _Known | None:
        """A request of a frame; one in which nothing need be moved, where there is one."""
        with self._lock:
            if len(by) != len(self._settings) or any(one is not other for one, other in zip(by, self._settings, strict=True)):
                self._settings = by
                self._known.clear()
                self._before.forget()
                self._bytes = 0
            known = self._known.get(key, ())
            return next((one for one in known if one.lengths == lengths), known[-1] if known else None)

    def _keep(self, key: bytes, known: _Known | None) -> None:
        """Remember the latest request of a frame, in place of what was longest not seen; None: what is known of it is wrong."""
        with self._lock:
            before = self._known.pop(key, ())
            self._bytes -= _bytes(before)
            if known:
                others = [one for one in before if one.lengths != known.lengths]
                self._known[key] = after = (*others[1 - VARIANTS :], known)
                self._bytes += _bytes(after)
            while self._known and (self._bytes > TOGETHER or self._is_old()):
                self._bytes -= _bytes(self._known.popitem(last=False)[1])

    def _is_old(self) -> bool:
        """Whether what was longest not seen was not seen for too long."""
        return next(iter(self._known.values()))[-1].at < time.monotonic() - _SECONDS


def _bytes(known: Sequence[_Known]) -> int:
    return sum([len(one.reading.body) for one in known])


def _says_its_length(request: Request) -> bool:
    """Whether its Content-Length, if any, is the length of its body: no other header may differ from one to the next."""
    length = str(len(request.body)).encode()
    return all(value == length for name, value in request.headers if name.lower() == b"content-length")


def _learned(request: Request, reading: Reading, frame: Frame, settings: Settings) -> _Known | None:
    """What a request teaches about others of its frame; None where its reading is more than its values."""
    body = [item for item in reading.items if item.place is Place.BODY]
    special = reading.unreadable or reading.opaque or reading.signed or any(item.packing or item.seams for item in body)
    if special or not slots.labelled(request) or request.header("content-range") is not None:
        return None
    if actions.talk_of(request, reading, settings.restore.model_copy(update={"enabled": True})):
        return None
    found = slots.slots(request, reading, frame)
    if found is None:
        return None
    at = {item.start: number for number, item in enumerate(reading.items) if item.place is Place.BODY}
    places = [
        number if slot and number is not None and _is_at(slot, reading.items[number], value.strip('"')) else None
        for slot, value, number in zip(found, frame.values, map(at.get, slots.starts(frame)), strict=True)
    ]
    lengths = tuple(map(len, frame.values))
    marks = actions.marks_of(request, reading.items, settings.decision)
    return _Known(reading, frame.values, lengths, tuple(places), marks, time.monotonic())


def _is_at(slot: Slot, item: Item, value: str) -> bool:
    """Whether an item is the whole of a value that stands in a slot."""
    return (alike(item.path), item.key, item.text) == (slot.path, slot.key, value)


def _taken_over(known: _Known, request: Request, frame: Frame) -> Reading | None:
    """The reading of `request`, whose frame is the known one's; None where a value is no item by itself."""
    items = list(known.reading.items)
    ends: list[int] = []  # in the body before, where a value of another length ended
    longer: list[int] = []
    fresh: list[tuple[int, Item]] = []
    for value, before, place in zip(frame.values, known.values, known.places, strict=True):
        if value == before:
            continue
        if place is None:
            return None
        old = items[place]
        item = slots.item_at(Slot(old.path, old.key), value)
        if item is None:
            return None
        fresh.append((place, item))
        ends.append(old.start + len(before) - 2 * (before[0] == '"'))
        longer.append(len(value) - len(before))
    if any(longer):
        _move(items, ends, list(accumulate(longer)))
    for place, item in fresh:
        items[place] = known.marks.of(_moved(item, items[place].start))
    return replace(known.reading, request=request, items=tuple(items), body=request.body)


def _move(items: list[Item], ends: Sequence[int], by: Sequence[int]) -> None:
    """Move each item of the body by what became longer before it."""
    for number, item in enumerate(items):
        if item.place is Place.BODY and item.start >= ends[0]:
            items[number] = _moved(item, by[bisect_right(ends, item.start) - 1])


def _moved(item: Item, by: int) -> Item:
    offsets = None if item.offsets is None else array("q", [offset + by for offset in item.offsets])
    return item_of(
        item.path, item.key, item.text, item.role, item.place, offsets, item.start + by, item.end + by,
        item.encoders, item.load_bearing, item.ambient,
    )  # fmt: skip

"""A request in; out, whether nothing personal is in it because one like it was searched, and the detectors say so of the rest.

Like another is a request with the same head and a body with the same frame (`actions.slots`). What differs are single values, and
each new one is searched by the same detectors in its own place: the answer is what a search of the whole would say, in a hundredth
of its time. What is remembered is bounded, in memory only, and of requests in which nothing was found; heads by keyed digest.
"""

import re
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from guardian_core.actions import slots
from guardian_core.actions.slots import Frame, Slot
from guardian_core.alike import Alike
from guardian_core.detect import Detector, Search
from guardian_core.detect.adjoining import Group, groups
from guardian_core.detect.listed import speaks_in_list
from guardian_core.detect.siblings import ties
from guardian_core.detect.tables import tied as table_cells
from guardian_core.paths import alike, own_name
from guardian_core.vocabulary import Item, Place, Reading, Request

FRAMES = 512  # frames that are remembered
CHARACTERS = 4_000_000  # of all their values together
VALUES = 4_096  # values that are remembered as harmless in their place
LONGEST = 200  # characters of such a value
_NEVER = object()
# A value in which this stands may be read as other letters than its own.
_RESPELLED = re.compile(r"<|&(?:#|[A-Za-z]{2,8};)")
NEARBY = 12  # parts of a series over which a value without a name may lie
NEW = 1_000  # characters of new values up to which a search is not worth a thread


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a request teaches about requests like it: its frame's slots and their values; none of a body that is known whole."""

    slots: tuple[Slot | None, ...] = field(repr=False)
    values: tuple[str, ...] = field(repr=False)
    registered: object = None  # the state of the registered values that were looked for
    groups: tuple[Group, ...] = ()  # of values that stand beside each other: members are their numbers


def lesson(request: Request, reading: Reading, search: Search, registered: object) -> Lesson | None:
    """Of a request that was read and searched to its end and in which nothing counted; `registered` as it was before the search."""
    if len(request.body) > slots.LONGEST or any(reading.items[number].place is Place.BODY for number in search.loud):
        return None
    frame = slots.cut(request)
    if frame is None:
        return Lesson((), (), registered)
    places = slots.slots(request, reading, frame) if slots.labelled(request) else None
    if places is None:
        return None
    # Of all values: one that may not change by itself names others none the less.
    tied = ties({own_name(alike(item.path)) for item in reading.items if item.place is Place.BODY})
    cells = table_cells({slot.path for slot in places if slot})
    if search.thinned:  # one of many lets those in it be taken for chance
        often = Counter(slot.path for slot in places if slot)
        cells |= {path for path, times in often.items() if times > 1}
    free = [slot if slot and slot.own not in tied and slot.path not in cells else None for slot in places]
    beside = _beside(reading.items, frame, free)
    return Lesson(tuple(free), frame.values, registered, beside)


def _beside(items: Sequence[Item], frame: Frame, free: list[Slot | None]) -> tuple[Group, ...]:
    """The groups of values over which another may be cut; those beside what is no value by itself may not change."""
    at = {start: number for number, start in enumerate(slots.starts(frame))}
    own = [item for item in items if item.place is Place.BODY]
    found: list[Group] = []
    speak = any(item.path.endswith("/role") for item in own)  # who says what goes by their values
    for group in groups(own):
        members = [at.get(own[number].start) for number in group.members]
        texts = [own[number].text for number in group.members]
        whole = [number for number, text in zip(members, texts, strict=True) if number is not None and _is(frame, number, text)]
        if len(whole) == len(members) and not (group.runs and (speak or speaks_in_list(texts))):
            found.append(group._replace(members=tuple(whole)))
        else:
            for number in whole:
                free[number] = None
    return tuple(found)


def _nearby(members: Sequence[int], changed: set[int]) -> list[int]:
    """Those of a series within reach of a changed one."""
    near: set[int] = set()
    for place, number in enumerate(members):
        if number in changed:
            near.update(range(max(0, place - NEARBY), min(place + NEARBY + 1, len(members))))
    return [members[place] for place in sorted(near)]


def _is(frame: Frame, number: int, text: str) -> bool:
    return frame.values[number].strip('"') == text


@dataclass(slots=True)
class _Known:
    """A frame in which nothing was found."""

    slots: Sequence[Slot | None] = field(repr=False)
    values: tuple[str, ...] = field(repr=False)  # the latest; those without a slot are part of the frame
    size: int
    groups: tuple[Group, ...] = ()
    beside: dict[int, list[Group]] = field(default_factory=dict, repr=False)  # the groups of each value

    def __post_init__(self) -> None:
        for group in self.groups:
            for number in group.members:
                self.beside.setdefault(number, []).append(group)


class Familiar:
    """What was learned of one detector; used from the event loop alone."""

    def __init__(self, detector: Detector, alike: Alike | None = None) -> None:
        """`detector`: the one that searches whole requests, too."""
        self._detector = detector
        self._alike = alike or Alike()
        self._stamp: object = _NEVER  # of the registered values, with which everything is forgotten
        self._known: OrderedDict[bytes, _Known] = OrderedDict()
        self._characters = 0
        self._harmless: OrderedDict[tuple[str, str, str], None] = OrderedDict()

    def knows(self, request: Request) -> bool:
        """Whether nothing personal is in it; False says nothing."""
        if not self._known or not self._is_current():
            return False
        frame, key = self._alike.of(request)
        known = self._known.get(key)
        if known is None:
            return False
        if frame is not None and frame.values != known.values and not self._harmless_all(known, frame.values):
            return False
        self._known.move_to_end(key)
        return True

    def keep(self, request: Request, told: "Lesson") -> None:
        """Remember what a request taught; nothing, where the registered values have changed since it was searched."""
        self._is_current()
        if told.registered != self._stamp:
            return
        self._keep(self._alike.of(request)[1], _Known(told.slots, told.values, len(request.body), told.groups))
        for slot, value in zip(told.slots, told.values, strict=True):
            if slot:
                self._remember((slot.path, slot.key, value))

    def _is_current(self) -> bool:
        """Whether what was learned still holds; forgets it where the user's registered values have changed since."""
        stamp = self._detector.registered_stamp
        if stamp == self._stamp:
            return True
        self._known.clear()
        self._harmless.clear()
        self._characters, self._stamp = 0, stamp
        return False

    def _harmless_all(self, known: _Known, values: Sequence[str]) -> bool:
        """Whether each value that is not the one before is harmless where it stands; those that are new are searched."""
        items: list[Item] = []
        changed: set[int] = set()
        fresh: list[tuple[str, str, str]] = []
        for number, (slot, value, before) in enumerate(zip(known.slots, values, known.values, strict=True)):
            if value != before:
                changed.add(number)
                if slot is None:
                    return False
                place = (slot.path, slot.key, value)
                if place in self._harmless:
                    continue
                item = slots.item_at(slot, value)
                if item is None:
                    return False
                items.append(item)
                fresh.append(place)
        if items:
            if sum(len(item.text) for item in items) > NEW or self._detector.has_patterns:
                return False
            search = self._detector.search(items)
            if search.loud or not search.complete:
                return False
            for place in fresh:
                self._remember(place)
        touched = {id(group): group for number in changed for group in known.beside.get(number, ())}
        if any(self._may_be_cut(group, values, changed) for group in touched.values()):
            return False
        known.values = tuple(values)
        return True

    def _may_be_cut(self, group: Group, values: Sequence[str], changed: set[int]) -> bool:
        """Whether a value may lie over several of a group, the changed ones among them."""
        members: Sequence[int] = group.members
        if not group.named and not self._detector.has_registered:
            if group.runs and len(members) > NEARBY:  # no value reaches further
                members = _nearby(members, changed)
            own = [values[number] for number in members]
            if all(values[number][0] != '"' for number in members if number in changed) and not any("+" in one for one in own):
                return False  # a number of JSON is a part of one behind a plus alone
        texts = [values[number].strip('"') for number in members]
        numbers = [values[number][0] != '"' for number in members]
        return any(map(_RESPELLED.search, texts)) or self._detector.is_cut(group, texts, numbers)

    def _remember(self, place: tuple[str, str, str]) -> None:
        if len(place[2]) <= LONGEST:
            self._harmless[place] = None
            if len(self._harmless) > VALUES:
                self._harmless.popitem(last=False)

    def _keep(self, key: bytes, known: _Known) -> None:
        before = self._known.pop(key, None)
        self._known[key] = known
        self._characters += known.size - (before.size if before else 0)
        while len(self._known) > FRAMES or self._characters > CHARACTERS:
            _, oldest = self._known.popitem(last=False)
            self._characters -= oldest.size

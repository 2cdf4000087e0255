"""The items of a request in; what a search of them says out, taken over from a search of items in the same places.

Programs send the same fields again and again. Only values that differ are searched, each by itself, where nothing depends on
what stands beside them: no value there names another or is named by one, none is cut over them and a neighbour, and what is found
in them is of the kind that was found before. Else all is searched. What is remembered is bounded, in memory only, and of fields
that come again.
"""

import threading
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from guardian_core.before import Before
from guardian_core.detect.adjoining import Group, groups
from guardian_core.detect.around import attributes
from guardian_core.detect.detector import Detector
from guardian_core.detect.found import Search
from guardian_core.detect.keys import NAME_KEYS, SOCIAL
from guardian_core.detect.normalise import plain
from guardian_core.detect.siblings import ties
from guardian_core.detect.spans import CUT, Span
from guardian_core.detect.tables import tied as table_cells
from guardian_core.paths import alike, own_name
from guardian_core.vocabulary import Entity, Finding, Item, Place, Role

FRAMES = 64  # requests that are remembered
ITEMS = 400  # of one of them
CHARACTERS = 16_384  # of all texts of one of them
CHANGED = 16  # values that differ; with more of them all is searched as soon
_ADDRESS = frozenset({Place.TARGET, Place.REFERER})  # there a segment may name the next


@dataclass(frozen=True, slots=True)
class _Known:
    """The latest request with these places, and what was found in it."""

    items: tuple[Item, ...] = field(repr=False)
    search: Search = field(repr=False)
    stamp: object  # of the registered values that were looked for
    bound: set[int]  # numbers of items whose values others depend on, or that depend on others
    groups: Mapping[int, Sequence[Group]]  # of each item
    alone: set[int] = field(default_factory=set)  # items in which by themselves the same was found


class Again:
    """Searches with one detector; safe to share between threads."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._lock = threading.Lock()
        self._known: OrderedDict[int, _Known] = OrderedDict()  # the latest last
        self._before = Before[int]()

    def search(self, items: Sequence[Item]) -> Search:
        """What `Detector.search` says, and raises."""
        if len(items) > ITEMS or self._detector.has_patterns:
            return self._detector.search(items)
        key, stamp = hash(tuple([item.path for item in items])), self._detector.registered_stamp
        with self._lock:
            before = self._known.get(key)
        known = self._taken_over(before, items) if before and before.stamp == stamp else None
        if known is not None:
            self._keep(key, known)
            return known.search
        search = self._detector.search(items)
        if before or self._before.seen(key):
            self._keep(key, _learned(items, search, stamp))
        return search

    def _keep(self, key: int, known: _Known | None) -> None:
        """Remember the latest request with these places, in place of what was longest not seen; None: what is known is wrong."""
        with self._lock:
            self._known.pop(key, None)
            if known:
                self._known[key] = known
                if len(self._known) > FRAMES:
                    self._known.popitem(last=False)

    def _taken_over(self, known: _Known, items: Sequence[Item]) -> _Known | None:
        """What is found in `items`; None where that cannot be said without a search of all."""
        changed = _changed(known.items, items)
        if changed is None or len(changed) > CHANGED or not known.bound.isdisjoint(changed):
            return None
        if not changed:
            return replace(known, items=tuple(items))
        if any(_may_be_a_name(number, known) for number in changed) or not self._are_alone(known, changed):
            return None
        new = self._detector.apart([items[number] for number in changed])
        if not new.complete or new.thinned:
            return None
        spans = list(known.search.spans)
        for number, own in zip(changed, new.spans, strict=True):
            if own != spans[number] and _kinds(own, items[number]) != _kinds(spans[number], known.items[number]):
                return None
            spans[number] = own
        if self._may_be_cut(known, items, spans, changed):
            return None
        return replace(known, items=tuple(items), search=_merged(known.search, new, spans, changed))

    def _are_alone(self, known: _Known, changed: Sequence[int]) -> bool:
        """Whether what was found in the items before is what is in each of them by itself."""
        unsure = [number for number in changed if number not in known.alone]
        if not unsure:
            return True
        search = self._detector.apart([known.items[number] for number in unsure])
        if not search.complete or search.thinned:
            return False
        for number, own in zip(unsure, search.spans, strict=True):
            (known.alone if own == known.search.spans[number] else known.bound).add(number)
        return known.bound.isdisjoint(unsure)

    def _may_be_cut(self, known: _Known, items: Sequence[Item], spans: Sequence[Sequence[Span]], changed: Iterable[int]) -> bool:
        """Whether a value lies, or lay, over a changed item and others."""
        touched = {id(group): group for number in changed for group in known.groups.get(number, ())}
        return any(
            any(span.source == CUT for number in group.members for span in spans[number])
            or self._detector.is_cut_beside(group, items, spans)
            for group in touched.values()
        )


def _changed(before: Sequence[Item], items: Sequence[Item]) -> list[int] | None:
    """The numbers of the items with another text; None where anything else is different that a search looks at."""
    if len(before) != len(items):
        return None
    changed: list[int] = []
    for number, (old, new) in enumerate(zip(before, items, strict=True)):
        if old is new:
            continue
        if (old.path, old.key, old.role, old.place, old.encoders) != (new.path, new.key, new.role, new.place, new.encoders):
            return None
        if new.seams or old.registered_only != new.registered_only:
            return None
        if old.text != new.text:
            changed.append(number)
    return changed


def _learned(items: Sequence[Item], search: Search, stamp: object) -> _Known | None:
    """What a request teaches about others with its places; None where what is in one item depends on others altogether."""
    special = search.thinned or not search.complete or any(item.seams or item.path.endswith("/role") for item in items)
    if special or sum([len(item.text) for item in items]) > CHARACTERS:
        return None
    values = [
        item for item in items if item.role is not Role.STRUCTURE and item.role is not Role.BINARY and item.place is Place.BODY
    ]
    paths = [alike(item.path) for item in items]
    named, cells = ties({own_name(item.path) for item in values}), table_cells({alike(item.path) for item in values})
    cards = any(span.entity is Entity.CARD for own in search.spans for span in own)
    often = {path for path, times in Counter(paths).items() if times > 1} if cards else set()
    bound = {
        number
        for number, (item, path) in enumerate(zip(items, paths, strict=True))
        if item.place in _ADDRESS
        or item.role is Role.STRUCTURE
        or item.role is Role.BINARY
        or path in cells
        or path in often
        or own_name(item.path) in named
    }
    bound.update(number for pair in attributes([item.path for item in items]) for number in pair)
    beside: dict[int, list[Group]] = defaultdict(list)
    for group in groups(items):
        for number in group.members:
            beside[number].append(group)
    return _Known(tuple(items), search, stamp, bound, beside)


def _kinds(spans: Sequence[Span], item: Item) -> set[tuple[Entity, str, bool]]:
    """What was found in an item, as far as it may say something of its neighbours."""
    length = len(plain(item.text).text.strip()) if spans else 0
    return {(span.entity, span.source, span.end - span.start >= length) for span in spans}


def _may_be_a_name(number: int, known: _Known) -> bool:
    """Whether an item is a name where a field beside it is somebody's."""
    item = known.items[number]
    if item.key.lower() not in NAME_KEYS:
        return False
    above = item.path.rpartition("/")[0]
    return any(
        span.entity in SOCIAL and known.items[other].path.rpartition("/")[0] == above
        for other, own in enumerate(known.search.spans)
        if other != number
        for span in own
    )


def _merged(before: Search, new: Search, spans: Sequence[Sequence[Span]], changed: Sequence[int]) -> Search:
    """What was found before but in the changed items, and what is in these now."""
    gone = frozenset(changed)

    def both(old: Sequence[Finding], found: Sequence[Finding]) -> tuple[Finding, ...]:
        moved = [replace(one, item=changed[one.item]) for one in found]
        stays = [one for one in old if one.item not in gone]
        return tuple(sorted((*stays, *moved), key=lambda one: one.item)) if moved else tuple(stays)

    return Search(
        both(before.findings, new.findings),
        complete=True,
        loud=(before.loud - gone) | {changed[number] for number in new.loud},
        doubtful=both(before.doubtful, new.doubtful),
        spans=spans,
    )

"""A structured value goes in, its surrogate at a level comes out: the same for the same value, never the same for two.

The memory holds keyed digests and attempt numbers, never values; it is bounded, and what was forgotten is derived again.
"""

import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field

from guardian_core.anonymize import invented, phones
from guardian_core.anonymize.partial import generalised
from guardian_core.anonymize.shapes import Stream, same_shape
from guardian_core.anonymize.traces import Traces, fold
from guardian_core.vocabulary import Entity, Level

_ATTEMPTS = 64  # of its own type; then of its shape only; then longer
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", re.ASCII)
WITHHELD = ("withheld", "***")  # for what must not look plausible; the last has no letter, so it is part of no value


def normal(entity: Entity, value: str) -> str:
    """The same text for every way of writing one value."""
    return phones.normal(value) if entity is Entity.PHONE else fold(value)[0] or value


def as_number(text: str) -> str:
    """`text` as a JSON number of only its digits, for an item that was one: "+1 202" → "1202", "***" → "0"."""
    if _NUMBER.fullmatch(text):
        return text
    digits = "".join(c for c in text if c.isascii() and c.isdigit())
    return digits.lstrip("0") or "0"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A value and how it is to be replaced."""

    entity: Entity
    original: str = field(repr=False)
    level: Level  # 1 generalises, 2 invents, 3 and up is constant
    destination: str  # host; another destination gets other surrogates, so that two sites cannot compare
    number: bool = False  # the item is a JSON number, so only a number can be written
    distinct: bool = False  # values must stay apart at every level: the names of fields
    derived: str | None = field(default=None, repr=False)  # what fits the other surrogates of the request, see kinship.py

    def written(self, text: str) -> str:
        """`text` as this item can hold it."""
        return as_number(text) if self.number else text


class Surrogates:
    """What each value became, per destination, for one session."""

    def __init__(self, key: bytes, *, limit: int = 100_000) -> None:
        self._key = key
        self._limit = limit
        self._attempts: OrderedDict[bytes, int] = OrderedDict()  # value → the attempt that was free
        self._owners: OrderedDict[bytes, bytes] = OrderedDict()  # surrogate → value
        self._derived: OrderedDict[bytes, str] = OrderedDict()  # value → the surrogate that was derived and not invented

    def surrogate(self, wanted: Wanted, traces: Traces) -> str:
        """What stands for the value; no value of `traces` stands in it."""
        fitting = (text for text in self._candidates(wanted, traces) if text != wanted.original and not traces.holds(text))
        return next(fitting, "0" if wanted.number else WITHHELD[-1])

    def stream(self, wanted: Wanted) -> Stream:
        """The choices that are this value's and destination's own."""
        return Stream(self._key, "stream", wanted.destination, wanted.entity, normal(wanted.entity, wanted.original))

    def _candidates(self, wanted: Wanted, traces: Traces) -> Iterator[str]:
        coarse = generalised(wanted.entity, wanted.original) if wanted.level is Level.PARTIAL and not wanted.distinct else None
        if coarse:
            yield wanted.written(coarse)
        if wanted.level <= Level.AGGRESSIVE or wanted.distinct:
            yield self._invented(wanted, traces)
        yield wanted.written(invented.constant(wanted.entity, wanted.original))
        yield from map(wanted.written, WITHHELD)

    def _invented(self, wanted: Wanted, traces: Traces) -> str:
        """The first invented value that is neither one of the request's nor another value's surrogate."""
        identity = wanted.destination, wanted.entity, normal(wanted.entity, wanted.original)
        value = self._digest(*identity)
        if (kept := self._kept(wanted, value)) and not traces.holds(kept):
            return kept
        first = self._attempts.get(value, 0)
        candidate = ""
        for attempt in range(first, first + 3 * _ATTEMPTS):
            stream = Stream(self._key, *identity, str(attempt))
            candidate = wanted.written(_attempted(wanted.entity, wanted.original, stream, attempt))
            if candidate == wanted.original or traces.holds(candidate):
                continue
            if wanted.entity in invented.COINCIDING:
                return candidate
            owner = self._digest(wanted.destination, wanted.entity, normal(wanted.entity, candidate))
            if owner in self._attempts and owner not in self._owners:
                continue  # somebody's real value, from an earlier request
            if self._owners.setdefault(owner, value) == value:
                self._remember(value, attempt, owner)
                return candidate
        return candidate

    def _kept(self, wanted: Wanted, value: bytes) -> str | None:
        """The derived surrogate of a value: the one it has, or a new one if the value is new and nobody else has it."""
        if value in self._derived or value in self._attempts or wanted.derived in {None, wanted.original} or wanted.number:
            return self._derived.get(value)
        owner = self._digest(wanted.destination, wanted.entity, normal(wanted.entity, wanted.derived or ""))
        if owner in self._attempts or self._owners.setdefault(owner, value) != value:
            return None
        self._derived[value] = wanted.derived or ""
        self._remember(value, 0, owner)
        return wanted.derived

    def _digest(self, *parts: str) -> bytes:
        return Stream(self._key, "memory", *parts).seed

    def _remember(self, value: bytes, attempt: int, owner: bytes) -> None:
        self._attempts[value] = attempt
        self._attempts.move_to_end(value)
        self._owners.move_to_end(owner)
        memories: tuple[OrderedDict[bytes, int] | OrderedDict[bytes, bytes] | OrderedDict[bytes, str], ...]
        memories = (self._attempts, self._owners, self._derived)
        for memory in memories:
            while len(memory) > self._limit:
                memory.popitem(last=False)


def _attempted(entity: Entity, original: str, stream: Stream, attempt: int) -> str:
    """A type with few surrogates gives way to the shape alone, then to a longer text, before two values become one."""
    if attempt < _ATTEMPTS or entity in invented.COINCIDING:
        return invented.surrogate(entity, original, stream, attempt)
    shaped = same_shape(original, stream)
    return shaped if attempt < 2 * _ATTEMPTS else shaped + stream.digits(6)

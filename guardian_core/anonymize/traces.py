"""Values and a text go in, the places where a value still stands come out, whatever its case, spacing or invisible characters.

A text is folded to its letters and digits (NFKD, no marks, casefold) with the way back to its code points; all values are searched
in one pass, by the first characters of each and then by length, so the cost does not grow with the number of values.
"""

import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from guardian_core.anonymize.kinds import TITLES
from guardian_core.vocabulary import Entity

NAMES = frozenset({Entity.PERSON, Entity.ORGANIZATION, Entity.PLACE, Entity.CITY, Entity.PROFESSION, Entity.GENDER})
SECRETS = frozenset({Entity.SECRET, Entity.PASSWORD})
_PARTICLES = (
    frozenset(
        [
            "the",
            "and",
            "von",
            "van",
            "der",
            "den",
            "del",
            "della",
            "dos",
            "das",
            "des",
            "bin",
            "ibn",
            "ben",
            "abu",
            "san",
            "ter",
            "zur",
            "zum",
            "les",
        ]
    )
    | TITLES.keys()
)
_HEAD = 3  # characters by which a value is looked up first; shorter values are ignored
_FEW = 40  # heads up to which asking for each one is faster than folding
_LONG = 10  # a value this long is no accident, even inside a longer word
_SHORT = 6  # a shorter one must not be put together from more words than it had ("to M" is not Tom)
_UNSPACED = "\u0e00"  # from Thai on, scripts (after NFKD) that do not put spaces between words
_PARTED = "\x80"  # between texts of ASCII that are looked at together
_LOWER = bytes(range(256)).lower()
_NEITHER = bytes(code for code in range(128) if not chr(code).isalnum())  # letter nor digit
_GAP = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    """Letters and digits of one character without marks: "É" → "e", "ﬁ" → "fi", "-" → ""."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    return "".join(c for c in folded if c.isalnum())


def fold(text: str) -> tuple[str, Sequence[int]]:
    """The letters and digits of `text`, folded, and for each the code point of `text` it comes from.

    >>> fold("Da\\u00adna Q.")
    ('danaq', array('I', [0, 1, 3, 4, 6]))
    """
    if text.isascii():
        return _letters(text), array("I", [at for at, character in enumerate(text) if character.isalnum()])
    pieces: list[str] = []
    origin = array("I")
    for at, character in enumerate(text):
        if piece := _fold_character(character):
            pieces.append(piece)
            origin.extend([at] * len(piece))
    return "".join(pieces), origin


def _letters(text: str) -> str:
    """What `fold` gives first, of texts of ASCII, parted by what no such text holds; no slower for many of them."""
    return text.encode("latin-1").translate(_LOWER, _NEITHER).decode("latin-1")


def _invisible(character: str) -> bool:
    return unicodedata.category(character) in {"Cf", "Mn", "Me"}


def _gaps(text: str) -> int:
    """How often something visible that is neither letter nor digit parts the text: "a b-c" → 2."""
    seen = text if text.isascii() else "".join(c for c in text if not _invisible(c))
    return len(_GAP.findall(seen))


def name_words(name: str) -> list[str]:
    """The words of a person's name without titles: "Mr Erdal Yilmaz" → ["Erdal", "Yilmaz"]."""
    return [word for word in _WORD.findall(name) if word.casefold() not in TITLES]


@dataclass(frozen=True, slots=True)
class Trace:
    """Code points [start, end) where the value numbered `value` stands."""

    start: int
    end: int
    value: int


@dataclass(frozen=True, slots=True)
class _Needle:
    value: int
    gaps: int
    entity: Entity
    part: bool  # one word of a longer name
    written: str = field(repr=False)

    @property
    def leniency(self) -> tuple[bool, bool, bool, int]:
        """Of two values with the same letters the one that overlooks less stays."""
        return self.part, self.entity in NAMES, self.written[:1].isupper(), -self.gaps


class Traces:
    """What may no longer stand anywhere: made once of all values, then asked of many texts."""

    def __init__(self, values: Iterable[tuple[str, Entity]]) -> None:
        self._heads: dict[str, dict[int, dict[str, _Needle]]] = {}
        self._literal: dict[str, int] = {}
        for number, (value, entity) in enumerate(values):
            self._add(_Needle(number, _gaps(value.strip()), entity, part=False, written=value))
            words = name_words(value) if entity is Entity.PERSON else []
            for word in words if len(words) > 1 else ():
                if word.casefold() not in _PARTICLES:
                    self._add(_Needle(number, 0, entity, part=True, written=word))

    def _add(self, needle: _Needle) -> None:
        folded = _letters(needle.written) if needle.written.isascii() else fold(needle.written)[0]
        if len(folded) >= _HEAD:
            same = self._heads.setdefault(folded[:_HEAD], {}).setdefault(len(folded), {})
            if folded not in same or needle.leniency < same[folded].leniency:
                same[folded] = needle
        elif needle.entity in SECRETS and needle.written.strip():
            self._literal.setdefault(needle.written, needle.value)

    def holds(self, text: str) -> bool:
        """Whether any value stands in `text`."""
        return next(self._all(text, exact=False), None) is not None

    def suspects(self, texts: Sequence[str]) -> list[int]:
        """The numbers of the texts in which a value may stand: all others hold no head of any; many at once, for it is quick."""
        if self._literal or len(self._heads) > _FEW:
            return list(range(len(texts)))
        suspects = {number for number, text in enumerate(texts) if not text.isascii()}
        plain = ["" if number in suspects else text for number, text in enumerate(texts)] if suspects else texts
        letters = _letters(_PARTED.join(plain))
        for head in self._heads:
            if head in letters:
                suspects.update([number for number, piece in enumerate(letters.split(_PARTED)) if head in piece])
        return sorted(suspects)

    def find(self, text: str, *, exact: bool = False) -> list[Trace]:
        """Where values stand in `text`, left to right and disjoint.

        `exact`: a one-word name counts only as it was written; for names of fields, where `price` is no Mrs Price.
        """
        traces: list[Trace] = []
        for trace in sorted(self._all(text, exact=exact), key=lambda t: (t.start, -t.end)):
            if not traces or trace.start >= traces[-1].end:
                traces.append(trace)
        return traces

    def _all(self, text: str, *, exact: bool) -> Iterator[Trace]:
        for value, number in self._literal.items():
            yield from (Trace(found.start(), found.end(), number) for found in re.finditer(re.escape(value), text))
        if text.isascii() and len(self._heads) <= _FEW:  # most texts hold no head of any value, and need no way back
            letters = _letters(text)
            if not any(head in letters for head in self._heads):
                return
        folded, origin = fold(text)
        at, last = 0, len(folded) - _HEAD
        while at <= last:
            lengths = self._heads.get(folded[at : at + _HEAD])
            trace = lengths and _longest_at(lengths, text, folded, origin, at, exact=exact)
            if not trace:
                at += 1
                continue
            yield trace
            while at < len(folded) and origin[at] < trace.end:
                at += 1


@lru_cache(maxsize=1)  # a request's values are asked about before and after it is rewritten
def made_of(values: tuple[tuple[str, Entity], ...]) -> Traces:
    """The same of these values, which are remembered until others come."""
    return Traces(values)


def _longest_at(
    lengths: dict[int, dict[str, _Needle]], text: str, folded: str, origin: Sequence[int], at: int, *, exact: bool
) -> Trace | None:
    """The longest value that stands at folded position `at`."""
    for length in sorted(lengths, reverse=True):
        needle = lengths[length].get(folded[at : at + length])
        if needle is None:
            continue
        start, end = origin[at], origin[at + length - 1] + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        if _counts(needle, text, start, end, length, exact=exact):
            return Trace(start, end, needle.value)
    return None


def _counts(needle: _Needle, text: str, start: int, end: int, length: int, *, exact: bool) -> bool:
    """Whether folded letters that fit are the value and not an accident; in doubt they are the value."""
    stands = text[start:end]
    if needle.part and needle.written[:1].isupper() and stands[:1].islower():
        return False
    if exact and needle.entity in NAMES and needle.gaps == 0 and stands != needle.written:
        return False
    if length < _SHORT and _gaps(stands) > needle.gaps:
        return False
    if length >= _LONG and not needle.part:
        return True
    digits = needle.written[:1].isdigit() and needle.written[-1:].isdigit()
    return not (_joined(text, start, digits=digits) or _joined(text, end, digits=digits))


def _joined(text: str, at: int, *, digits: bool) -> bool:
    """Whether the characters on both sides of `at` belong to one word, or to one number where only numbers matter."""
    before = at - 1
    while before >= 0 and _invisible(text[before]):
        before -= 1
    after = at
    while after < len(text) and _invisible(text[after]):
        after += 1
    if before < 0 or after >= len(text):
        return False
    pair = text[before] + text[after]
    if digits and not pair.isdigit():
        return False
    return all(c.isalnum() and unicodedata.normalize("NFKD", c)[0] < _UNSPACED for c in pair)

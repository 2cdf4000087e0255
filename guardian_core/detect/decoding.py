"""Chances of word pieces in, spans out: pieces become words, words that are to be masked become spans.

A word is what the model's own tokenizer takes for one: letters and digits, or one sign. The surest piece of a word speaks for it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from guardian_core.detect.commonplace import commonplace
from guardian_core.detect.names import NameSpan
from guardian_core.detect.pieces import Floats, Integers, Pieces
from guardian_core.terms import Entity

ENTITIES: dict[str, Entity] = {
    "person": Entity.PERSON,
    "organization": Entity.ORGANIZATION,
    "place": Entity.PLACE,
    "address": Entity.ADDRESS,
    "date": Entity.DATE,
    "age": Entity.AGE,
    "demographic": Entity.DEMOGRAPHIC,
    "quantity": Entity.QUANTITY,
    "code": Entity.CODE,
    "misc": Entity.MISC,
}
# What may stand between two words of one span without being part of it for the model. No end of a line: two lines stay two.
_GAP = re.compile(r"[^\S\r\n]{0,2}[-–.,'’&/()§:#№]?[^\S\r\n]{0,2}")
# What a span neither starts nor ends with, unless its brackets are its own.
_EDGE = " \t\r\n,;:.-–'’\"“”()[]/|*_"
_TAIL = re.compile(r"(?:[ \t]+[a-zß-öø-ÿ]+)+$")  # after a name with capitals no longer part of it: "Dana Quill spoke"
FAINT = 0.25  # of what is asked of a name, for the name beside it
# Words that tell nothing of anybody; alone they are no span, and no span but a person's name begins or ends with one.
_LITTLE = frozenset([
    "the", "a", "an", "of", "and", "or", "between", "from", "to", "in", "on", "at", "by", "for", "with", "as", "that", "this",
    "its", "his", "her", "their", "which", "who", "was", "were", "is", "are", "be", "been", "had", "has", "have", "no", "not",
    "nos", "nor", "also", "until", "since", "during", "than", "about", "almost", "over", "least", "approximately", "other",
])  # fmt: skip
_WORD = re.compile(r"\w+")
SURE = 0.5  # how likely masked a word is that is beyond doubt


@dataclass(frozen=True, slots=True)
class Caution:
    """How thresholds fall with the length of a paragraph: words and signs from which on, how fast, and to what part of them at
    last; and of a word in small letters, which is more often nothing."""

    short: int
    least: float
    small: float
    power: int = 3


USUAL = Caution(45, 1 / 8, 1 / 4)
CAREFUL = Caution(20, 1 / 32, 1 / 16)  # where as little as can be may be left, and a harmless word more or less does not matter
_CAPITAL = frozenset({"person", "place"})  # a doubtful one in small letters is none: "lake"
# How likely masked one of its words must be where a span has none but commonplace ones, by how many it has.
COMMON_ONE, COMMON_MANY = 0.9, 0.06
_NATIONAL = re.compile(r"(?<=\w) (?:nationals?|citizens?)$")  # after what says of which country
_SPOKEN = 3  # letters of a word that is looked for elsewhere in the text
_BEGINS = 0.5  # how sure a beginning must be to part a word from the one before


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of one text: where they lie, and their chances [words, kinds] to be of each kind and to begin it, [words] to be
    masked."""

    starts: Integers
    ends: Integers
    kinds: Floats = field(repr=False)
    begins: Floats = field(repr=False)
    masked: Floats = field(repr=False)


def words(pieces: Pieces, chances: Floats) -> Words:
    """From the chances [pieces, 2 · kinds + 1]: to begin each kind, to go on with it, to be masked."""
    count = (chances.shape[1] - 1) // 2
    first = np.flatnonzero(np.diff(pieces.words, prepend=-1))
    last = np.append(first[1:], len(pieces)) - 1
    begins, goes_on = chances[:, :count], chances[:, count : 2 * count]
    return Words(
        pieces.starts[first],
        pieces.ends[last],
        np.maximum.reduceat(begins + goes_on, first, axis=0),
        begins[first],
        np.maximum.reduceat(chances[:, -1], first),
    )


def spans(text: str, found: Words, kinds: Sequence[str], thresholds: Mapping[str, float]) -> list[NameSpan]:
    """The spans of `text` by start: runs of words, each at least as likely masked as its kind asks, in a long paragraph less.

    Those that the usual reading has do not overlap; those that only a careful one has, doubtful ones, may overlap them.
    """
    best, each = found.kinds.argmax(axis=1), found.masked
    found = replace(found, masked=_together(text, found))
    needed = np.array([thresholds[kind] for kind in kinds], dtype=np.float32)[best]
    capital = np.isin(best, [place for place, kind in enumerate(kinds) if kind in _CAPITAL])
    less = _less(text, found, capital, (USUAL, CAREFUL))
    usual, careful = needed * less[0], needed * less[-1]
    read = partial(_read, text, found, kinds, best=best, each=each)
    sure = read(needed=usual)
    if len(less) == 1 or np.array_equal(found.masked >= usual, found.masked >= careful):
        return sure
    known = {(span.start, span.end) for span in sure}
    more = [replace(span, doubtful=True) for span in read(needed=careful) if (span.start, span.end) not in known]
    return sorted([*sure, *more], key=lambda span: span.start)


def _read(text: str, found: Words, kinds: Sequence[str], *, best: Integers, each: Floats, needed: Floats) -> list[NameSpan]:
    """The spans of one reading, by start, without overlaps.

    Args:
        text: what was read.
        found: its words, each as likely masked as where it is likeliest.
        kinds: names of the kinds.
        best: the likeliest kind of each word, [words].
        each: how likely each is by itself, [words].
        needed: how likely masked each must be, [words].
    """
    runs: list[list[int]] = []
    for word in _masked(text, found, needed, [kinds[place] for place in best]):
        if runs and _goes_on(text, found, best, runs[-1], word):
            runs[-1].append(word)
        else:
            runs.append([word])
    made = (_span(text, found, run, kinds) for run in runs if not _nobody(text, found, run, each))
    return [short for span in made if span and (short := _without_little(text, span))]


def _together(text: str, found: Words) -> Floats:
    """[words]: how likely a word is to be masked where it is likeliest: gone in one place and left in another, it is still told."""
    places: dict[str, list[int]] = {}
    for word, (start, end) in enumerate(zip(found.starts.tolist(), found.ends.tolist(), strict=True)):
        if end - start >= _SPOKEN and (written := text[start:end]).isalpha() and written.lower() not in _LITTLE:
            places.setdefault(written, []).append(word)
    masked = found.masked.copy()
    for same in places.values():
        if len(same) > 1:
            masked[same] = found.masked[same].max()
    return masked


def _less(text: str, found: Words, capital: npt.NDArray[np.bool_], cautions: Sequence[Caution]) -> list[Floats]:
    """What part of its threshold a word needs, by the paragraph it stands in; [words] for each caution, one where all are the same.
    `capital`: whether it should have one.

    What fits thousands of people singles one out together with a name or a date, the more so the more is told: the doubtful words
    of a paragraph that holds something beyond doubt count, and one word of many costs a reader less than one of ten.
    """
    if len(found.starts) <= min(caution.short for caution in cautions):
        return [np.ones(len(found.starts), dtype=np.float32)]
    ends = np.array([line.start() for line in re.finditer("\n", text)], dtype=np.int64)
    paragraph = np.searchsorted(ends, found.starts)
    lengths = np.bincount(paragraph)
    sure = np.bincount(paragraph, weights=found.masked >= SURE) > 0
    small = np.array([text[start].islower() for start in found.starts.tolist()], dtype=bool)
    parts: list[Floats] = []
    for caution in cautions:
        falling = np.clip((caution.short / np.maximum(lengths, 1)) ** caution.power, caution.least, 1.0)
        part = np.where(sure, falling, 1.0)[paragraph]
        part = np.where(small, np.maximum(part, caution.small), part)
        parts.append(np.where(small & capital, 1.0, part).astype(np.float32))
    return parts


def _masked(text: str, found: Words, needed: Floats, kinds: Sequence[str]) -> list[int]:
    """The words that are likely enough masked, and the other half of a name beside one that is: with a capital, and FAINT of it."""
    sure = found.masked >= needed
    taken = sure.copy()
    for step in (1, -1):
        for word in np.flatnonzero(sure).tolist():
            beside = word - step
            while 0 <= beside < len(sure) and not taken[beside] and kinds[word] == kinds[beside] == "person":
                apart = text[found.ends[min(word, beside)] : found.starts[max(word, beside)]]
                if apart != " " or not text[found.starts[beside]].isupper() or found.masked[beside] < FAINT * needed[beside]:
                    break
                taken[beside] = True
                word, beside = beside, beside - step  # noqa: PLW2901 - a name of three words
    return [int(word) for word in np.flatnonzero(taken)]


def _goes_on(text: str, found: Words, best: Integers, run: list[int], word: int) -> bool:
    """Whether a masked word belongs to the run before it; a sign never tells of what kind the words around it are."""
    if word - run[-1] > 2 or not _GAP.fullmatch(text, int(found.ends[run[-1]]), int(found.starts[word])):
        return False
    if not _spoken(text, found, word):
        return True
    before = next((at for at in reversed(run) if _spoken(text, found, at)), None)
    if before is None or found.begins[word, best[word]] >= _BEGINS:
        return before is None
    apart = word - before > 1 or "\n" in text[found.ends[before] : found.starts[word]]
    return bool(best[word] == best[before]) or not apart


def _spoken(text: str, found: Words, word: int) -> bool:
    return text[found.starts[word]].isalnum()


def _nobody(text: str, found: Words, run: list[int], each: Floats) -> bool:
    """Whether a run names a body or a person as every state has them, and the model, of these words in these places (`each`), is
    not sure enough that this one tells something."""
    said = [text[found.starts[word] : found.ends[word]] for word in run if _spoken(text, found, word)]
    telling = [word for word in said if word.lower() not in _LITTLE]
    return commonplace(telling) and float(each[run].max()) < (COMMON_ONE if len(telling) == 1 else COMMON_MANY)


def _span(text: str, found: Words, run: list[int], kinds: Sequence[str]) -> NameSpan | None:
    """One run as a span without signs at its edges; None if it is nothing but signs."""
    start, end = int(found.starts[run[0]]), int(found.ends[run[-1]])
    while start < end and text[start] in _EDGE and not _pair(text[start:end]):
        start += 1
    while start < end and text[end - 1] in _EDGE and not text[start:end].endswith(")"):
        end -= 1
    if text[start:end].endswith(")") and "(" not in text[start:end]:
        end -= 1
    if not any(character.isalnum() for character in text[start:end]):
        return None
    spoken = [word for word in run if _spoken(text, found, word)]
    kind = kinds[int(found.kinds[spoken].sum(axis=0).argmax())]
    if kind == "person" and (tail := _TAIL.search(text, start, end)) and any(map(str.isupper, text[start : tail.start()])):
        end = tail.start()
    if kind == "demographic" and (national := _NATIONAL.search(text, start, end)):
        end = national.start()
    return NameSpan(start, end, ENTITIES[kind], round(float(found.masked[run].max()), 3))


def _without_little(text: str, span: NameSpan) -> NameSpan | None:
    """The span without the small words at its ends; None if it was nothing else. "The" may begin a name: "The Hague"."""
    if span.entity is Entity.PERSON:
        return span
    found = list(_WORD.finditer(text, span.start, span.end))
    telling = [at for at, word in enumerate(found) if word.group().lower() not in _LITTLE]
    if not telling:
        return None
    first, last = telling[0], telling[-1]
    if first and found[first - 1].group() == "The":
        first -= 1
    start = found[first].start() if first else span.start
    end = found[last].end() if last < len(found) - 1 else span.end
    return replace(span, start=start, end=end)


def _pair(text: str) -> bool:
    return text.startswith("(") and text.endswith(")")

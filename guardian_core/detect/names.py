"""The seam of the names model: texts in, spans of people, places, addresses and organisations out.

A model labels word pieces; what is here turns pieces into words and words into spans, and knows no particular model.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from guardian_core.vocabulary import Entity

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class NameSpan:
    """Code points [start, end) of one text."""

    start: int
    end: int
    entity: Entity
    score: float


class NamesModel(Protocol):
    """Whatever finds names."""

    def spans(self, texts: Sequence[str]) -> list[list[NameSpan]]:
        """The spans of each text, by start, without overlaps within a text."""
        ...


# The possessive is no part of a name: its pieces would dilute the score of the word.
WORD = re.compile(r"[^\W_]+(?:['.-](?!s\b)[^\W_]+)*")
# Scripts without spaces: every character is a word, neighbours merge.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of word: what its spans are, how sure the surest and every word of one must be, and what may stand between two
    words."""

    entity: Entity
    sure: float
    likely: float
    gap: re.Pattern[str]


_SPACE = re.compile(r"[ \t]{0,3}|\. ?|-|'")
_ADDRESS_GAP = re.compile(r"[\s,.#/-]{0,4}")
# The order is that of the columns `word_scores` gives.
KINDS: tuple[tuple[str, Kind], ...] = (
    ("person", Kind(Entity.PERSON, 0.5, 0.4, _SPACE)),
    ("street", Kind(Entity.ADDRESS, 0.6, 0.4, _ADDRESS_GAP)),
    ("zip", Kind(Entity.POSTCODE, 0.6, 0.4, _ADDRESS_GAP)),
    ("place", Kind(Entity.PLACE, 0.5, 0.25, _SPACE)),
    ("organization", Kind(Entity.ORGANIZATION, 0.85, 0.4, re.compile(r"[ \t]{0,3}|\. ?|-|'| ?& ?|, "))),
    ("phone", Kind(Entity.PHONE, 0.8, 0.5, re.compile(r"[ ().+/-]{0,3}"))),
    ("national", Kind(Entity.NATIONAL_ID, 0.8, 0.5, re.compile(r"[ -]?"))),
    ("passport", Kind(Entity.PASSPORT, 0.8, 0.5, re.compile(r"[ -]?"))),
    ("licence", Kind(Entity.DRIVING_LICENCE, 0.8, 0.5, re.compile(r"[ -]?"))),
    ("tax", Kind(Entity.TAX_ID, 0.8, 0.5, re.compile(r"[ -]?"))),
    ("account", Kind(Entity.BANK_ACCOUNT, 0.8, 0.5, re.compile(r"[ -]?"))),
)
NAMES = tuple(name for name, _ in KINDS)
_STREET, _ZIP, _PLACE = NAMES.index("street"), NAMES.index("zip"), NAMES.index("place")


def words(text: str) -> list[tuple[int, int]]:
    """Where the words of `text` lie; in scripts without spaces every character is one."""
    found: list[tuple[int, int]] = []
    for match in WORD.finditer(text):
        if _UNSPACED.search(match[0]):
            found.extend((at, at + 1) for at in range(*match.span()))
        else:
            found.append(match.span())
    return found


def word_scores(spans: Sequence[tuple[int, int]], offsets: Sequence[tuple[int, int]], scores: Floats) -> Floats:
    """The mean of the scores [pieces, kinds] of each word's pieces: [words, kinds]; 0 for a word without a piece.

    The model gives the pieces of one word different labels ("Qui" B-SURNAME, "ll" B-SURNAME); the
    mean over the word is what decides.
    """
    result = np.zeros((len(spans), scores.shape[1]), dtype=np.float32)
    piece = 0
    for word, (start, end) in enumerate(spans):
        while piece < len(offsets) and offsets[piece][1] <= start:
            piece += 1
        last = piece
        while last < len(offsets) and offsets[last][0] < end:
            last += 1
        if last > piece:
            result[word] = scores[piece:last].mean(axis=0)
            piece = last - 1 if offsets[last - 1][1] > end else last
    return result


def join(text: str, spans: Sequence[tuple[int, int]], scores: Floats) -> list[NameSpan]:
    """Words [words] with scores [words, kinds] to spans: neighbours of one kind become one; street, postcode and place one
    address."""
    best = scores.argmax(axis=1) if len(spans) else np.zeros(0, dtype=np.int64)
    runs: list[list[int]] = []  # [first word, last word, kind]
    for word, kind in enumerate(int(k) for k in best):
        if scores[word, kind] < KINDS[kind][1].likely:
            continue
        if runs and runs[-1][2] == kind and runs[-1][1] == word - 1 and _joins(text, spans, word, kind):
            runs[-1][1] = word
        else:
            runs.append([word, word, kind])
    runs = [run for run in runs if scores[run[0] : run[1] + 1, run[2]].max() >= KINDS[run[2]][1].sure]
    found: list[NameSpan] = []
    for first, last, kind in _addresses(text, spans, runs):
        score = (
            float(scores[first : last + 1, kind].mean()) if kind != _STREET else float(scores[first : last + 1].max(axis=1).mean())
        )
        found.append(NameSpan(spans[first][0], spans[last][1], KINDS[kind][1].entity, round(score, 3)))
    return found


def _joins(text: str, spans: Sequence[tuple[int, int]], word: int, kind: int) -> bool:
    return bool(KINDS[kind][1].gap.fullmatch(text, spans[word - 1][1], spans[word][0]))


def _addresses(text: str, spans: Sequence[tuple[int, int]], runs: list[list[int]]) -> list[list[int]]:
    """Join street, postcode and place that stand together; a lone house number or postcode is nobody's."""
    parts = {_STREET, _ZIP, _PLACE}
    joined: list[list[int]] = []
    for first, last, kind in runs:
        near = joined and kind in parts and joined[-1][2] in parts and first - joined[-1][1] <= 2
        if near and _ADDRESS_GAP.fullmatch(text, spans[joined[-1][1]][1], spans[first][0]):
            joined[-1][1:] = [last, _STREET if _STREET in {kind, joined[-1][2]} else min(kind, joined[-1][2])]
        else:
            joined.append([first, last, kind])
    return [
        run
        for run in joined
        if run[2] not in {_STREET, _ZIP} or any(c.isalpha() for c in text[spans[run[0]][0] : spans[run[1]][1]])
    ]

"""Candidates from every detector in, one set of disjoint spans out."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from guardian_core.vocabulary import Category, Entity

# How much a candidate is worth against another on the same characters, best last. A checksum beats a shape, a shape beats a guess.
GUESS = 0  # the names model
KEY = 1  # the name of the field says so
SHAPE = 2  # a pattern, with context
CHECKED = 3  # a pattern with a checksum or an unmistakable prefix
WHOLE = 4  # the whole value of a credential field: what stands in it is a password, whatever it looks like
CUT = "cut"  # the source of a piece of a value that goes on in a neighbouring item


@dataclass(frozen=True, slots=True)
class Span:
    """A candidate: code points [start, end) of one text."""

    start: int
    end: int
    entity: Entity
    score: float
    rank: int
    source: str = "pattern"
    value: str = field(default="", repr=False)  # see `Finding`
    encoding: tuple[str, ...] = ()
    category: Category | None = None  # where a rule of the user's says another than its entity's

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            message = f"not a span: [{self.start}, {self.end})"
            raise ValueError(message)


def disjoint(spans: Iterable[Span], text: str) -> list[Span]:
    """The candidates without overlaps, by start: higher rank, then longer, then higher score wins (BUGS B34).

    What a loser covers beside the winner stays covered, cut at the winner's edge, if it holds at least two letters or digits:
    dropping it
    whole would let half of a street or a name through.

    >>> claims = [Span(4, 14, Entity.PHONE, 0.9, SHAPE), Span(4, 15, Entity.TAX_ID, 0.9, GUESS)]
    >>> [(span.start, span.end) for span in disjoint(claims, "Tel 2025550142, ok")]
    [(4, 14)]
    """
    taken: list[tuple[int, int]] = []
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (-s.rank, s.start - s.end, -s.score, s.start, s.entity)):
        for start, end in _free(span.start, span.end, taken):
            piece = text[start:end]
            if (start, end) != (span.start, span.end):
                if span.encoding:
                    continue  # half a digest says nothing
                stripped = piece.strip(" \t\r\n,.;:()[]<>\"'")
                if sum(character.isalnum() for character in stripped) < 2:
                    continue
                start += piece.index(stripped)  # noqa: PLW2901 - the free piece, trimmed
                end = start + len(stripped)  # noqa: PLW2901
            taken.insert(bisect_left(taken, (start, end)), (start, end))
            kept.append(span if (start, end) == (span.start, span.end) else replace(span, start=start, end=end))
    return sorted(kept, key=lambda s: s.start)


def _free(start: int, end: int, taken: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The parts of [start, end) that no interval of `taken` (sorted, disjoint) covers."""
    free = []
    at = bisect_left(taken, (start, start))
    if at and taken[at - 1][1] > start:
        at -= 1
    while at < len(taken) and taken[at][0] < end and start < end:
        if start < taken[at][0]:
            free.append((start, taken[at][0]))
        start = max(start, taken[at][1])
        at += 1
    if start < end:
        free.append((start, end))
    return free

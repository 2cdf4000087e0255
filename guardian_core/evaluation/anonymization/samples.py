"""The nouns of the benchmark: a sample goes to a method, the method says what it made of it."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Gold:
    """What annotators say must go: code points [start, end) of a sample's text."""

    start: int
    end: int
    type: str  # as the data set calls it: "PERSON", "DATETIME", …
    identifier: str | None  # "DIRECT" or "QUASI"; None where the data set makes no difference
    entity: str | None = None  # the same for all mentions of one; None where the data set does not say


@dataclass(frozen=True, slots=True)
class Sample:
    """One text, as it is given to every method."""

    dataset: str
    file: str  # name of the file without its ending
    document: str  # id of the document it is from: all samples of one document belong to one fold
    text: str = field(repr=False)
    gold: tuple[Gold, ...]  # by start

    def said(self, gold: Gold) -> str:
        """The text of a gold span."""
        return self.text[gold.start : gold.end]


@dataclass(frozen=True, slots=True)
class Output:
    """What a method made of a sample."""

    text: str = field(repr=False)
    found: tuple[tuple[int, int], ...] = ()  # code points of the sample's text that it took for personal, disjoint, by start
    written: tuple[tuple[int, int], ...] = ()  # code points of its own text that are its words and not the user's, likewise
    start: int | None = None  # the level it began with, where it has levels
    level: int | None = None  # and the one it ended with
    guess: float | None = None  # the largest verified confidence against this output; None where no attacker saw it
    calls: int | None = None  # of a language model
    tokens: int | None = None  # of a language model, in and out, estimated from letters
    failed: bool = False  # a model's answers could not be used, so the text is the sample's own
    waited: float = 0.0  # seconds that answers took which were remembered from an earlier run


type Method = Callable[[Sample], Output]


def replaced(text: str, spans: list[tuple[int, int, str]]) -> Output:
    """`text` with something else in place of each span (disjoint, by start).

    >>> replaced("Ann is 34", [(0, 3, "[A]"), (7, 9, "[B]")])
    Output(found=((0, 3), (7, 9)), written=((0, 3), (7, 10)))
    """
    pieces: list[str] = []
    written: list[tuple[int, int]] = []
    at = length = 0
    for start, end, words in spans:
        pieces += (text[at:start], words)
        length += start - at
        written.append((length, length + len(words)))
        length += len(words)
        at = end
    return Output("".join(pieces) + text[at:], tuple((start, end) for start, end, _ in spans), tuple(written))


def without_overlaps(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Spans by start; what begins inside an earlier one is joined to it, with the name of the longest."""
    joined: list[tuple[int, int, str]] = []
    longest = 0
    for start, end, name in sorted(spans, key=lambda span: (span[0], -span[1])):
        if joined and start < joined[-1][1]:
            first, last, was = joined[-1]
            joined[-1] = first, max(last, end), name if end - start > longest else was
            longest = max(longest, end - start)
        else:
            joined.append((start, end, name))
            longest = end - start
    return joined

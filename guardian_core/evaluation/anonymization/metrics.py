"""Gold spans, a text and what became of it go in, the numbers of the benchmark come out.

Privacy (paper §5.1) is 1 − the share of gold spans still in the output:

    exact   the span's text stands in the output as it was written, anywhere.
    fuzzy   more than half of the span's content words stand in the output as whole words, whatever their case, anywhere. So
            "Ann Yilmaz" left of "Ms Ann Maria Yilmaz" counts as left, though the span is gone; "1995" left of "26 October 1995" and
            "a court" for "Erzincan Assize Court" do not: what level 1 keeps on purpose is less than half.
    words   any content word stands: the strictest reading, under which a kept year is a leak.

A content word is a run of letters and digits that has a digit, or three letters and is no stop word. A span without any is judged
by its exact text.

Utility is the Jaccard index of the sets of lower-cased words of both texts. Intervals are Wilson's at 95 %, as if spans were
independent; spans of one document are not, so the true ones are wider.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WORD = re.compile(r"\w+")
_Z = 1.959964  # 95 %
STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        the and for with from that this was were are has had have not but who whom which his her its their our your into over
        under about after before between during until since per via she they them him
        """,
    )
)


def words(text: str) -> frozenset[str]:
    """Lower-cased runs of letters and digits: "Mr O'Hara, 34" → {mr, o, hara, 34}."""
    return frozenset(_WORD.findall(text.lower()))


def content_words(text: str) -> frozenset[str]:
    """The words that say something: "the 26th of October" → {26th, october}."""
    return frozenset(
        word for word in words(text) if (len(word) > 2 and word not in STOP_WORDS) or any(character.isdigit() for character in word)
    )


@dataclass(frozen=True, slots=True)
class Left:
    """Whether a gold span is still there, by each of the three readings."""

    exact: bool
    fuzzy: bool
    any_word: bool


def left(span: str, output: str, output_words: frozenset[str]) -> Left:
    """How a gold span fares in an output.

    >>> left("26 October 1995", "in 1995", words("in 1995"))
    Left(exact=False, fuzzy=False, any_word=True)
    """
    exact = span in output
    wanted = content_words(span)
    if exact or not wanted:
        return Left(exact, exact, exact)
    share = len(wanted & output_words) / len(wanted)
    return Left(exact, share > 0.5, share > 0)


def jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """|A ∩ B| / |A ∪ B|; 1 for two empty sets."""
    union = len(first | second)
    return len(first & second) / union if union else 1.0


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's score interval of a share at 95 %; (0, 1) without trials.

    >>> [round(bound, 4) for bound in wilson(9, 10)]
    [0.5958, 0.9821]
    """
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    spread = _Z * math.sqrt(share * (1 - share) / trials + _Z**2 / (4 * trials**2))
    centre = share + _Z**2 / (2 * trials)
    scale = 1 + _Z**2 / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


@dataclass(frozen=True, slots=True)
class Found:
    """Span by span: a gold span is found if at least half of its characters are covered by what was found, together; what was
    found is right if at least half of its characters are gold."""

    gold: int
    hit: int  # gold spans that were found
    whole: int  # of them, those covered to the last letter and digit
    found: int
    right: int  # found spans that are right


type Spans = Sequence[tuple[int, int]]  # code points [start, end)


def spans_found(text: str, gold: Spans, found: Spans) -> Found:
    """Compare gold and found spans of one text, whatever their types.

    >>> spans_found("Ann Quill, 34", [(0, 9), (11, 13)], [(0, 3), (4, 10)])
    Found(gold=2, hit=1, whole=1, found=2, right=2)
    """
    taken, true = _characters(found), _characters(gold)
    hit = [covered for start, end in gold if 2 * len(covered := taken & set(range(start, end))) >= end - start]
    whole = sum(all(at in taken or not text[at].isalnum() for at in range(start, end)) for start, end in gold)
    right = sum(2 * len(true & set(range(start, end))) >= end - start for start, end in found)
    return Found(len(gold), len(hit), whole, len(found), right)


def _characters(spans: Iterable[tuple[int, int]]) -> set[int]:
    return {at for start, end in spans for at in range(start, end)}


def f1(precision: float, recall: float) -> float:
    """The harmonic mean; 0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0

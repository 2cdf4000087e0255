"""A method's privacy and utility go in, its utility at a given privacy comes out, so that the cautious and the bold compare.

A method is a point; what lies between two points can be had by doing one or the other to a share of the texts, drawn by lot: both
privacy and utility then move on the straight line between them. The partners are the same for every method and know nothing of
the gold: leaving a text alone, the method followed by masking of every further word with a capital or a digit, and masking of all.
The best line counts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from guardian_core.evaluation.anonymization.samples import Output

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Point:
    """What a method gets."""

    privacy: float
    utility: float


def utility_at(privacy: float, points: Sequence[Point]) -> float | None:
    """The best utility at this privacy on any line between two points, None where none reaches it.

    >>> utility_at(0.75, [Point(0.0, 1.0), Point(0.5, 0.9), Point(1.0, 0.1)])
    0.5
    """
    reached = [point.utility for point in points if point.privacy >= privacy]
    for low in points:
        for high in points:
            if low.privacy < privacy < high.privacy:
                share = (privacy - low.privacy) / (high.privacy - low.privacy)
                reached.append(low.utility + share * (high.utility - low.utility))
    return max(reached, default=None)


def strict(output: Output) -> str:
    """The output with every word masked that has a capital or a digit and is the user's own.

    >>> strict(Output("Heard by [ORG] in Leeds on 3 May.", (), ((9, 14),)))
    '*** by [ORG] in *** on *** ***.'
    """
    pieces: list[str] = []
    at = 0
    for start, end in (*output.written, (len(output.text), len(output.text))):
        pieces += (_WORD.sub(_masked, output.text[at:start]), output.text[start:end])
        at = end
    return "".join(pieces)


def _masked(word: re.Match[str]) -> str:
    return "***" if any(character.isupper() or character.isdigit() for character in word[0]) else word[0]

"""A text in, the stretches in which the names model reads it out: whole sentences, so that no name lies across a cut.

Short stretches let a time budget end between them, and a text that grows at its end (a conversation) keeps its earlier ones, whose
spans are remembered.
"""

import re
from collections.abc import Iterator

SIZE = 1_600  # code points of a stretch at most
_ENDS = ("\n", ". ", "! ", "? ", "; ")
_OVERLAP = 120  # code points read twice where there is no end of a sentence to cut at


def chunks(text: str) -> Iterator[tuple[int, int]]:
    """Code points [start, end) of each stretch, together the whole text.

    >>> list(chunks("I am Dana Quill."))
    [(0, 16)]
    """
    start = 0
    while len(text) - start > SIZE:
        limit = start + SIZE
        cut = max(text.rfind(end, start + SIZE // 2, limit) + len(end) - 1 for end in _ENDS) + 1
        if cut <= start + SIZE // 2:
            cut = max(text.rfind(" ", start + SIZE // 2, limit) + 1, 0) or limit
            yield start, cut
            start = cut - _OVERLAP
        else:
            yield start, cut
            start = cut
    if start < len(text):
        yield start, len(text)


def without_numbers(text: str) -> str:
    """The text as the names model reads it, as long as it was.

    >>> without_numbers("order 998877 of 1995")
    'order 123456 of 1995'
    """
    return _LONG_NUMBER.sub(_counting, text)


# The names model reads only how long such a number is. Which one it is tells it nothing (a year has four digits), and lines that
# differ in a number alone, orders, times, identifiers, need to be read once.
_LONG_NUMBER = re.compile(r"[0-9]{5,}")


def _counting(number: re.Match[str]) -> str:
    """As many digits, 12345…: noughts look like a form that nobody has filled in, and were found less often."""
    return ("1234567890" * (len(number[0]) // 10 + 1))[: len(number[0])]

"""A text in, the stretches in which the names model reads it out: whole sentences, so that no name lies across a cut.

Short stretches let a time budget end between them, and a text that grows at its end (a conversation) keeps its earlier ones, whose
spans are remembered.
"""

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

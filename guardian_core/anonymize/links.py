"""A text and where a value stands in it go in; out, whether that is in a link or a path, and how a surrogate is written there."""

import re
from urllib.parse import unquote_plus

_ADDRESS = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]{1,16}://|(?<![\w.])www\.|[?&][\w.\[\]-]{1,40}=|(?<![\w.])(?:mailto|tel):|[/\\](?:home|Users)[/\\]"
)
_SPACE = re.compile(r"\s")
_BREAK = re.compile(r"[\s\"'<>]")
_REACH = 2_000  # characters of an address


def in_link(text: str, start: int) -> bool:
    """Whether the word that `start` lies in began as an address of a page or as a path of somebody's, or has a query.

    >>> said = "see https://a.test/u?name=Dana+Quill, says Dana"
    >>> in_link(said, said.index("Dana")), in_link(said, said.rindex("Dana"))
    (True, False)
    """
    before = text[max(0, start - _REACH) : start]
    begin = max((space.end() for space in _BREAK.finditer(before)), default=0)
    return _ADDRESS.search(before, begin) is not None


def as_in_link(surrogate: str, stood: str) -> str:
    """A surrogate with its spaces as the value's were written.

    >>> as_in_link("Pat Standin", "Dana+Quill"), as_in_link("Pat Standin", "dana-quill"), as_in_link("Pat Standin", "Dana")
    ('Pat+Standin', 'Pat-Standin', 'Pat%20Standin')
    """
    return _SPACE.sub(next((mark for mark in " +-_." if mark in stood), "%20"), surrogate)


def said(stood: str) -> str:
    """What a value in a link says: "Dana+Quill" → "Dana Quill"; "" where it says what it is."""
    plain = unquote_plus(stood)
    return plain if plain != stood and plain.isprintable() and plain.strip() else ""

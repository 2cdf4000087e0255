"""A text in, the pieces that a model may rewrite out, and the text put together again around what it made of them.

A piece is the prose of one line. What is not prose never reaches the model, or only as a numbered mark ⟦1⟧ that must come back in
its place: code, URLs, tags and entities of HTML, targets of Markdown links, template fields. Marks of lists, headings, quotes and
tables, and the line breaks, stay outside.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"[^\r\n\v\f\x85\u2028\u2029]+")
_LEAD = re.compile(r"[ \t]*(?:(?:>[ \t]?)+|#{1,6}[ \t]|[-*+•][ \t]+(?:\[[ xX]\][ \t])?|\d{1,4}[.)][ \t]+|\|)*[ \t]*")
_ISLAND = re.compile(
    r"""
      `[^`\n]+`                                   # inline code
    | <[!/?A-Za-z][^<>]*>                         # tags and comments
    | &(?:\#\d{1,7}|\#x[0-9A-Fa-f]{1,6}|\w{2,31});  # entities
    | \]\([^()\s]*(?:\s+"[^"\n]*")?\)             # the target of a Markdown link
    | \b(?:https?|ftp|wss?|mailto|file)://?[^\s<>"'`\]]*[^\s<>"'`\].,;:!?)]
    | \{\{[^{}\n]{0,200}\}\} | \$\{[^{}\n]*\} | \{[A-Za-z_]\w*\} | %[sd] | %\(\w+\)[sd]   # template fields
    """,
    re.VERBOSE,
)
_MARK = re.compile(r"⟦(\d+)⟧")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Piece:
    """The prose of one line, `text[start:end]` of the whole."""

    start: int
    end: int
    text: str = field(repr=False)  # with ⟦n⟧ for its islands
    islands: tuple[str, ...] = field(repr=False, default=())


def pieces(text: str) -> tuple[Piece, ...]:
    """The pieces of `text` that hold at least one letter, in order.

    A text that holds ⟦n⟧ itself has none: its marks and ours could not be told apart.

    >>> [piece.text for piece in pieces("- See [the page](https://example.com/a) of `ann`!")]
    ['See [the page⟦1⟧ of ⟦2⟧!']
    """
    if _MARK.search(text):
        return ()
    found: list[Piece] = []
    at = 0
    for fence in (*_FENCE.finditer(text), None):
        until = fence.start() if fence else len(text)
        found += [piece for line in _LINE.finditer(text, at, until) if (piece := _piece(text, *line.span()))]
        at = fence.end() if fence else at
    return tuple(found)


def _piece(text: str, start: int, end: int) -> Piece | None:
    lead = _LEAD.match(text, start, end)
    start, end = (lead.end() if lead else start), start + len(text[start:end].rstrip(" \t|"))
    if start >= end:
        return None
    islands: list[str] = []

    def mark(found: re.Match[str]) -> str:
        islands.append(found[0])
        return f"⟦{len(islands)}⟧"

    masked = _ISLAND.sub(mark, text[start:end])
    if not _LETTER.search(_MARK.sub("", masked)):
        return None
    return Piece(start, end, masked, tuple(islands))


def refill(piece: Piece, rewritten: str) -> str | None:
    """What a model made of a piece, with its islands again; None where a mark is missing, doubled, invented or out of order.

    >>> refill(Piece(0, 9, "See ⟦1⟧.", ("`x`",)), "Look at ⟦1⟧."), refill(Piece(0, 9, "See ⟦1⟧.", ("`x`",)), "Look.")
    ('Look at `x`.', None)
    """
    if [int(number) for number in _MARK.findall(rewritten)] != list(range(1, len(piece.islands) + 1)):
        return None
    return _MARK.sub(lambda found: piece.islands[int(found[1]) - 1], rewritten)


def rebuild(text: str, rewritten: Mapping[Piece, str]) -> str:
    """`text` with the pieces replaced; everything outside them stays as it is."""
    parts: list[str] = []
    at = 0
    for piece in sorted(rewritten, key=lambda piece: piece.start):
        parts += [text[at : piece.start], rewritten[piece]]
        at = piece.end
    return "".join((*parts, text[at:]))

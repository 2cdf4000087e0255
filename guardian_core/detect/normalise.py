"""Text in, a plainer copy to match on and the way back to the original code points out.

Invisible characters split what a reader sees as one word, full-width digits and no-break spaces hide numbers, and a letter with
its accent can be one code point or two (BUGS B33, B35). Patterns and models read the copy; findings point at the original.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

# Soft hyphen, zero-width and joining characters, direction marks, variation selectors, the byte-order mark: nothing a reader sees.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
)
_MARKS = "\u0300-\u034e\u0350-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_DASHES = "\u2010-\u2015\u2212\ufe58\ufe63"
_NUMERALS = "\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u2080-\u2089\u2460-\u2468\u24ea"  # raised, lowered, in circles
_SPECIAL = re.compile(
    f"(?P<gone>[{_INVISIBLE}]+)|(?P<marked>[^\\W\\d_][{_MARKS}{_INVISIBLE}]*[{_MARKS}])|(?P<space>[{_SPACES}])|(?P<dash>[{_DASHES}])"
    f"|(?P<wide>[\uff01-\uff5e\ufe6b])|(?P<quote>[\u2018\u2019\u02bc])|(?P<digit>[^\\D0-9]|[{_NUMERALS}])|(?P<dot>[\u3002\uff61])"
)


@dataclass(frozen=True, slots=True)
class Plain:
    """A normalised copy; `starts[i]`, `ends[i]` delimit in the original what became its code point i (None: identical)."""

    text: str = field(repr=False)
    starts: Sequence[int] | None = field(repr=False, default=None)
    ends: Sequence[int] | None = field(repr=False, default=None)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where code points [start, end) of the copy lie in the original; start < end."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]


def plain(text: str) -> Plain:
    """The normalised copy of `text`, in linear time.

    >>> plain("4111\u00ad1111").text
    '41111111'
    >>> plain("a\u200bb c").original(0, 2)
    (0, 3)
    """
    if text.isascii():
        return Plain(text)
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    done = 0
    for match in _SPECIAL.finditer(text):
        start, end = match.span()
        pieces.append(text[done:start])
        starts.extend(range(done, start))
        ends.extend(range(done + 1, start + 1))
        done = end
        new = _plainer(match.lastgroup or "", match[0])
        pieces.append(new)
        starts.extend([start] * len(new))
        ends.extend([end] * len(new))
    if not done:
        return Plain(text)
    pieces.append(text[done:])
    starts.extend(range(done, len(text)))
    ends.extend(range(done + 1, len(text) + 1))
    return Plain("".join(pieces), starts, ends)


_GONE = dict.fromkeys(code for code in range(0x10000) if re.match(f"[{_INVISIBLE}]", chr(code)))


def _plainer(kind: str, found: str) -> str:
    """What stands in the copy for one matched run."""
    if kind == "gone":
        return ""
    if kind == "marked":
        return unicodedata.normalize("NFC", found.translate(_GONE))
    if kind == "space":
        return " "
    if kind == "dash":
        return "-"
    if kind == "quote":
        return "'"
    if kind == "digit":
        return str(unicodedata.digit(found, found))
    if kind == "dot":
        return "."  # as host names read it (RFC 3490 §3.1)
    return "@" if found == "\ufe6b" else chr(ord(found) - 0xFEE0)

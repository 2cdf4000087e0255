"""Text in, a plainer copy to match on and the way back to the original code points out.

Invisible characters split what a reader sees as one word, full-width digits and no-break spaces hide numbers, and a letter with
its accent can be one code point or two (BUGS B33, B35). Patterns and models read the copy; findings point at the original.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

# Soft hyphen, zero-width and joining characters, direction marks, variation selectors, the byte-order mark: nothing a reader sees.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb"
    "\U0001d173-\U0001d17a\U000e0100-\U000e01ef"
)
_MARKS = "\u0300-\u034e\u0350-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_DASHES = "\u2010-\u2015\u2212\ufe58\ufe63"
_NUMERALS = "\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u2080-\u2089\u2460-\u2468\u24ea"  # raised, lowered, in circles
_STYLED = "\u24b6-\u24e9\u2102-\u2134\U0001d400-\U0001d6a3"  # letters in circles, bold, script: for show, or to hide
# Letters of Cyrillic and Greek that look Latin; beside a Latin letter they are meant to be taken for one.
_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0455\u0458\u0501\u051b\u051d\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u03bf\u03b1\u03c1\u03bd\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7",
    "aeopcxyisjdqwABEKMHOPCTXoapvABEZHIKMNOPTX",
)
_ALIKES = "".join(map(chr, _ALIKE))
# A whole message may be written in invisible tag characters; a few of them are the end of a flag.
_TAGS = "\U000e0020-\U000e007e"
# Markup inside an address or a number, which a browser joins: dana<b>.quill</b>@example.test, 020<wbr>7946.
_TAG = r"</?(?:b|i|u|em|strong|span|font|mark|small|wbr)(?:\s[^<>]{0,120})?/?>"
_MARKUP = re.compile(
    r"(?P<gone>(?:(?<=[.@\d+-])|(?=<[^<>]{0,120}>[.@\d+-])|(?=<wbr))(?<=[\w.@+-])"
    rf"{_TAG}(?=[\w.@+-])|(?:(?<=[\d-])|(?<=\d ))(?:{_TAG}){{1,4}}(?= ?\d))"
    rf"|(?P<gap>(?<=\d)(?:{_TAG}){{1,3}} (?:{_TAG}){{1,3}}(?=\d))"
    r"|(?P<line>(?:(?<=[\d.@-])|(?<=\d )|(?=<br\s?/?>@))<br\s?/?>(?:[ \t]{0,4}\r?\n)?(?=\s?[\w(+@])"
    r"|(?<=[\d-])</(?:p|div|li|td)>\s?<(?:p|div|li|td)(?:\s[^<>]{0,120})?>(?=\d))"
)
_SPECIAL = re.compile(
    f"(?P<gone>[{_INVISIBLE}]+)|(?P<marked>[^\\W\\d_][{_MARKS}{_INVISIBLE}]*[{_MARKS}])|(?P<space>[{_SPACES}])|(?P<dash>[{_DASHES}])"
    f"|(?P<wide>[\uff01-\uff5e\ufe6b])|(?P<quote>[\u2018\u2019\u02bc])|(?P<digit>[^\\D0-9]|[{_NUMERALS}])|(?P<dot>[\u3002\uff61])"
    f"|(?P<styled>[{_STYLED}])|(?P<alike>(?<=[A-Za-z])[{_ALIKES}]|[{_ALIKES}](?=[A-Za-z]))|(?P<tag>[{_TAGS}](?:[{_TAGS}]{{5,}})?|\U000e0001|\U000e007f)"
    f"|{_MARKUP.pattern.replace('gone', 'markup')}"
)


class Plain(NamedTuple):
    """A normalised copy; `starts[i]`, `ends[i]` delimit in the original what became its code point i (None: identical)."""

    text: str
    starts: Sequence[int] | None = None
    ends: Sequence[int] | None = None

    def __repr__(self) -> str:
        """Without what may be private."""
        return "Plain()"

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
    special = _MARKUP if text.isascii() else _SPECIAL
    if special is _MARKUP and "<" not in text:
        return Plain(text)
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    done = 0
    for match in special.finditer(text):
        start, end = match.span()
        pieces.append(text[done:start])
        starts.extend(range(done, start))
        ends.extend(range(done + 1, start + 1))
        done = end
        new = _plainer(match.lastgroup or "", match[0])
        pieces.append(new)
        if match.lastgroup == "tag" and new:
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
        else:
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
    if kind in {"gone", "markup"}:
        return ""
    if kind == "tag":
        return "".join(chr(ord(character) - 0xE0000) for character in found) if len(found) > 1 else ""
    if kind == "alike":
        return found.translate(_ALIKE)
    if kind == "styled":
        return unicodedata.normalize("NFKC", found)
    if kind == "marked":
        return unicodedata.normalize("NFC", found.translate(_GONE))
    if kind in {"space", "gap"}:
        return " "
    if kind == "line":
        return "\n"
    if kind == "dash":
        return "-"
    if kind == "quote":
        return "'"
    if kind == "digit":
        return str(unicodedata.digit(found, found))
    if kind == "dot":
        return "."  # as host names read it (RFC 3490 §3.1)
    return "@" if found == "\ufe6b" else chr(ord(found) - 0xFEE0)

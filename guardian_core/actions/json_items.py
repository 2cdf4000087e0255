"""A view of JSON in; one item for each string, number and key out, each with its byte range.

Own scanner: `json` loses duplicate keys and the spelling of numbers (BUGS B12) and knows no byte ranges. One match of a regular
expression reads one member; the stack is a list (100,000 nested arrays are no recursion); all repeats are possessive: linear time.
What no reader minds is forgiven: control characters in strings, NaN, leading zeros. Documents may follow one another (NDJSON).
"""

import re
from collections.abc import Callable

from guardian_core.actions.escapes import unescape_json
from guardian_core.actions.keys import squeezed
from guardian_core.actions.roles import role_of
from guardian_core.actions.unpacked_items import read_bytes
from guardian_core.actions.views import MAX_KEY, Gathering, View, item_of, longer, whole
from guardian_core.vocabulary import Role

Leaf = Callable[[View, str, str], None]

_STRING = r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"'
_NUMBER = r"(-?(?:\d++(?:\.\d++)?+(?:[eE][+-]?\d++)?+|Infinity))"
_WORD = r"(?:true|false|null|NaN)(?![A-Za-z])"
_GAP = r"[ \t\r\n]*+"
_EXPONENT = re.compile(r"(\d+)(?:\.(\d+))?[eE]\+?(\d{1,2})")
_LONGEST = 30  # digits of a number that is somebody's
_VALUE = rf"(?:(?:{_STRING}|{_NUMBER}|{_WORD}){_GAP}([,\]}}])|([\[{{]){_GAP})"
_MEMBER = re.compile(rf"{_GAP}{_STRING}{_GAP}:{_GAP}{_VALUE}", re.DOTALL)  # groups: key, string, number, mark, opening
_ELEMENT = re.compile(rf"{_GAP}(){_VALUE}", re.DOTALL)
_SCALAR = re.compile(rf"{_GAP}(?:{_STRING}|{_NUMBER}|{_WORD}){_GAP}", re.DOTALL)
_OPEN = re.compile(rf"{_GAP}([\[{{]){_GAP}", re.DOTALL)
_MARK = re.compile(rf"{_GAP}([,\]}}])")
_SPACE = re.compile(_GAP)
# How programs write bytes: Node's `Buffer`, lists of typed arrays, and the latter as an object.
BYTES = re.compile(
    rf"\[{_GAP}(?:\d{{1,3}}{_GAP},{_GAP}){{10,}}+\d{{1,3}}{_GAP}\]"
    rf"|\{{{_GAP}\"0\"{_GAP}:{_GAP}\d{{1,3}}{_GAP}(?:,{_GAP}\"\d{{1,7}}\"{_GAP}:{_GAP}\d{{1,3}}{_GAP}){{10,}}+\}}"
)
_DIGITS, _PLACED = re.compile(r"\d+"), re.compile(r":\s*+(\d+)")
# How a string begins that may be taken apart further: JSON, a URL with a query, a data URL, a query, base64 of a file.
LAYERED = re.compile(r"\s*+(?:[\[{]|[^\s%?=&#]*+[%?=&#]|data:|[A-Za-z0-9+/_-]{60})", re.IGNORECASE)

# Names under which a bare `true` tells something of somebody; elsewhere it sets a program.
ANSWERED = frozenset({
    "pregnant", "ispregnant", "schwanger", "enceinte", "embarazada", "incinta", "zwanger", "criminalrecord", "hascriminalrecord",
    "felony", "istransgender", "istrans", "islgbt", "islgbtq", "unionmember", "isunionmember", "tradeunionmember",
    "gewerkschaftsmitglied", "hivpositive", "ishivpositive", "hashiv", "hasdisability", "isrefugee", "isasylumseeker",
})  # fmt: skip
ANSWER_REASON = "a yes or no"

DOCUMENTS = frozenset({"query", "mutation"})  # what may be a GraphQL document

PACKED = re.compile(r"[A-Za-z0-9+/_-]{15}[A-Za-z0-9+/_=-]")  # what may be base64 of text

SPELLED = re.compile(r"[&<]|\\[xu]")  # letters that are spelled otherwise within prose, or cut by markup


def read_json(view: View, path: str, key: str, out: Gathering, leaf: Leaf) -> int:
    """Add the items of the JSON documents in `view`; `leaf` takes strings that may hold a further layer.

    Returns the code point behind the last thing that was JSON: the length of the text if all of it is.
    """
    text = view.text
    read = _read_documents(view, path, key, out, leaf)
    for found in BYTES.finditer(text, 0, read):
        data = _bytes(found[0])
        if data:
            read_bytes(data, view.cut(*found.span()), "bytes", path=path, key=key, out=out, read=leaf)
    return read


def _bytes(written: str) -> bytes | None:
    """The bytes of a list of numbers, or of an object whose names are their places; None where one is no byte."""
    values = list(map(int, _PLACED.findall(written) if written[0] == "{" else _DIGITS.findall(written)))
    return bytes(values) if max(values) < 256 else None


def _read_documents(view: View, path: str, key: str, out: Gathering, leaf: Leaf) -> int:
    text, length = view.text, len(view.text)
    position = _SPACE.match(text, 0).end()  # type: ignore[union-attr] # matches the empty text
    document = 0
    while position < length:
        where = path if document == 0 else f"{path}/{document}"
        if opening := _OPEN.match(text, position):
            position, complete = _Document(view, out, leaf).read(opening[1], opening.end(), where, key)
            if not complete:
                return position
        elif scalar := _SCALAR.match(text, position):
            one = _Document(view, out, leaf)
            if scalar[1]:
                one.string(*scalar.span(1), where, key)
            elif scalar[2]:
                one.number(*scalar.span(2), where, key)
            position = scalar.end()
        else:
            return position
        position = _SPACE.match(text, position).end()  # type: ignore[union-attr] # as above
        document += 1
    return position if document else 0


def spelled_out(number: str) -> str:
    """A long whole number without its exponent, as Java writes those of ten million and more; other numbers as they are.

    >>> spelled_out("4.111111111111111E15"), spelled_out("1e400"), spelled_out("1.5e3")
    ('4111111111111111', '1e400', '1.5e3')
    """
    found = _EXPONENT.fullmatch(number)
    digits, fraction = (found[1], found[2] or "") if found else ("", "")
    zeros = int(found[3]) - len(fraction) if found else -1
    return digits + fraction + "0" * zeros if zeros >= 0 and 8 <= len(digits + fraction) + zeros <= _LONGEST else number


def _may_hold(text: str) -> bool:
    """Whether base64, words in the spelling of mail headers, or bytes with colons between them may stand in a text."""
    return PACKED.search(text) is not None or "=?" in text or text[2:3] == ":"


class _Document:
    """The reading of one document."""

    __slots__ = ("json", "leaf", "number_encoders", "out", "view")

    def __init__(self, view: View, out: Gathering, leaf: Leaf) -> None:
        self.view, self.out, self.leaf = view, out, leaf
        self.json = ("json", *view.encoders)
        self.number_encoders = ("json-number", *view.encoders)

    def read(self, opening: str, position: int, path: str, key: str) -> tuple[int, bool]:
        """Read from behind an opening bracket to behind its closing one; (code point, whether it was complete)."""
        text = self.view.text
        stack: list[tuple[bool, str, str, int]] = []  # of the containers around: is an object, path, key, index
        inside, index = opening == "{", 0
        closed = text[position : position + 1] == ("}" if inside else "]")
        if closed:
            position += 1
        while True:
            if closed:
                if not stack:
                    return position, True
                inside, path, key, index = stack.pop()
                found = _MARK.match(text, position)
                if not found:
                    return position, False
                mark = found[1]
            else:
                found = (_MEMBER if inside else _ELEMENT).match(text, position)
                if not found:
                    return position, False
                if inside:
                    name, where = self.name(found, path)
                else:
                    name, where = key, longer(path, str(index))
                if found[5]:
                    stack.append((inside, path, key, index))
                    inside, path, key, index = found[5] == "{", where, name, 0
                    position = found.end()
                    closed = text[position : position + 1] == ("}" if inside else "]")
                    position += closed
                    continue
                self.scalar(found, where, name)
                mark = found[4]
            position, index = found.end(), index + 1
            closed = mark != ","
            if closed and (mark == "}") != inside:
                return position - 1, False

    def name(self, found: re.Match[str], path: str) -> tuple[str, str]:
        """Add the item of a key; returns the key decoded and its path."""
        key = found[1]
        view, out = self.view, self.out
        if view.offsets is not None or "\\" in key:
            decoded = unescape_json(view.cut(*found.span(1)))
            where = longer(path, decoded.text)
            out.add(decoded, where, decoded.text, Role.STRUCTURE)
            return decoded.text[:MAX_KEY], where
        where = longer(path, key)
        if key:
            start = view.start + found.start(1)
            end = start + len(key)
            out.items.append(item_of(where, key, key, Role.STRUCTURE, out.place, None, start, end, self.json, None, out.ambient))
        return key[:MAX_KEY], where

    def scalar(self, found: re.Match[str], path: str, key: str) -> None:
        """Add the item of a string or a number."""
        if found[2]:
            self.string(*found.span(2), path, key)
        elif found[3]:
            self.number(*found.span(3), path, key)
        elif squeezed(key) in ANSWERED:
            self.answer(found, path, key)

    def answer(self, found: re.Match[str], path: str, key: str) -> None:
        """Add the item of a yes, which nothing plausible can take the place of."""
        begin = self.view.text.rfind("true", *found.span())
        if begin >= 0 and begin >= found.start() + len(key):
            self.out.add(self.view.cut(begin, begin + len("true")), path, key, Role.VALUE, load_bearing=ANSWER_REASON)

    def string(self, begin: int, end: int, path: str, key: str) -> None:
        """Add the item of a string's inside, or hand it on where it may hold a further layer."""
        view, out = self.view, self.out
        text = view.text[begin:end]
        if view.offsets is not None or "\\" in text:
            inner = unescape_json(view.cut(begin, end))
            if key in DOCUMENTS or LAYERED.match(inner.text) or SPELLED.search(inner.text) or _may_hold(inner.text):
                self.leaf(inner, path, key)
            else:
                out.add(inner, path, key, role_of(inner.text, key))
        elif key in DOCUMENTS or LAYERED.match(text) or "&" in text or "<" in text or _may_hold(text):
            self.leaf(View(text, None, view.start + begin, self.json), path, key)
        elif text:
            role = out.role or role_of(text, key)
            begin, end = view.start + begin, view.start + end
            out.items.append(item_of(path, key, text, role, out.place, None, begin, end, self.json, None, out.ambient))

    def number(self, begin: int, end: int, path: str, key: str) -> None:
        """Add the item of a number."""
        view, out = self.view, self.out
        text, start = view.text[begin:end], view.start
        plain = spelled_out(text) if "e" in text or "E" in text else text
        if view.offsets is not None or plain is not text:
            cut = view.cut(begin, end)
            out.add(cut.through("json-number") if plain is text else whole(plain, cut, "json-number"), path, key, Role.VALUE)
            return
        role = out.role or Role.VALUE
        out.items.append(
            item_of(path, key, text, role, out.place, None, start + begin, start + end, self.number_encoders, None, out.ambient)
        )

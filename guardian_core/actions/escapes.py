"""A view of escaped text in; a view of what it means out: JSON escapes, percent-encoding, entities of XML and HTML."""

import quopri
import re
from collections.abc import Iterator
from html.entities import html5

from guardian_core.actions.charset import keeps_ascii, known, sizes_utf8
from guardian_core.actions.views import Piece, View, respell

_JSON = re.compile(r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_CODE = re.compile(r"\\{1,8}(?:x([2-7][0-9a-fA-F])|u(00[2-7][0-9a-fA-F]))")
_UNIT = re.compile("%u([0-9A-Fa-f]{4})")
_WORD = re.compile(r"=\?([\w.:+-]{1,40})(?:\*[\w-]{1,20})?\?[qQ]\?([^?\s]*+)\?=")
_BETWEEN = re.compile(r"\?=\s++=\?")
_RUN = re.compile(r"(?:%[0-9A-Fa-f]{2})++")
_RUN_OR_PLUS = re.compile(r"(?:%[0-9A-Fa-f]{2})++|\+")
_HIGH = re.compile("%[89A-Fa-f]")
_ENTITY = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));")


def unescape_json(view: View) -> View:
    r"""Decode the inside of a JSON string.

    >>> unescape_json(View("a\\u0040b", None, 5)).text
    'a@b'
    """
    return respell(view, _json_pieces(view.text), "json") if "\\" in view.text else view.through("json")


def _json_pieces(text: str) -> Iterator[Piece]:
    for found in _JSON.finditer(text):
        high, low, single, letter = found.groups()
        if high:
            decoded = chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
        elif single:
            code = int(single, 16)
            decoded = "\ufffd" if 0xD800 <= code <= 0xDFFF else chr(code)  # half a surrogate pair is no character
        else:
            decoded = _LETTERS.get(letter, letter)
        yield found.start(), found.end(), decoded, (found.start(),)


def unescape_code(view: View) -> View:
    r"""Decode letters written as program code writes them; no other backslash is an escape (`C:\new`).

    >>> unescape_code(View(r"a\x40b\u0040c\n", None, 0)).text
    'a@b@c\\n'
    """
    return respell(
        view, ((m.start(), m.end(), chr(int(m[1] or m[2], 16)), (m.start(),)) for m in _CODE.finditer(view.text)), "json"
    )


def unescape_units(view: View) -> View:
    """Decode letters as JavaScript's `escape` writes them.

    >>> unescape_units(View("a%u0040b %u00", None, 0)).text
    'a@b %u00'
    """
    return respell(view, ((m.start(), m.end(), _unit(m[1]), (m.start(),)) for m in _UNIT.finditer(view.text)), "percent")


def _unit(written: str) -> str:
    code = int(written, 16)
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else chr(code)


def words_of(text: str) -> str:
    """A text with its words in the Q spelling of mail headers (RFC 2047) read; those that follow each other are one.

    >>> words_of("To: =?utf-8?Q?d=61na=40?= =?utf-8?q?example.test?=")
    'To: dana@example.test'
    """
    return _WORD.sub(_word, _BETWEEN.sub("?==?", text))


def _word(found: re.Match[str]) -> str:
    charset = known(found[1]) or "utf-8"
    return quopri.decodestring(found[2].encode("utf-8", "surrogatepass"), header=True).decode(charset, "replace")


def unescape_form(view: View, charset: str) -> View:
    """Decode a name or value of application/x-www-form-urlencoded; plus is a space."""
    return _unescape_percent(view, _RUN_OR_PLUS, "form", charset)


def unescape_percent(view: View, charset: str) -> View:
    """Decode percent-encoding; plus is plus."""
    return _unescape_percent(view, _RUN, "percent", charset)


def _unescape_percent(view: View, pattern: re.Pattern[str], encoder: str, charset: str) -> View:
    text = view.text
    if "%" not in text:
        if encoder == "percent" or "+" not in text:
            return view.through(encoder)
    elif charset == "utf-8" and _HIGH.search(text) and not _all_utf8(text):
        return respell(view, _percent_pieces(text, pattern, "cp1252"), encoder + "/cp1252")
    return respell(view, _percent_pieces(text, pattern, charset), encoder)


def _bytes(run: str) -> bytes:
    return bytes.fromhex(run.replace("%", ""))


def _all_utf8(text: str) -> bool:
    """Whether every run of percent-encoded bytes is UTF-8; `Zo%EB` is not (BUGS B11)."""
    try:
        for run in _RUN.findall(text):
            _bytes(run).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _percent_pieces(text: str, pattern: re.Pattern[str], charset: str) -> Iterator[Piece]:
    for found in pattern.finditer(text):
        begin, end = found.span()
        if found[0] == "+":
            yield begin, end, " ", (begin,)
            continue
        data = _bytes(found[0])
        if data.isascii():
            yield begin, end, data.decode("ascii"), range(begin, end, 3)
        elif charset == "utf-8":
            decoded = data.decode("utf-8")
            yield begin, end, decoded, [begin + 3 * size for size in sizes_utf8(decoded)]
        else:
            decoded = data.decode(charset, "replace")
            if len(decoded) != len(data):  # a multi-byte charset: its bytes are kept, its letters are not read
                decoded = data.decode("cp1252", "replace")
            yield begin, end, decoded, range(begin, end, 3)


def percent_charset(charset: str) -> str:
    """The charset of percent-encoded bytes in a body of `charset`: itself if it keeps ASCII, else UTF-8.

    >>> percent_charset("cp1251"), percent_charset("utf-16-le")
    ('cp1251', 'utf-8')
    """
    return charset if known(charset) and keeps_ascii(charset) else "utf-8"


def unescape_xml(view: View, encoder: str) -> View:
    """Decode entities in a text node or an attribute's value.

    >>> unescape_xml(View("a&#64;b &amp; c", None, 0), "xml").text
    'a@b & c'
    """
    return respell(view, _entity_pieces(view.text), encoder) if "&" in view.text else view.through(encoder)


def _entity_pieces(text: str) -> Iterator[Piece]:
    for found in _ENTITY.finditer(text):
        decimal, hexadecimal, name = found.groups()
        if name:
            decoded = html5.get(name + ";", "")
        else:
            code = int(decimal) if decimal else int(hexadecimal, 16)
            decoded = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code <= 0xDFFF else "\ufffd"
        if len(decoded) == 1:  # two code points of one entity could not be told apart when written
            yield found.start(), found.end(), decoded, (found.start(),)

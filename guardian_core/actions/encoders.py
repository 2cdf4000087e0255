"""A replacement in; the same replacement as it must be spelled at its place out, for every encoder that an `Item` may name.

An item names its encoders innermost first: `("json", "form")` is a JSON string in a form value. A name may carry the charset of its
layer: `form/cp1252`. `charset/NAME`, always last, is the charset of the bytes where it is not that of the whole body.
"""

import base64
import binascii
import quopri
import re
from collections.abc import Callable
from urllib.parse import quote_from_bytes

from guardian_core.actions.charset import can, express
from guardian_core.errors import EditError

Encoder = Callable[[str, str], str]

NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_JSON = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_JSON_SPECIAL = re.compile('["\\\\\x00-\x1f]')
_XML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ATTRIBUTE = {**_XML, '"': "&quot;", "'": "&#39;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
_CONTROLS = re.compile("[\x00-\x1f\x7f]+")


def _json(text: str, charset: str) -> str:
    text = _JSON_SPECIAL.sub(lambda found: _JSON.get(found[0]) or f"\\u{ord(found[0]):04x}", text)
    return text if charset.startswith("utf") else "".join(c if can(c, charset) else _utf16_escapes(c) for c in text)


def _utf16_escapes(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def _json_number(text: str, charset: str) -> str:
    """Digits stay a number; anything else becomes a string, so that the document stays valid (BUGS B12)."""
    return text if NUMBER.fullmatch(text) else f'"{_json(text, charset)}"'


def _percent(text: str, charset: str) -> str:
    return quote_from_bytes(express(text, charset).encode(charset), safe="")


def _form(text: str, charset: str) -> str:
    return quote_from_bytes(express(text, charset).encode(charset), safe=" ").replace(" ", "+")


def _parameter(text: str, charset: str) -> str:
    """A quoted name or filename of multipart/form-data (WHATWG HTML §4.10.21.8)."""
    return express(text, charset).replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _entities(table: dict[str, str], text: str, charset: str) -> str:
    return "".join(table.get(c) or (c if can(c, charset) else f"&#{ord(c)};") for c in text)


def _xml(text: str, charset: str) -> str:
    return _entities(_XML, text, charset)


def _attribute(text: str, charset: str) -> str:
    return _entities(_ATTRIBUTE, text, charset)


def _cdata(text: str, _charset: str) -> str:
    return text.replace("]]>", "]]]]><![CDATA[>")


def _markup(text: str, _charset: str) -> str:
    """Inside a comment or a declaration: nothing that could end it."""
    return re.sub("[<>&\"'-]+", " ", text)


def _graphql_block(text: str, _charset: str) -> str:
    """Inside a block string: nothing that could end it."""
    return text.replace('"""', '\\"""').removesuffix('"')


def _line(text: str, _charset: str) -> str:
    """Inside a comment that ends with its line."""
    return _CONTROLS.sub(" ", text)


def _header(text: str, _charset: str) -> str:
    """Inside a header's value: no line ends, which would begin a header of their own."""
    return _CONTROLS.sub(" ", text)


def _cookie(text: str, charset: str) -> str:
    """RFC 6265 §4.1.1: a cookie's value has no space, quote, comma, semicolon or backslash."""
    return quote_from_bytes(express(text, charset).encode(charset), safe="!#$&'()*+-./:<=>?@[]^_`{|}~")


def _base64(text: str, _charset: str) -> str:
    return base64.b64encode(express(text, "utf-8").encode()).decode()


def _quoted_printable(text: str, charset: str) -> str:
    return quopri.encodestring(express(text, charset).encode(charset)).decode("ascii")


def _raw(text: str, _charset: str) -> str:
    return text


ENCODERS: dict[str, Encoder] = {
    "raw": _raw,
    "json": _json,
    "json-number": _json_number,
    "form": _form,
    "percent": _percent,
    "parameter": _parameter,
    "graphql-block": _graphql_block,
    "markup-line": _line,
    "header": _header,
    "cookie": _cookie,
    "xml": _xml,
    "xml-attribute": _attribute,
    "xml-cdata": _cdata,
    "xml-markup": _markup,
    "base64": _base64,
    "quoted-printable": _quoted_printable,
}
# Items of these are written back as a whole: half a number or half a base64 quantum cannot be replaced on its own.
WHOLE = frozenset({"json-number", "base64", "quoted-printable"})


def encode(text: str, encoders: tuple[str, ...], charset: str) -> bytes:
    """Spell `text` through all encoders, then in the charset.

    >>> encode('an "x"', ("json", "form"), "utf-8")
    b'an+%5C%22x%5C%22'

    Raises:
        EditError: an encoder that does not exist.
    """
    if encoders and encoders[-1].startswith("charset/"):
        charset, encoders = encoders[-1].removeprefix("charset/"), encoders[:-1]
    for name in encoders:
        base, _, own = name.partition("/")
        if base not in ENCODERS:
            message = f"no encoder named {base}"
            raise EditError(message)
        text = ENCODERS[base](text, own or charset)
    return express(text, charset).encode(charset)


def unbase64(text: str) -> bytes | None:
    """The bytes of base64 in either alphabet, white space, padding and a cut end forgiven; None if it is not base64."""
    letters = re.sub(r"[\s=]+", "", text).translate({ord("-"): "+", ord("_"): "/"})
    letters = letters[:-1] if len(letters) % 4 == 1 else letters
    try:
        return base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None

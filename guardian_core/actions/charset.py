"""Bytes and a charset in; a view with exact byte offsets out. Text and a charset in; text that the charset can express out.

A view need not be reversible, since only edited stretches are written: a byte that is not text becomes U+FFFD, in its place.
"""

import codecs
import re
import unicodedata
from array import array
from functools import lru_cache
from itertools import accumulate

import numpy as np

from guardian_core.actions.views import View

_LABEL = re.compile(r"""charset\s*=\s*["']?([\w.:+-]{1,40})""", re.IGNORECASE)
# Codecs of Python that are not charsets (rot13, base64, idna …) or carry state across characters (iso-2022-jp, utf-7) are left out.
_CHARSET = re.compile(
    r"utf-(8|8-sig|16|16-le|16-be|32|32-le|32-be)|iso8859-\d+|cp\d+|koi8-[rtu]|mac-[a-z]+|kz1048|ptcp154|tis-620|hp-roman8"
    r"|gbk|gb2312|gb18030|big5|big5hkscs|euc_jp|euc_kr|euc_jis_2004|shift_jis|shift_jisx0213|johab|ascii"
)
STATEFUL = re.compile(r"(?i)iso-2022|csiso2022|^hz|utf-?7$|hz-gb")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
     "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ð": "d", "þ": "th", "ı": "i", "\u00a0": " "}
)  # fmt: skip


def label_of(content_type: str) -> str | None:
    """The charset parameter as written, or None."""
    found = _LABEL.search(content_type)
    return found[1] if found else None


@lru_cache(maxsize=256)
def known(label: str) -> str | None:
    """Python's name of a charset we can read, or None; what the web calls latin-1 is windows-1252 (WHATWG Encoding §4.2)."""
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):
        return None
    if not _CHARSET.fullmatch(name):
        return None
    aliases = {"iso8859-1": "cp1252", "ascii": "utf-8", "utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
    return aliases.get(name, name)


@lru_cache(maxsize=256)
def _one_byte(charset: str) -> bool:
    return len(bytes(range(256)).decode(charset, "replace")) == 256


@lru_cache(maxsize=256)
def keeps_ascii(charset: str) -> bool:
    """Whether ASCII bytes mean the same in `charset`."""
    return bytes(range(128)).decode(charset, "replace").encode() == bytes(range(128))


def choose(data: bytes, content_type: str = "") -> tuple[str, int]:
    """The charset of `data` and the length of its byte order mark: mark, then label, then UTF-8, then windows-1252."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name, len(mark)
    label = label_of(content_type)
    charset = known(label) if label else None
    # Plain ASCII under a label whose letters look different (UTF-16, EBCDIC) is ASCII: servers that expect JSON look at the bytes.
    lying = charset is not None and not keeps_ascii(charset) and data.isascii() and b"\0" not in data
    if charset is not None and not lying:
        return charset, 0
    if data[1:2] == b"\0" and data[:64:2].isascii() and 0 not in data[:64:2] and not any(data[1:64:2]):
        return "utf-16-le", 0  # text without a mark: every second byte is zero
    if data.isascii():
        return "utf-8", 0
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        # One broken byte in a UTF-8 text must not turn all of it into mojibake.
        kept = data.decode("utf-8", "ignore")
        broken = len(data) - len(kept.encode())
        several = sum(1 for letter in kept if letter > "\x7f")
        return ("utf-8", 0) if several > broken else ("cp1252", 0)
    return "utf-8", 0


def view_of(data: bytes, start: int, end: int, charset: str, encoders: tuple[str, ...] = ()) -> View:
    """Decode data[start:end]; never fails: bytes that are not text become U+FFFD, one each."""
    piece = data[start:end]
    if charset == "utf-8":
        if piece.isascii():
            return View(piece.decode("ascii"), None, start, encoders)
        text = piece.decode("utf-8", "surrogateescape")
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
        lengths = 1 + (codes >= 0x80).astype(np.int64) + (codes >= 0x800) + (codes >= 0x10000)
        lengths[(codes >= 0xDC80) & (codes <= 0xDCFF)] = 1
        return _with_lengths(text, lengths, start, encoders)
    if _one_byte(charset):
        return View(piece.decode(charset, "replace"), None, start, encoders)
    if charset.startswith("utf-16"):
        text = piece[: len(piece) & ~1].decode(charset, "surrogatepass")
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
        return _with_lengths(text, 2 + 2 * (codes >= 0x10000).astype(np.int64), start, encoders)
    found = _by_table(piece, charset)
    if found is None:
        return View(piece.decode("cp1252", "replace"), None, start, encoders)
    return _with_lengths(found[0], np.array(found[1], np.int64), start, encoders)


def _with_lengths(text: str, lengths: "np.ndarray[tuple[int], np.dtype[np.int64]]", start: int, encoders: tuple[str, ...]) -> View:
    offsets = array("q", bytes(8 * (len(text) + 1)))
    numbers = np.frombuffer(offsets, np.int64)
    numbers[0] = start
    numbers[1:] = start + np.cumsum(lengths)
    return View(_SURROGATES.sub("\ufffd", text), offsets, start, encoders)


def _by_table(piece: bytes, charset: str) -> tuple[str, list[int]] | None:
    """Text and the bytes of each code point for the East Asian multi-byte charsets; None where the bytes do not come back."""
    try:
        text = piece.decode(charset)
        sizes = {letter: len(letter.encode(charset)) for letter in set(text)}
    except UnicodeError:
        return None
    lengths = [sizes[letter] for letter in text]
    return (text, lengths) if sum(lengths) == len(piece) else None


def sizes_utf8(text: str) -> list[int]:
    """Byte index of each code point of UTF-8 text.

    >>> sizes_utf8("aë€")
    [0, 1, 3]
    """
    return list(accumulate((len(letter.encode()) for letter in text[:-1]), initial=0))


def express(text: str, charset: str) -> str:
    """The text in letters that `charset` has; what it lacks loses its accents, or becomes x. Never a question mark.

    >>> express("Zoë Łuk 王", "cp1252")
    'Zoë Luk x'
    """
    try:
        text.encode(charset)
    except UnicodeEncodeError:
        return "".join(_nearest(letter, charset) for letter in text)
    return text


def can(letter: str, charset: str) -> bool:
    """Whether the charset has the letter."""
    try:
        letter.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def _nearest(letter: str, charset: str) -> str:
    if can(letter, charset):
        return letter
    plain = unicodedata.normalize("NFKD", letter.translate(_PLAIN)).encode("ascii", "ignore").decode()
    if plain or unicodedata.combining(letter):
        return plain
    return "x" if letter.isalnum() else "-"

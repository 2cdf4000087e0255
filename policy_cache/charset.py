"""Bytes of a page and its Content-Type in, text out, by the HTML rules: byte order mark, header, meta, guess (B55)."""

import codecs
import re

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_HEADER = re.compile(r"charset\s*=\s*[\"']?([\w:.+-]+)", re.IGNORECASE)
_META = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w:.+-]+)", re.IGNORECASE)
# What browsers read under a label (WHATWG Encoding Standard, "names and labels"), where Python's codec is narrower or another.
_READ_AS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "utf-16": "utf-16-le",
}
# Codecs a browser knows. Others (utf-7, unicode_escape, idna) are no charset of a page and some are a way to smuggle text.
_KNOWN = re.compile(r"utf-8|utf-16(-[lb]e)?|cp125\d|cp874|cp866|cp932|cp949|iso8859-\d+|koi8-[ru]|gb18030|gbk|gb2312|big5|"
                    r"big5hkscs|euc_jp|euc_kr|iso2022_jp|shift_jis|mac-roman|mac-cyrillic|ascii")  # fmt: skip


def decode(content: bytes, content_type: str = "") -> str:
    """The text of `content`; what does not fit the charset becomes U+FFFD, nothing is raised.

    >>> decode("Données".encode(), "text/html"), decode(b"Donn\\xe9es", "text/html; charset=iso-8859-1")
    ('Données', 'Données')
    """
    for mark, name in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(name, "replace")
    header = _HEADER.search(content_type)
    named = codec(header[1]) if header else None
    if named is not None:
        return content.decode(named, "replace")
    meta = _META.search(content[:4096])
    declared = codec(meta[1].decode("ascii", "replace")) if meta else None
    if declared is not None:
        # A meta that could be read as ASCII proves that the page is not UTF-16 (HTML, "prescan a byte stream").
        return content.decode("utf-8" if declared.startswith("utf-16") else declared, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        # One bad byte in a page of valid UTF-8 sequences is a bad byte, not another charset.
        text = content.decode("utf-8", "replace")
        broken = text.count("\ufffd")
        whole = sum(1 for character in text if ord(character) > 0x7F) - broken
        return text if whole > 10 * broken else content.decode("cp1252", "replace")


def codec(label: str) -> str | None:
    """Python's codec for a charset label as a browser understands it; None for a label that no browser knows."""
    try:
        name = codecs.lookup(label.strip().lower()).name
    except (LookupError, ValueError):
        return None
    return _READ_AS.get(name, name) if _KNOWN.fullmatch(name) else None

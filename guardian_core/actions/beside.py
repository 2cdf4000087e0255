"""Compressed bytes in; what they carry beside the content out: fields of a gzip header, and whether brotli may hold more.

A gzip member may name a file and carry a comment (RFC 1952 §2.3), brotli metadata of any length wherever it likes (RFC 7932 §9.2).
The content does not show it, and all of it reaches the server. Fields of gzip are searched. Where metadata of brotli begins, only a
whole decoder knows: what the reference encoder makes of the content goes on as it came, and anything else is packed anew.
"""

import re

import brotli

_EXTRA, _NAME, _COMMENT = 4, 8, 16  # flags of a gzip member
FIELDS = _EXTRA | _NAME | _COMMENT
LONGEST = 1_024  # bytes of fields that are searched; what is longer, or no text, is left out
_TEXT = re.compile(rb"[\x20-\x7e\n]*+")
# Qualities of encoders, the quick ones first; the last two take a tenth of a second for 64 KB.
_QUICK, _SLOW = (5, 4, 6, 1, 3, 2, 0, 9, 8, 7), (11, 10)
_QUICK_SIZE, _SLOW_SIZE = 262_144, 65_536  # bytes of content up to which they are tried


def said(packed: bytes) -> bytes:
    """The fields of a gzip header that are not the body: extra, name and comment, each on a line."""
    flags, at = packed[3], 10
    fields: list[bytes] = []
    if flags & _EXTRA:
        size = int.from_bytes(packed[at : at + 2], "little")
        fields.append(packed[at + 2 : at + 2 + size])
        at += 2 + size
    for flag in (_NAME, _COMMENT):
        if flags & flag:
            end = packed.index(b"\0", at)
            fields.append(packed[at:end])
            at = end + 1
    return b"".join(part + b"\n" for part in fields)


def is_said(beside: bytes) -> bool:
    """Whether such fields are text that a search for readable runs reads."""
    return len(beside) <= LONGEST and _TEXT.fullmatch(beside) is not None


def is_tight(packed: bytes, content: bytes) -> bool:
    """Whether `packed` is what the reference encoder makes of `content`, so that nothing else is in it. False says nothing."""
    sizes = ((_QUICK, _QUICK_SIZE), (_SLOW, _SLOW_SIZE))
    qualities = [quality for several, most in sizes if len(content) <= most for quality in several]
    return any(brotli.compress(content, quality=quality) == packed for quality in qualities)

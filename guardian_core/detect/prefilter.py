"""Bytes in, whether any detector could find something in the items read from them out.

It may say yes for nothing, never no for something. So it asks only for traces that survive every way in which values are written:
percent
and JSON escapes, other charsets and base64 each count as a trace by themselves.
"""

import re

from guardian_core.detect.keys import KEY_WORDS

_TRACES = (
    rb"[^\t\n\r\x20-\x7e]",  # not plain ASCII: any charset, full-width digits, invisible characters
    rb"%[0-9A-Fa-f]{2}|\\[ux0]|&[#a-z]|=[0-9A-F]{2}[=\r\n]",  # escapes can hide any character
    rb"@",
    rb"\d[ .,:/()+-]{0,3}\d[ .,:/()+-]{0,3}\d",  # three digits: numbers of every kind, dates, addresses of machines
    rb"[0-9A-Fa-f]:[0-9A-Fa-f]{0,4}:",
    rb"[A-Za-z0-9+/_-]{16}",  # tokens, and base64 of anything that could be found
    rb"[A-Z][A-Za-z']",  # a name
    rb"[a-z]{2,}(?: |\+)[a-z]{2,}",  # words: prose that may name somebody in small letters
)
_SEPARATOR = rb"[^A-Za-z]{0,8}"


def _spelled(key: str) -> bytes:
    """A key as it may be written: any case, with digits and punctuation between letters, for instance `first_name` or
    `a[first][name]`."""
    return _SEPARATOR.join(re.escape(letter).encode() for letter in key)


# The shortest endings suffice: what ends in "firstname" also ends in "name".
_KEYS = sorted({key for key in KEY_WORDS if key.isascii() and not any(key != other and key.endswith(other) for other in KEY_WORDS)})
_ASSIGNMENT = rb"(?i:pass|pwd|secret|token|key|kenn|mot de|contra|wacht|senha|parola|pin )"
_HOLDS = re.compile(b"|".join((*_TRACES, _ASSIGNMENT)))
_KEYED = re.compile(b"(?i:" + b"|".join(_spelled(key) for key in _KEYS) + b")")


def may_hold(data: bytes) -> bool:
    """Whether a detector could find something in the items read from `data` (decoded body, target or header value); False is
    certain.

    >>> may_hold(b'{"event":"view","n":1}'), may_hold(b'{"e":"dana.quill@example.test"}'), may_hold(b"zip=x1y")
    (False, True, True)
    """
    return _HOLDS.search(data) is not None or _KEYED.search(data) is not None

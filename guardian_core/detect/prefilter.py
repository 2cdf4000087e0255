"""Bytes in, whether any detector could find something in the items read from them out.

It may say yes for nothing, never no for something. So it asks only for traces that survive every way in which values are written:
percent and JSON escapes, other charsets and base64 each count as a trace by themselves.
"""

import re
from collections.abc import Sequence

from guardian_core.detect.keys import KEY_WORDS

_TRACES = (
    rb"[^\t\n\r\x20-\x7e]",  # not plain ASCII: any charset, full-width digits, invisible characters
    rb"%[0-9A-Fa-f]{2}",  # escapes can hide any character
    rb"\\[ux0]",
    rb"&(?:#|[a-z]{2,8};)",
    rb"=[0-9A-F]{2}[=\r\n]",
    rb"@",
    rb"eyJ",
    rb"home\\?[/\\]",
    rb"\d[ ./()+-]{0,3}\d[ ./()+-]{0,3}\d",  # three digits: numbers of every kind, dates, addresses of machines
    rb"[0-9A-Fa-f]:[0-9A-Fa-f]{0,4}:",
    rb"[0-9][A-Za-z0-9]{2}[0-9]-?[A-Za-z]",  # letters between digits: Medicare's numbers
    rb"[\[({<] ?(?:[Aa][Tt]|[Aa]rroba|[Cc]hez|[Bb]ei|[Kk]ukac) ?[\])}>]",  # an address spelled out
    rb"[2-9A-Za-z]\+[2-9A-Za-z]{2}|///[a-z]",  # codes of places
    rb"[A-Za-z0-9+/_-]{16}",  # tokens, and base64 of anything that could be found
    rb"[A-Z][A-Za-z']",  # a name
    rb"[a-z]{2,}(?: |\+)[a-z]{2,}",  # words: prose that may name somebody in small letters
)
# Keys as they may be written, `first_name` or `a[first][name]`, are one once everything but letters is gone. The shortest
# suffice: what holds "phonenumber" holds "phone".
_ONLY_LETTERS = bytes.maketrans(bytes(range(65, 91)), bytes(range(97, 123)))
_NO_LETTER = bytes(code for code in range(256) if not (65 <= code <= 90 or 97 <= code <= 122))
# Short keys stand in many words ("rue" in "true"), so they must begin where a word of a key does and end where the key does.
_SHORT = 4


def _spelled(key: bytes) -> re.Pattern[bytes]:
    first, *rest = (bytes([code]) for code in key)
    begin = b"(?:(?<![A-Za-z])[%s%s]|%s)" % (first, first.upper(), first.upper())
    return re.compile(
        begin + b"".join(b"[^A-Za-z]{0,8}[%s%s]" % (letter, letter.upper()) for letter in rest) + b"[sS]?(?![A-Za-z])"
    )


_ASCII = sorted(key.encode() for key in KEY_WORDS if key.isascii())
_LONG = tuple(key for key in _ASCII if len(key) > _SHORT)
_SHORT_KEYS = tuple((key, _spelled(key)) for key in _ASCII if len(key) <= _SHORT)
# What stands before a secret or a birth date in prose, letters only.
_BEFORE = (
    b"pass pwd secret token key kenn motde contra wacht senha parol licen born gebor naci nasc nata nato losenord salasana "
    b"haslo heslo jelsz sifre kodeord curl login plate reg kennzeichen immatric matr targa kenteken placa rejestr"
).split()


def _any_of(words: Sequence[bytes]) -> re.Pattern[bytes]:
    """One of `words`, sorted by first letter so that few are tried at each byte."""
    shortest = [word for word in words if not any(other != word and other in word for other in words)]
    firsts = sorted({word[:1] for word in shortest})
    return re.compile(b"|".join(first + b"(?:" + b"|".join(w[1:] for w in shortest if w[:1] == first) + b")" for first in firsts))


_SPOKEN = _any_of((*_BEFORE, *_LONG))
# One after the other, since each alone is searched by its first characters and all together would be tried at every byte.
_HOLDS = tuple(re.compile(trace) for trace in _TRACES)


def may_hold(data: bytes) -> bool:
    """Whether a detector could find something in the items read from `data` (decoded body, target or header value); False is
    certain.

    >>> may_hold(b'{"event":"view","n":1}'), may_hold(b'{"e":"dana.quill@example.test"}'), may_hold(b"zip=x1y")
    (False, True, True)
    """
    if any(trace.search(data) for trace in _HOLDS):
        return True
    letters = data.translate(_ONLY_LETTERS, _NO_LETTER)
    return bool(_SPOKEN.search(letters)) or any(key in letters and spelled.search(data) for key, spelled in _SHORT_KEYS)

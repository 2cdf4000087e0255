"""Text in; out, spans of the credentials in header lines that it quotes: `Authorization: Bearer …` of a log, `Cookie: session=…`.

What stands behind `Authorization` is a credential if it looks like one at all; a cookie is one if its name says that it keeps
somebody signed in.
"""

import base64
import binascii
import re
from collections.abc import Iterator

from guardian_core.detect.context import Context
from guardian_core.detect.placeholders import PLACEHOLDER
from guardian_core.detect.spans import CHECKED, Span
from guardian_core.vocabulary import Entity

WORDS = ("authorization", "bearer", "basic", "cookie")  # one of these stands in every text that quotes such a line
_SCHEME = r"(?:basic|bearer|token|api-?key|bot|jwt|ssws|key|oauth|sso-key|genie-?key|dpop|negotiate|ntlm)"
_VALUE = r"[A-Za-z0-9._~+/=:|@!$*-]{6,4096}"
_LINK = r"[\"'`\\]{0,3}\s{0,3}(?:=>|[:=,])\s{0,3}[\"'`\\]{0,3}"  # of a header, of a dictionary of any language, of JSON in a string
_AUTHORIZATION = re.compile(rf"(?i)(?<![a-z])authorization{_LINK}(?:(?P<scheme>{_SCHEME})\s{{1,4}})?(?P<value>{_VALUE})")
_ALONE = re.compile(rf"(?i)\s*(?P<scheme>basic|bearer)\s{{1,4}}(?P<value>{_VALUE})\s*")
_BASIC = re.compile(r"(?i)\bbasic\s{1,4}(?P<value>[A-Za-z0-9+/]{8,400}={0,2})(?![\w=])")
_GRANTED = re.compile(rf"(?i)\s*(?P<scheme>{_SCHEME})\s{{1,4}}(?P<value>{_VALUE})\s*")
_COOKIE = re.compile(rf"(?i)(?<![a-z])cookie{_LINK}(?P<pairs>[^\n\"'`]{{4,4096}})")
_PAIR = re.compile(r"(?:^|[;,\s])(?P<name>[\w.%-]{1,64})=(?P<value>[^;,\s\"'\\]{8,2048})")
_SIGNED_IN = re.compile(r"(?i)sess(?:ion)?|sid\b|auth|token|jwt|login|logged|remember|ticket|credential")
# Of forms, of visits that are only counted, and what says how rather than who.
_NOT_SIGNED_IN = re.compile(
    r"(?i)csrf|xsrf|^_(?:ga|hj|uet|gcl|pk|sp|dd|cl|ym)|^(?:amp|ajs|mp|optimizely|ai)_|type|expir|state|nonce|author(?!iz)"
)
_SEPARATED = re.compile(r"[._-]")
_ENDS = frozenset(["", *"\n\r\"'`\\,;)}]"])
_LETTERS_ALONE = 20
_NO_SCHEME = 16


def quoted_headers(text: str, _context: Context) -> Iterator[Span]:
    """The value alone: the name of a scheme or a cookie tells nothing."""
    low = text.lower()
    if "authorization" in low:
        for match in _AUTHORIZATION.finditer(text):
            yield from _credential(match)
    if "basic" in low:
        for match in _BASIC.finditer(text):
            if user_and_password(match["value"]):
                yield Span(*match.span("value"), Entity.SECRET, 0.95, CHECKED)
    if "bearer" in low and (alone := _ALONE.fullmatch(text)):
        yield from _credential(alone)
    if "cookie" in low:
        for match in _COOKIE.finditer(text):
            for start, end in _sessions(match["pairs"]):
                yield Span(match.start("pairs") + start, match.start("pairs") + end, Entity.SECRET, 0.9, CHECKED)


def granted(value: str) -> bool:
    """Whether a value is a scheme and a credential, as `Authorization` holds them.

    >>> granted("Bearer 7f3kd92mfk20dk"), granted("Basic ZGFuYTpodW50ZXIy"), granted("Bearer YOUR_TOKEN"), granted("PA 1234567")
    (True, True, False, False)
    """
    match = _GRANTED.fullmatch(value)
    return match is not None and any(_credential(match))


def keeps_signed_in(value: str) -> bool:
    """Whether a value is cookies of which one keeps somebody signed in.

    >>> keeps_signed_in("theme=dark; session=8f14e45fceea167a"), keeps_signed_in("_ga=GA1.2.1033501218.1368477899")
    (True, False)
    """
    return any(_sessions(value))


def user_and_password(encoded: str) -> bool:
    """Whether `encoded` is base64 of a user and a password (RFC 7617)."""
    try:
        name, colon, password = base64.b64decode(encoded, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return False
    return bool(colon and password) and (name + password).isprintable()


def _credential(match: re.Match[str]) -> Iterator[Span]:
    value = match["value"].rstrip(".:")
    if not match["scheme"] and match.string[match.end() : match.end() + 1] not in _ENDS:
        return  # a scheme that is not known, or a word of a sentence
    if not PLACEHOLDER.match(value) and _looks_issued(match["scheme"] or "", value):
        yield Span(match.start("value"), match.start("value") + len(value), Entity.SECRET, 0.9, CHECKED)


def _looks_issued(scheme: str, value: str) -> bool:
    """Whether somebody issued the value, rather than wrote it down as an example."""
    if scheme.lower() == "basic":
        return user_and_password(value)
    digit, letter = any(c.isdigit() for c in value), any(c.isalpha() for c in value)
    if digit and letter:
        return len(value) >= (6 if scheme else _NO_SCHEME) and len(set(value)) >= 5
    return bool(scheme) and letter and len(value) >= _LETTERS_ALONE and not _SEPARATED.search(value) and len(set(value)) >= 8


def _sessions(pairs: str) -> Iterator[tuple[int, int]]:
    """Where the values of cookies that keep somebody signed in begin and end."""
    for match in _PAIR.finditer(pairs):
        name, value = match["name"], match["value"]
        mixed = any(c.isdigit() for c in value) and len(set(value)) >= 5
        if mixed and _SIGNED_IN.search(name) and not _NOT_SIGNED_IN.search(name) and not PLACEHOLDER.match(value):
            yield match.span("value")

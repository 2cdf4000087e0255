"""Text in, spans of official numbers of persons out: national, tax, health and insurance numbers, by shape, checksum and words.

How much a number needs beside its shape is a column of the table (identifier_table.py): one in ten random numbers passes a check of
one digit, so such a number counts only beside a word or in a field that names it; one in a thousand may stand alone.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from guardian_core.detect.context import Context, before, table
from guardian_core.detect.identifier_checks import OWN
from guardian_core.detect.identifier_table import TABLE, TRIGGERS, Identifier
from guardian_core.detect.spans import CHECKED, Span

_SHAPES = str.maketrans("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+", "9" * 10 + "A" * 52 + "-")
_GAPS = str.maketrans("", "", " ./_-+")
# Where a number may begin, and the groups it may go on with: one separator between, never part of a longer run.
_BEGIN = re.compile(
    r"(?<![A-Za-z0-9])(?<![A-Za-z0-9][./_+-])(?:[A-Za-z]{0,6}\d|[A-Za-z]{1,4}[ ./-](?P<digits>\d))[A-Za-z0-9]{0,20}"
)
_GROUP = re.compile(r"[ ./_+-][A-Za-z0-9]{1,12}(?![A-Za-z0-9])")
_AFTER = re.compile(r"[A-Za-z0-9]|[/_+-][A-Za-z0-9]|\.\d")
_WORD = re.compile(r"[a-z0-9]+")
_MOST, _LEAST, _GROUPS = 26, 7, 7
_REACH = 48  # characters before a number in which words name it
# Says that a number is somebody's, whoever issued it.
GENERAL_KEYS = table("""
    nationalid nationalidentifier nationalidnumber nationalnumber identitynumber identitycard idcard idcardnumber idnumber idno
    personalid personalidnumber personalnumber personalcode citizenid citizennumber governmentid govid documentnumber docnumber
    taxid taxnumber taxpayerid taxcode identification identificationnumber insurancenumber insuranceid healthid healthnumber
    healthcardnumber
    """)
_GENERAL_WORDS = re.compile(
    r"(?i)\b(?:(?:national|personal|citizen|identity|government)(?: identity| identification| insurance)?"
    r"(?: (?:number|no|nr|id|code|card)|\s?[:#])|identity card|id[- ]?(?:number|card|no)|identification number|"
    r"tax(?:payer)?(?: identification)? (?:id|number|no|code))\b"
)
_OPAQUE_KEYS = table("""
    nonce seq sequence hash trace span session sid uuid pixel order orderid sku ean gtin isbn upc tracking
    """)
_TIME_KEYS = table("ts time timestamp epoch")
_TIME = re.compile(
    r"1\d{9}(?:\d{3}){0,3}|(?:19|20)\d{6}(?:\d{4}|\d{6})?"
)  # since 1970 in s, ms, µs or ns, 2001 to 2033; YYYYMMDDhhmmss


def _expanded(shape: str) -> Iterator[str]:
    """`?` is a letter or a digit."""
    if "?" not in shape:
        yield shape
        return
    for character in "9A":
        yield from _expanded(shape.replace("?", character, 1))


def _by_shape(column: Callable[[Identifier], str]) -> dict[str, tuple[Identifier, ...]]:
    found: dict[str, list[Identifier]] = defaultdict(list)
    for row in TABLE:
        for written in column(row).split("|"):
            for shape in _expanded(written) if written else ():
                found[shape].append(row)
    return {shape: tuple(rows) for shape, rows in found.items()}


ALONE = _by_shape(lambda row: row.alone)  # exactly as written, with its separators
BESIDE = _by_shape(lambda row: row.beside)  # without separators
_GENERAL_HEADS = frozenset({"national", "personal", "citizen", "identity", "government", "id", "identification", "tax", "taxpayer"})
_ALONE_SIZES = frozenset(map(len, ALONE))
_SHORT = 64  # characters of a text in which a number that stands alone is looked for first, as none is in most
_WRITTEN = {"9": "[0-9]", "A": "[A-Za-z]", "-": "[-+]"}
_ALONE_ANYWHERE = re.compile("|".join(sorted({"".join(_WRITTEN.get(sign, re.escape(sign)) for sign in shape) for shape in ALONE})))
IDENTIFIER_KEYS = GENERAL_KEYS.union(*(row.keys for row in TABLE))


@dataclass(frozen=True, slots=True)
class _Said:
    """What field and words say of the number that begins at one place; `nothing` for most numbers, which spares the table."""

    text: str
    context: Context
    nothing: bool
    tokens: frozenset[str]

    def names(self, row: Identifier) -> bool:
        """Whether the number is said to be of this kind."""
        if self.nothing:
            return False
        if self.context.has(GENERAL_KEYS) or self.context.has(row.keys):
            return True
        if self.text.isascii() and self.tokens.isdisjoint(row.heads):
            return bool(self.tokens & _GENERAL_HEADS and _GENERAL_WORDS.search(self.text))
        return bool(row.words.search(self.text) or _GENERAL_WORDS.search(self.text))


def identifiers(text: str, context: Context) -> Iterator[Span]:
    """The longest number that begins at each place; linear, since a number has at most seven groups."""
    keyed = context.has(IDENTIFIER_KEYS)
    technical, timed = context.mentions(_OPAQUE_KEYS), context.mentions(_TIME_KEYS)
    silent = not keyed and _silent(text)
    if silent and len(text) <= _SHORT and not _ALONE_ANYWHERE.search(text):
        return
    said_at = _said_at(text) if not keyed and not silent and text.isascii() else None
    done = 0
    for match in _BEGIN.finditer(text):
        for start in (match.start(), match.start("digits")):
            if start < max(done, match.start()):
                continue
            ends = _ends(text, start, match.end())
            if not ends:
                continue
            nothing = silent or (said_at is not None and not _any_within(said_at, start - _REACH, start))
            shape = text[start : ends[0]].translate(_SHAPES)
            parts = [(end, shape[: end - start]) for end in ends]
            shaped = [end for end, part in parts if part in ALONE or (not nothing and part.translate(_GAPS) in BESIDE)]
            if not shaped:  # most numbers are as long as none of the table's, and need not be asked for what is said of them
                continue
            said = before(text, start, _REACH)
            heard = _Said(said, context, nothing or (not keyed and _silent(said)), frozenset(_WORD.findall(said.lower())))
            for end in shaped:
                written = text[start:end]
                row = _row(written, heard, technical=technical or (timed and bool(_TIME.fullmatch(written))))
                if row:
                    yield Span(start, end, row.entity, 0.95 if heard.names(row) else 0.9, CHECKED)
                    done = end
                    break


def _said_at(text: str) -> list[int]:
    """Where the words end that name a kind of number."""
    return [word.end() for word in _WORD.finditer(text.lower()) if word[0] in TRIGGERS]


def _any_within(places: Sequence[int], start: int, end: int) -> bool:
    """Whether one of the places, which are in order, is behind `start` and not behind `end`."""
    at = bisect_right(places, start)
    return at < len(places) and places[at] <= end


def _silent(said: str) -> bool:
    """Whether `said` names no kind of number; what is not ASCII may always name one."""
    return said.isascii() and TRIGGERS.isdisjoint(_WORD.findall(said.lower()))


def _ends(text: str, start: int, end: int) -> list[int]:
    """Where a number that begins at `start` may end, longest first."""
    ends = [end]
    while len(ends) <= _GROUPS and ends[-1] - start < _MOST:
        group = _GROUP.match(text, ends[-1])
        if group is None:
            break
        ends.append(group.end())
    return [at for at in reversed(ends) if at - start >= _LEAST and not _AFTER.match(text, at)]


def _row(written: str, heard: _Said, *, technical: bool) -> Identifier | None:
    """Whose number `written` is; None for nobody's."""
    if heard.nothing and len(written) not in _ALONE_SIZES:
        return None
    shape = written.translate(_SHAPES)
    for row in ALONE.get(shape, ()):
        if valid(row, written) and not (technical and written.isdigit() and not heard.names(row)):
            return row
    if heard.nothing:
        return None
    return next((row for row in BESIDE.get(shape.translate(_GAPS), ()) if heard.names(row) and valid(row, written)), None)


def valid(row: Identifier, written: str) -> bool:
    """Whether the checks of `row` hold for a number as written, separators and all."""
    check = _check(row.check)
    try:
        return check(written.upper()) or check(written.translate(_GAPS).upper())
    except (ValueError, LookupError):  # python-stdnum's tables of places and banks have holes: no such place, no such number
        return False


@lru_cache(maxsize=256)
def _check(name: str) -> Callable[[str], bool]:
    """A check of our own, or python-stdnum's; imported when a number of that shape is first seen."""
    own = OWN.get(name)
    if own:
        return own
    library: Callable[[str], bool] = import_module(f"stdnum.{name}").is_valid
    return library

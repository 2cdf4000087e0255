"""A text and its context in, candidate spans of every pattern out."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from guardian_core.detect.addresses import AT, emails, ips, spelled
from guardian_core.detect.births import births, papers
from guardian_core.detect.broken_lines import broken
from guardian_core.detect.cells import above, columns, labelled
from guardian_core.detect.context import Context
from guardian_core.detect.coordinates import codes, coordinate_value, coordinates
from guardian_core.detect.home_folders import home_folders
from guardian_core.detect.identifiers import identifiers
from guardian_core.detect.markup import markup
from guardian_core.detect.numbers import bics, cards, ibans, ssns
from guardian_core.detect.phones import phones
from guardian_core.detect.quoted_headers import WORDS, quoted_headers
from guardian_core.detect.said_numbers import BANKS, DEVICES, said_numbers
from guardian_core.detect.secrets import keys_and_tickets, secrets
from guardian_core.detect.spans import Span
from guardian_core.detect.spelled_out import spaced_out
from guardian_core.detect.vehicles import vehicles
from guardian_core.detect.wallets import wallets

Pattern = Callable[[str, Context], Iterator[Span]]


@dataclass(frozen=True)
class Row:
    """A pattern, and what must occur in a text before it is tried at all."""

    trigger: re.Pattern[str]
    pattern: Pattern
    needs: frozenset[str]  # of a text of ASCII: one of these characters, which is asked first
    words: tuple[str, ...] = ()  # and one of these, in small letters

    @cached_property
    def either(self) -> re.Pattern[str]:
        """One of the words: quicker where a text is short, and slower where it is long."""
        return re.compile("|".join(map(re.escape, self.words)))


_DIGITS = "0123456789"
_SPACES = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f"
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BORN = ("born", "dob", "d.ob", "do.b", "d.o.b", "birth", "geb", "nacid", "naissance", "nacimiento", "nato il", "nata il", "nasci")
_PAPERS = ("pass", "pasap", "licen", "national", "nhs", "ausweis", "dni", "nie", "codice", "bsn", "medical", "mrn", "nino")


def _row(needs: str, trigger: str, pattern: Pattern, *words: str) -> Row:
    return Row(re.compile(trigger), pattern, frozenset(needs), words)


PATTERNS: tuple[Row, ...] = (
    _row(_DIGITS, r"\d(?:[ .\-/()]{0,2}\d){5}", phones),
    _row(_DIGITS, r"\d(?:[ -]?\d){11}|\d{4}[^\w-]{1,3}\d{4,6}|\d{4}_\d{4}", cards),
    _row(_DIGITS, r"[A-Za-z]{2}(?:[ ./_-]|\r?\n)?\d[ ./_-]?\d", ibans),
    _row("BCSbcs", r"(?i)\b(?:bic|swift)\b.{2,24}", bics, "bic", "swift"),
    _row(_DIGITS, r"\d{3}(?:[- ./_]?|\s?[-./]\s)\d{2}(?:[- ./_]?|\s?[-./]\s)\d{4}", ssns),
    _row(
        "[({<.@dD",
        r"(?i)[\[({<]\s?(?:at|@|arroba|chez|bei|kukac)\s?[\])}>]|\s(?:at|@)\s.{1,64}(?:\sdot\s|[\[({<]|\.)",
        spelled,
        "at", "@", "arroba", "chez", "bei", "kukac",
    ),
    _row(" ", r"(?<!\S)\S(?: \S){8}", spaced_out),
    _row(".:", r"\d\.\d{1,3}\.\d|[0-9A-Fa-f]:[0-9A-Fa-f:]", ips),
    _row(".P:", r"(?s)\d\.\d{3}\d*\D.{0,14}?\d\.\d{3}|[°º]|POINT|geo:", coordinates),
    _row("+/", r"[2-9CFGHJMPQRVWX]\+[2-9CFGHJMPQRVWX]{2}|///[a-z]", codes),
    _row(".", r"\d\.\d\d", coordinate_value),
    _row(_LETTERS, r"[^\W\d_]", secrets),
    _row(":=," + _SPACES, r"[:=,\s]", quoted_headers, *WORDS),
    _row("<", r"<[\w-]", markup),
    _row(_DIGITS, r"\d", said_numbers, *BANKS, *DEVICES),
    _row(_DIGITS, r"\d(?:[ ./_+-]?[A-Za-z0-9]){4}", identifiers),
    _row(_DIGITS + _LETTERS + " .:#", r"[A-Za-z0-9]{17}|[ .:#][A-Z0-9ÄÖÜ ·-]{4}", vehicles),
    _row(_DIGITS + _LETTERS, r"[A-Za-z0-9]{25}", wallets),
    _row(":=", r"[:=]", labelled),
    _row("\n", r"\n(?=[+(\w][\w+(). /-]{4})[^\n\d]{0,40}\d", above),
    _row("\n", r"(?m)^[^,;\t|\n]*[,;\t|].*\n", columns),
    _row(_DIGITS, r"\d", births, *_BORN),
    _row(_DIGITS, r"\d", papers, *_PAPERS),
    _row("/\\", r"[/\\](?:home|Users|Documents and Settings)[/\\]", home_folders),
)  # fmt: skip
# Without one of these no pattern finds anything; most names of fields and one-word values have none.
_ANY = re.compile(r"[\d@:= ]|</|[A-Za-z]{24}|[/\\](?:home|Users)[/\\]|eyJ|///|[\[({<][Aa]")
# Base64 of media, and any unbroken run so long that what matches in it matches by chance (BUGS B38).
_OPAQUE = re.compile(r"(?<=;base64,)[A-Za-z0-9+/=_%-]{64,}|[A-Za-z0-9+/=]{512,}")


# Lists hold thousands of short values that differ in their digits alone: which patterns are tried is asked once for all of them.
_SHORT, _SHAPES = 40, 8_192
_SHAPE = str.maketrans("012345678", "999999999")
_shaped: dict[str, tuple[Pattern, ...]] = {}


def candidates(text: str, context: Context) -> list[Span]:
    """All that the patterns find, overlaps and all; linear in the length of `text`."""
    if not _ANY.search(text):
        return []
    if len(text) <= _SHORT and text.isascii() and "\n" not in text and "eyJ" not in text and "-----BEGIN" not in text:
        tried = _of_shape(text.translate(_SHAPE))
        return [span for pattern in tried for span in pattern(text, context)] if tried else []
    found = _all(text, context)
    if "\n" in text:
        found.extend(broken(text, context, found, lambda whole: _all(whole, context)))
    return found


def _all(text: str, context: Context) -> list[Span]:
    """What every pattern finds that has what it needs."""
    found = list(keys_and_tickets(text, context)) if "eyJ" in text or "-----BEGIN" in text else []
    # Bound by their @, which no base64 has; masking would take with it what stands beside a run.
    if AT.search(text):
        found.extend(emails(text, context))
    if len(text) > 64:
        text = _OPAQUE.sub(lambda run: "\0" * len(run[0]), text)
    for pattern in _triggered(text):
        found.extend(pattern(text, context))
    return found


def _of_shape(shape: str) -> tuple[Pattern, ...]:
    """What is tried on all texts that are `shape` but for their digits: no trigger holds for another digit than nine alone."""
    tried = _shaped.get(shape)
    if tried is None:
        addresses = (emails,) if AT.search(shape) or "%" in shape else ()
        tried = (*addresses, *_triggered(shape))
        if len(_shaped) >= _SHAPES:
            _shaped.clear()
        _shaped[shape] = tried
    return tried


def _triggered(text: str) -> Iterator[Pattern]:
    """The patterns for which a text has what they need."""
    seen, small = (set(text), text.lower()) if text.isascii() else (None, "")
    short = len(text) <= _SHORT
    for row in PATTERNS:
        if seen is not None:
            if row.needs.isdisjoint(seen):
                continue
            if row.words and not (row.either.search(small) if short else any(word in small for word in row.words)):
                continue
        if row.trigger.search(text):
            yield row.pattern

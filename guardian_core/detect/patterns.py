"""A text and its context in, candidate spans of every pattern out."""

import re
from collections.abc import Callable, Iterator

from guardian_core.detect.addresses import AT, emails, ips, spelled
from guardian_core.detect.births import births, papers
from guardian_core.detect.cells import columns, labelled
from guardian_core.detect.context import Context
from guardian_core.detect.coordinates import codes, coordinate_value, coordinates
from guardian_core.detect.identifiers import identifiers
from guardian_core.detect.numbers import cards, ibans, ssns
from guardian_core.detect.phones import phones
from guardian_core.detect.secrets import keys_and_tickets, secrets
from guardian_core.detect.spans import Span
from guardian_core.detect.vehicles import vehicles
from guardian_core.detect.wallets import wallets

Pattern = Callable[[str, Context], Iterator[Span]]

# What must occur in a text before the pattern is tried at all.
_DIGIT = re.compile(r"\d")
_GROUP = re.compile(r"\d\D{0,3}\d\D{0,3}\d")
_LETTER = re.compile(r"[^\W\d_]")
PATTERNS: tuple[tuple[re.Pattern[str], Pattern], ...] = (
    (_GROUP, phones),
    (re.compile(r"\d(?:[ -]?\d){11}|\d{4}[^\w-]{1,3}\d{4,6}|\d{4}_\d{4}"), cards),
    (re.compile(r"[A-Za-z]{2}[ ./_-]?\d[ ./_-]?\d"), ibans),
    (re.compile(r"\d{3}[- ./_]?\d{2}[- ./_]?\d{4}"), ssns),
    (re.compile(r"(?i)[\[({<]\s?(?:at|@|arroba|chez|bei|kukac)\s?[\])}>]|\s(?:at|@)\s.{1,64}(?:\sdot\s|[\[({<]|\.)"), spelled),
    (re.compile(r"\d\.\d|[0-9A-Fa-f]:[0-9A-Fa-f:]"), ips),
    (re.compile(r"\d\.\d{3}|[°º]|POINT|geo:"), coordinates),
    (re.compile(r"[2-9CFGHJMPQRVWX]\+[2-9CFGHJMPQRVWX]{2}|///[a-z]"), codes),
    (re.compile(r"\d\.\d\d"), coordinate_value),
    (_LETTER, secrets),
    (re.compile(r"\d(?:[ ./_+-]?[A-Za-z0-9]){4}"), identifiers),
    (re.compile(r"[A-Za-z0-9]{17}|[ .:#][A-Z0-9ÄÖÜ ·-]{4}"), vehicles),
    (re.compile(r"[A-Za-z0-9]{25}"), wallets),
    (re.compile(r"(?<=[\w*\"])[ \t]?[:=]"), labelled),
    (re.compile(r"(?m)^[^,;\t|\n]*[,;\t|].*\n"), columns),
    (_DIGIT, births),
    (_DIGIT, papers),
)
# Without one of these no pattern finds anything; most names of fields and one-word values have none.
_ANY = re.compile(r"[\d@:= ]|eyJ|///|[\[({<][Aa]")
# Base64 of media, and any unbroken run so long that what matches in it matches by chance (BUGS B38).
_OPAQUE = re.compile(r"(?<=;base64,)[A-Za-z0-9+/=_%-]{64,}|[A-Za-z0-9+/=]{512,}")


def candidates(text: str, context: Context) -> list[Span]:
    """All that the patterns find, overlaps and all; linear in the length of `text`."""
    if not _ANY.search(text):
        return []
    found = list(keys_and_tickets(text, context)) if "eyJ" in text or "-----BEGIN" in text else []
    # Bound by their @, which no base64 has; masking would take with it what stands beside a run.
    if AT.search(text):
        found.extend(emails(text, context))
    if len(text) > 64:
        text = _OPAQUE.sub(lambda run: "\0" * len(run[0]), text)
    for trigger, pattern in PATTERNS:
        if trigger.search(text):
            found.extend(pattern(text, context))
    return found

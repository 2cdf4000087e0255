"""Text in, spans of birth dates and of numbers of papers out, where the words before them say what they are."""

import re
from collections.abc import Iterator

from guardian_core.detect.context import Context
from guardian_core.detect.spans import SHAPE, Span
from guardian_core.sentences import before_full_stop
from guardian_core.vocabulary import Entity

_MONTH = (
    r"(?:jan|feb|mar|m[äa]r|apr|may|mai|mei|jun|jul|aug|sep|oct|okt|nov|dec|dez|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|f[ée]v|avr|juin|juil|"
    r"ao[ûu]t|d[ée]c|mrt|out|maart)[^\W\d_]{0,7}\.?"
)
DATE = (
    r"(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2})|\d{1,2}(?:st|nd|rd|th)?\.?(?: of|"
    r" de)? " + _MONTH + r"(?:,| de)? ?(?:\d{4})?|"
    + _MONTH + r"[ /]\d{1,2}(?:st|nd|rd|th)?(?:,? ?\d{4})?)"
)  # fmt: skip
_CLOCK = r"(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
_BORN = re.compile(
    r"(?i)\b(?:born(?: on)?|d\.?o\.?b\.?|date of birth|birth ?-?date|birthday|geboren(?: am| op)?|geburtsdatum|geburtstag|"
    r"née? le|nacid[oa](?: el)?|"
    r"date de naissance|fecha de nacimiento|nat[oa] il|data di nascita|geboortedatum|data de nascimento|"
    r"nascid[oa] em)\b[\s:=()]{0,4}(?:is |on |ist |est )?"
    r"(?P<date>" + DATE + _CLOCK + r")(?!\w)"
)
_PASSPORT = re.compile(
    r"(?i)\b(?:passport|reisepass|passeport|pasaporte|passaporto)(?: (?:no|nr|num|number|id|"
    r"nummer))?[\s.:#]{1,4}(?:is )?(?P<id>(?=[A-Z]{0,3}\d)[A-Z0-9]{6,10})\b"
)
_LICENCE = re.compile(
    r"(?i)\b(?:driver'?s?|driving) licen[cs]e(?: (?:no|number|id))?[\s.:#]{1,4}(?:is )?(?P<id>(?=[A-Z-]{0,6}\d)[A-Z0-9-]{5,20})\b"
)
_NATIONAL = re.compile(
    r"(?i)\b(?:national (?:id|insurance|identity)(?: (?:no|number|card))*|nhs (?:no|number)|ausweisnummer|personalausweis|dni|"
    r"nie|codice fiscale|bsn|"
    r"medical record(?: (?:no|number))?|mrn|nino)[\s.:#]{1,4}(?:is )?(?P<id>(?=[A-Z]{0,6}[ -]?\d)[A-Z0-9](?:[A-Z0-9]|"
    r"[ -](?=\d)){4,18})\b"
)


def births(text: str, _context: Context) -> Iterator[Span]:
    """Dates directly after a word that means born."""
    for match in _BORN.finditer(text):
        start, end = match.span("date")
        end = before_full_stop(text, start, start + len(text[start:end].rstrip(" ,")))
        yield Span(start, end, Entity.DATE_OF_BIRTH, 0.9, SHAPE)


def papers(text: str, _context: Context) -> Iterator[Span]:
    """Numbers directly after the name of the paper that they stand on."""
    for pattern, entity in ((_PASSPORT, Entity.PASSPORT), (_LICENCE, Entity.DRIVING_LICENCE), (_NATIONAL, Entity.NATIONAL_ID)):
        for match in pattern.finditer(text):
            yield Span(*match.span("id"), entity, 0.85, SHAPE)

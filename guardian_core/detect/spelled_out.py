"""Text in, spans out of what is spelled out letter by letter: `d a n a @ e x a m p l e . t e s t`, `5 2 4 - 7 1 - 3 8 0 6`."""

import re
from collections.abc import Iterator
from dataclasses import replace

from guardian_core.detect.addresses import emails, is_likely
from guardian_core.detect.context import Context, before
from guardian_core.detect.identifiers import identifiers
from guardian_core.detect.numbers import ibans, ssns
from guardian_core.detect.phones import is_whole, phones
from guardian_core.detect.spans import Span
from guardian_core.vocabulary import Entity

_RUN = re.compile(r"(?<!\S)\S(?: \S){8,400}(?!\S)")
_SURE = 0.95  # of a number that a word announces


def spaced_out(text: str, context: Context) -> Iterator[Span]:
    """Runs of nine signs and more with one space between any two. Cards are found so by their own pattern."""
    for run in _RUN.finditer(text):
        said = before(text, run.start())
        written = said + run[0][::2]
        for span in _squeezed(written, context):
            start, end = span.start - len(said), span.end - len(said)
            if start >= 0:
                yield replace(span, start=run.start() + 2 * start, end=run.start() + 2 * end - 1)


def _squeezed(text: str, context: Context) -> Iterator[Span]:
    """What has an @, a plus, separators of its own, or a word before it: rows of digits are tables."""
    if "@" in text:
        yield from (span for span in emails(text, context) if is_likely(text[span.start : span.end]))
    if "+" in text:
        yield from (span for span in phones(text, context) if is_whole(text[span.start : span.end]))
    yield from ibans(text, context)
    for span in (*ssns(text, context), *identifiers(text, context)):
        if span.score >= _SURE or span.entity is Entity.US_SSN or not text[span.start : span.end].isalnum():
            yield span

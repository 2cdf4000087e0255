"""A text with line breaks in; spans of the values out that a break cuts: `524-71-` and `3806` on the next line.

Mail programs and terminals break where a line is full. Where the format says that the text goes on (quoted-printable, vCard,
iCalendar) it is read once more in one piece. Elsewhere lines of numbers make other numbers by chance: what is joined counts where a
word, a plus sign or the groups that are printed speak for it, and where neither line has it already.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from guardian_core.detect.addresses import is_likely
from guardian_core.detect.context import Context, before, table
from guardian_core.detect.identifiers import identifiers
from guardian_core.detect.numbers import announces_card, cards, ssns
from guardian_core.detect.phones import announces_phone, phones
from guardian_core.detect.spans import CHECKED, Span
from guardian_core.vocabulary import Entity

Find = Callable[[str], Iterable[Span]]

# What no reader sees: quoted-printable (RFC 2045 §6.7), and folded lines (RFC 6350 §3.2, RFC 5545 §3.1).
_SOFT = re.compile(r"(?<=[\w.@+=-])=[ \t]{0,4}\r?\n(?=[\w.@+=-])")
_FOLDED = re.compile(r"\r?\n[ \t]")
_FOLDS = re.compile(r"(?i)BEGIN:V(?:CARD|CALENDAR|EVENT|TODO|JOURNAL)")
_BREAK = r"[ \t]{0,4}\r?\n[ \t>]{0,8}"
_BREAKS = re.compile(rf"(?:{_BREAK}){{1,2}}")
_RUN = re.compile(
    r"(?<![\w.,:@/%-])\+?\(?\d[\d ./_()-]{0,40}+"
    r"(?:(?:\r?\n[ \t>]{0,8}){1,2}[./_(-]?\d[\d ./_()-]{0,40}+){1,3}(?!(?<=\d)(?:[\w:%]|[,.]\d))"
)
# A line that begins something of its own: a date, an item of a numbered list.
_OWN_LINE = re.compile(r"\n[ \t>]*(?:\d{4}[-./]\d\d?[-./]\d|\d\d?[-./]\d\d?[-./](?:19|20)\d\d|\d\d?[.)][ \t]|(?:19|20)\d{6}\b)")
_GOES_ON = re.compile(r"[ \t]*\r?\n[ \t>]*\d")
_LEAST, _MOST, _SAID, _BESIDE = 9, 19, 48, 24
_GROUPS = frozenset({(4, 4, 4, 4), (4, 6, 5), (4, 4, 4, 4, 3)})
_MAIL = re.compile(rf"(?<![\w.+-])[\w.+-]{{1,64}}+(?P<first>{_BREAK})?@(?:{_BREAK})?[\w-]{{1,63}}+")
_LABEL = re.compile(rf"(?P<dot>\.(?:{_BREAK})?|{_BREAK}\.?)(?P<label>[\w-]{{1,63}})")
_ENDS = re.compile(r"(?!\.?[\w-])")
# Words with which a sentence goes on behind a full stop.
_WORDS = table("am an as at be by do go he if in is it me my no of on or so to up us we")
_LABELS, _NEAR = 6, 80
_SURE, _FORMATTED = 0.95, 0.75
_WHOLE_PHONE = 10  # characters; a shorter one may go on, although some country has such numbers


def broken(text: str, context: Context, found: Sequence[Span], find: Find) -> Iterator[Span]:
    """The spans across a line break; `found`: what was found in `text` as it is, `find`: what finds it."""
    if "=" in text or _FOLDS.search(text):
        yield from _unfolded(text, find)
    certain = [
        (span.start, span.end)
        for span in found
        if span.rank >= CHECKED and not (span.entity is Entity.PHONE and span.end - span.start < _WHOLE_PHONE)
    ]
    for span in (*_numbers(text, context), *_mails(text)):
        if not any(start < span.end and span.start < end for start, end in certain):
            yield span


def _unfolded(text: str, find: Find) -> Iterator[Span]:
    """What stands across the breaks of a text whose format says which of them are none."""
    breaks = [match.span() for match in _SOFT.finditer(text)]
    if _FOLDS.search(text):
        breaks = sorted({*breaks, *(match.span() for match in _FOLDED.finditer(text))})
    if breaks:
        whole, places = _joined(text, breaks, "")
        for span in find(whole):
            start, end = places[span.start], places[span.end - 1] + 1
            if end - start > span.end - span.start:
                yield replace(span, start=start, end=end)


def _joined(text: str, breaks: Sequence[tuple[int, int]], between: str) -> tuple[str, array[int]]:
    """`text` with each break replaced, and where each character of it stood."""
    parts: list[str] = []
    places = array("q")
    at = 0
    for start, end in breaks:
        if start < at:
            continue
        parts += (text[at:start], between)
        places.extend(range(at, start))
        places.extend([start] * len(between))
        at = end
    parts.append(text[at:])
    places.extend(range(at, len(text)))
    return "".join(parts), places


def _numbers(text: str, context: Context) -> Iterator[Span]:
    """Numbers that go on in the next line; not where more lines of numbers stand around, as in a table."""
    for match in _RUN.finditer(text):
        start, end = match.span()
        digits = sum(character.isdigit() for character in match[0])
        if (
            not _LEAST <= digits <= _MOST
            or _GOES_ON.match(text, end)
            or text[max(0, start - _BESIDE) : start].rstrip(" \t\r\n>")[-1:].isdigit()
        ):
            continue
        if _OWN_LINE.search(match[0]):
            continue
        said = before(text, start, _SAID)
        breaks = [found.span() for found in _BREAKS.finditer(match[0])]
        for between in ("", " "):
            run, places = _joined(match[0], breaks, between)
            for span in _read(said, run, context, dashed=match[0][breaks[0][0] - 1] in "-)"):
                first, last = start + places[span.start], start + places[span.end - 1] + 1
                if _BREAKS.search(text, first, last):
                    yield replace(span, start=first, end=last)


def _read(said: str, run: str, context: Context, *, dashed: bool) -> Iterator[Span]:
    """What of a run that was joined is somebody's beyond chance; `said`: the words before it."""
    whole, shift = said + run, len(said)
    for span in (*cards(whole, context), *ssns(whole, context), *phones(whole, context), *identifiers(whole, context)):
        if span.start < shift:
            continue
        written = run[span.start - shift : span.end - shift]
        if span.entity is Entity.CARD:
            sure = announces_card(said, context) or tuple(map(len, re.findall(r"\d+", written))) in _GROUPS
        elif span.entity is Entity.PHONE:
            sure = span.rank >= CHECKED or (span.score >= _FORMATTED and (dashed or announces_phone(said, context)))
        else:
            sure = span.score >= _SURE or (span.entity is Entity.US_SSN and "-" in written)
        if sure:
            yield replace(span, start=span.start - shift, end=span.end - shift)


def _mails(text: str) -> Iterator[Span]:
    """Addresses whose host, or the sign before it, stands in the next line."""
    for match in _MAIL.finditer(text) if "@" in text else ():
        at, cut = match.end(), _BREAKS.search(match[0]) is not None
        if "\n" not in text[at : at + _NEAR] and not cut:
            continue
        for _ in range(_LABELS):
            label = _LABEL.match(text, at)
            if label is None:
                break
            at, cut = label.end(), cut or "\n" in label["dot"]
            dotted = "." in label["dot"]
            if cut and dotted and _ENDS.match(text, at) and _is_top(label["label"], told="\n" in label["dot"]):
                yield Span(match.start(), at, Entity.EMAIL, 0.9, CHECKED)
                break


def _is_top(label: str, *, told: bool) -> bool:
    """Whether a host ends with it; `told`: behind a full stop at the end of a line only what begins no sentence."""
    return is_likely(f"@.{label}") and not (told and (label.lower() in _WORDS or label != label.lower()))

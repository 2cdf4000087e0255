"""Groups of neighbouring texts in; out, the pieces of values that are cut over several of them.

`"my ssn is 524-71-"` and `"3806"` in two parts of one message, `["4242", "4242", "4242", "4242"]`, `cc1=4242&cc2=4242&…`. Numbers
beside each other make other numbers by chance, one in ten of them with a right check digit. So what is joined counts where more
speaks for it: the name of the field, the groups that cards are printed in, a plus sign, an @, words before it; and what the user
registered counts always. A piece in which something was found by itself is no piece.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from guardian_core.detect.addresses import emails, is_likely
from guardian_core.detect.adjoining import Group
from guardian_core.detect.context import Context
from guardian_core.detect.identifiers import identifiers
from guardian_core.detect.identity_table import IdentityTable
from guardian_core.detect.numbers import cards, ibans, ssns
from guardian_core.detect.phones import is_whole, phones
from guardian_core.detect.spans import CHECKED, CUT, Span
from guardian_core.vocabulary import Entity, Role

_LEFT, _RIGHT, _PARTS = 64, 120, 8  # characters before and behind a seam that are read, and parts behind it
_LONGEST = 34  # characters of a number
_DIGITS = re.compile(r"\s*\d[\d -]*\s*")
_IBAN_HEAD = re.compile(r"\s*[A-Za-z]{2}\d[A-Za-z0-9 ]*")
_SPELLED = re.compile(r"\s*[A-Za-z0-9][A-Za-z0-9 ]{0,33}")
_DIALLED = re.compile(r"\s*\+\(?\d[\d ().-]{0,18}")
_ENDS_IN_DIGIT = re.compile(r"\d[ ./_()-]{0,2}\Z")
_DIGITS_AT_END = re.compile(r"[\d ./_()-]*\Z")
_BEGINS_WITH_DIGIT = re.compile(r"[ ./_()-]{0,2}\d[\d ./_()-]*+")
_SHORTEST = 9
_ENDS_IN_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}(?:[ ./_-]?\d(?:[ ./_-]?\d[A-Za-z0-9 ./_-]{0,40})?)?\Z")
_AMOUNT = re.compile(r"\d+|[\d.,]+")
_GOES_ON = re.compile(r"[\w./_#-]")
_GAPS = re.compile(r"\D+")
_PHONE_LEFT = 24
_FEW = 5  # parts of a card without a name
_AMEX = ((4, 6, 5), (4, 6, 4))
_SURE = 0.95  # of an official number that a word or a name announces


@dataclass(frozen=True, slots=True)
class Parts:
    """The texts of one group, whether each is a number of JSON, and where something was found in each by itself."""

    texts: Sequence[str] = field(repr=False)
    numbers: Sequence[bool]
    taken: Callable[[int], Sequence[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class Piece:
    """What of a value lies in the text numbered `part`."""

    part: int
    span: Span


@dataclass(frozen=True, slots=True)
class _Joined:
    """Parts from `first` on as one text."""

    text: str = field(repr=False)
    first: int
    ends: Sequence[int]  # of each part in the text
    skipped: Sequence[int]  # characters of each part that were left out in front

    def pieces(self, span: Span, parts: Parts) -> list[Piece]:
        """What of the span lies in each part; nothing where that is one part, or a part is taken."""
        found: list[Piece] = []
        for number in range(bisect_right(self.ends, span.start), len(self.ends)):
            begin = self.ends[number - 1] if number else 0
            if begin >= span.end:
                break
            part, shift = self.first + number, self.skipped[number] - begin
            start, end = max(span.start, begin) + shift, min(span.end + shift, len(parts.texts[part]), self.ends[number] + shift)
            if start < end and any(map(str.isalnum, parts.texts[part][start:end])):
                if any(own[0] < end and start < own[1] for own in parts.taken(part)):
                    return []
                found.append(Piece(part, Span(start, end, span.entity, span.score, CHECKED, CUT)))
        return found if len(found) > 1 else []


def cut(group: Group, parts: Parts, regions: tuple[str, ...]) -> Iterator[Piece]:
    """The pieces of values that patterns find over several parts of a group; one place may be in several."""
    every = "\0".join(parts.texts)
    at, plus = "@" in every, "+" in every
    if group.runs:
        for joined, found in _running(parts, regions, at=at):
            yield from joined.pieces(found, parts)
    elif at:
        for joined, found in _marked(parts):
            yield from joined.pieces(found, parts)
    if group.named or group.bare or plus:
        for joined, found in _fields(group, parts, regions, plus=plus):
            yield from joined.pieces(found, parts)


def registered(parts: Parts, table: IdentityTable) -> Iterator[Piece]:
    """The pieces of values that the user registered, whether the parts are words of it or cut anywhere."""
    for between in ("", " "):
        texts = [text + between for text in parts.texts]
        joined = _Joined("".join(texts), 0, list(accumulate(map(len, texts))), [0] * len(texts))
        for hit in table.search([joined.text])[0]:
            yield from joined.pieces(Span(hit.start, hit.end, hit.form.entity, 1.0, CHECKED), parts)


def _joined(parts: Parts, first: int, last: int) -> _Joined:
    whole = parts.texts[first : last + 1]
    texts = [text.strip() for text in whole]
    return _Joined("".join(texts), first, list(accumulate(map(len, texts))), [len(text) - len(text.lstrip()) for text in whole])


def _window(parts: Parts, seam: int) -> _Joined:
    """What stands around the end of part `seam`."""
    left = parts.texts[seam][-_LEFT:]
    texts, room = [left], _RIGHT
    for text in parts.texts[seam + 1 : seam + 1 + _PARTS]:
        texts.append(text[:room])
        room -= len(text)
        if room <= 0:
            break
    skipped = [len(parts.texts[seam]) - len(left)] + [0] * (len(texts) - 1)
    return _Joined("".join(texts), seam, list(accumulate(map(len, texts))), skipped)


def _running(parts: Parts, regions: tuple[str, ...], *, at: bool) -> Iterator[tuple[_Joined, Span]]:
    """Values in texts that run on: only where what stands at both edges could belong together."""
    context = Context("", Role.PROSE, regions)
    texts, numbers = parts.texts, parts.numbers
    for seam in range(len(texts) - 1):
        left, right = texts[seam], texts[seam + 1]
        if numbers[seam] or numbers[seam + 1] or not left or not right:
            continue
        digits = _go_on(left, right)
        if digits and _AMOUNT.fullmatch(left[-_LEFT:]) and _AMOUNT.fullmatch(right[:_LEFT]):
            continue  # fields, not texts
        iban = right[:2].strip()[:1].isalnum() and _ENDS_IN_IBAN.search(left[-48:])
        mailed = at and ("@" in left[-_LEFT:] or "@" in right[:_LEFT])
        if not (digits or iban or mailed):
            continue
        window = _window(parts, seam)
        if digits:
            yield from ((window, span) for span in _numbers(window.text, left, context))
        if iban:
            yield from ((window, span) for span in ibans(window.text, context))
        if mailed and (len(texts) == 2 or " " in left or " " in right or not right.startswith("@") or right == "@"):
            yield from ((window, span) for span in _mailed(window.text, context))


def _go_on(left: str, right: str) -> bool:
    """Whether digits go on from one text to the next, in a sentence or as many as the shortest number has that needs no word."""
    if not _ENDS_IN_DIGIT.search(left[-3:]) or not (begun := _BEGINS_WITH_DIGIT.match(right)):
        return False
    if " " in left or begun.end() == len(right):
        return True
    tail = _DIGITS_AT_END.search(left[-_LONGEST:])
    return sum(map(str.isdecimal, (tail[0] if tail else "") + begun[0])) >= _SHORTEST


def _numbers(text: str, left: str, context: Context) -> Iterator[Span]:
    yield from (span for span in cards(text, context) if _stands_alone(text, span))
    yield from ssns(text, context)
    yield from (span for span in identifiers(text, context) if span.score >= _SURE or not text[span.start : span.end].isalnum())
    if "+" in left[-_PHONE_LEFT:]:
        yield from (span for span in phones(text, context) if text[span.start] == "+" and is_whole(text[span.start : span.end]))


def _stands_alone(text: str, span: Span) -> bool:
    """Whether a card's number is no part of a longer code, and grouped as such numbers are."""
    if _GOES_ON.match(text[span.start - 1 : span.start]) or _GOES_ON.match(text[span.end : span.end + 1]):
        return False
    edges = set(accumulate(map(len, _GAPS.split(text[span.start : span.end]))))
    return all(edge % 4 == 0 for edge in sorted(edges)[:-1]) or edges <= {4, 10, 14, 15}


def _mailed(text: str, context: Context) -> Iterator[Span]:
    for span in emails(text, context):
        if is_likely(text[span.start : span.end]) and text[span.start - 1 : span.start] != "@":
            yield span


def _marked(parts: Parts) -> Iterator[tuple[_Joined, Span]]:
    """Addresses in members of an object: `"dana.quill", "@", "example.test"`; "@dana.example" beside a name is a handle."""
    context = Context("", Role.VALUE)
    for seam, left in enumerate(parts.texts[:-1]):
        right = parts.texts[seam + 1].strip()
        if left.strip().endswith("@") or right == "@":
            first = seam - (left.strip() == "@" and seam > 0)
            joined = _joined(parts, first, min(seam + 2, len(parts.texts) - 1) if right == "@" else seam + 1)
            yield from ((joined, span) for span in _mailed(joined.text, context))


def _fields(group: Group, parts: Parts, regions: tuple[str, ...], *, plus: bool) -> Iterator[tuple[_Joined, Span]]:
    """Values whose pieces fill their fields."""
    texts = parts.texts
    if plus:
        yield from _dialled(parts)
    if not (group.named or group.bare) or (len(texts) > _LONGEST and not group.named):
        return
    if group.bare and not any(parts.numbers):
        yield from _whole_iban(parts)
    begin = 0
    for at in range(len(texts) + 1):
        if at < len(texts) and len(texts[at]) <= _LONGEST and _DIGITS.fullmatch(texts[at]):
            continue
        if 2 <= at - begin <= _LONGEST:
            yield from _digits(group, parts, (begin, at), regions)
        begin = at + 1


def _digits(group: Group, parts: Parts, run: tuple[int, int], regions: tuple[str, ...]) -> Iterator[tuple[_Joined, Span]]:
    """Numbers in the fields [begin, end), each of digits: all of them, or of differently named ones those that make one."""
    begin, end = run
    every = [(begin, end)]
    if not group.runs or dict(group.named).get("card"):
        every = [(first, last) for first in range(begin, end - 1) for last in range(end, first + 1, -1)]
    for first, last in every:
        sizes = tuple(sum(map(str.isdecimal, text)) for text in parts.texts[first:last])
        if not 9 <= sum(sizes) <= 19:
            continue
        joined = _joined(parts, first, last - 1)
        named = group.named or ((("card", ""),) if _is_printed(sizes) and not any(parts.numbers[first:last]) else ())
        for kind, name in named:
            for span in _of_kind(kind, joined.text, Context(name, Role.VALUE, regions), sizes):
                if span.end - span.start == len(joined.text):
                    yield joined, span


def _of_kind(kind: str, text: str, context: Context, sizes: tuple[int, ...]) -> Iterator[Span]:
    if kind == "card":
        yield from cards(text, context) if _is_grouped(sizes) else ()
    elif kind == "ssn":
        yield from ssns(text, context)
    elif kind == "identifier":
        yield from (span for span in identifiers(text, context) if span.score >= _SURE)
    else:
        yield from (span for span in phones(text, context) if span.score >= _SURE)


def _is_grouped(sizes: tuple[int, ...]) -> bool:
    """Whether digits are grouped as those of a card are: in parts of one length, but for the last; or as American Express does."""
    return sizes in _AMEX or (len(set(sizes[:-1])) == 1 and sizes[-1] <= sizes[0])


def _is_printed(sizes: tuple[int, ...]) -> bool:
    """Whether they are grouped as on the card itself, so that no name need say what it is."""
    return len(sizes) <= _FEW and (sizes in _AMEX or sizes in {(4, 4, 4, 4), (8, 8), (4, 4, 4, 4, 3)})


def _whole_iban(parts: Parts) -> Iterator[tuple[_Joined, Span]]:
    """An account number whose groups fill their fields."""
    texts = parts.texts
    for first, text in enumerate(texts[:-1]):
        if not _IBAN_HEAD.fullmatch(text):
            continue
        last, size = first, len(text.strip())
        while last + 1 < len(texts) and size <= _LONGEST and _SPELLED.fullmatch(texts[last + 1]):
            last += 1
            size += len(texts[last].strip())
            joined = _joined(parts, first, last)
            yield from ((joined, span) for span in ibans(joined.text, Context()) if span.end - span.start == len(joined.text))


def _dialled(parts: Parts) -> Iterator[tuple[_Joined, Span]]:
    """A number with its country's, in up to five fields: `"+44", "20", "7946", "0958"`."""
    texts = parts.texts
    for first, text in enumerate(texts[:-1]):
        if parts.numbers[first] or not _DIALLED.fullmatch(text):
            continue
        for last in range(first + 1, min(first + _FEW, len(texts))):
            if not _DIGITS.fullmatch(texts[last]):
                break
            joined = _joined(parts, first, last)
            if is_whole(joined.text):
                yield joined, Span(0, len(joined.text), Entity.PHONE, _SURE, CHECKED)
                break

"""A span of the names model in, the same with edges that words, numbers and sentences have out; two where it ran over a full stop.

The model tells word from word; it does not know that `5,000.50` is one number, that a sentence ends, or that `34` behind a name is
no name.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from guardian_core.detect.names import NameSpan
from guardian_core.sentences import STOP, ends_sentence
from guardian_core.vocabulary import Entity

# Of people also where the space was forgotten: "Nora Quist.Dana Quill".
_GLUED = re.compile(STOP.pattern + r"|(?<=[a-zß-ÿ][a-zß-ÿ])[.!?](?=[A-ZÀ-Þ][a-zß-ÿ])")
_PLAIN = re.compile(r"[^\W\d_]{5}$")  # behind which a full stop in an address ends it
# A date, a time or both; else a number as it is written.
_NUMBER = re.compile(
    r"""(?x) (?<!\d)(?: (?: \d{1,4}([./-])\d{1,2}\1\d{1,4} [T ] )? \d{1,2}:\d\d (?: :\d\d (?:[.,]\d+)? )?
          (?: Z | [+-]\d\d:?\d\d )? (?![\d:])
      | \d+ (?: [.,/'\u2019\u2013-]\d+ )+ | \d+ )""",
    re.ASCII,
)
_DATE = re.compile(r"(?:19|20)\d\d([-./])\d\d?\1\d\d?(?!\d)|\d\d?([-./])\d\d?\2(?:19|20)\d\d(?!\d)", re.ASCII)
_SIGN_BEFORE = re.compile(r"[$€£¥₺₽₹] ?$")
_SIGN_BEHIND = re.compile(r" ?[$€£¥₺₽₹%](?!\w)")
_LONG = 200  # digits of a number that are looked through
_REACH = 40  # characters that a number is looked for on either side
# What stands behind somebody's name and is none: an age, a degree.
_AGE = re.compile(r"[\s,(]+(?P<years>1[01]\d|[1-9]\d?)\)?$")
_UNIT = re.compile(r"\s?(?:[munµ]?g|mcg|m?l|[ckm]?m|kg|IU|%|°|x\b|€|\$)", re.IGNORECASE)
_DEGREE = re.compile(
    r",?\s+(?:Ph\.?\s?D|D\.?Phil|M\.?D|M\.?Sc|B\.?Sc|D\.?Sc|M\.?A|B\.?A|LL\.?[BMD]|M\.?B\.?A|Ed\.?D|Esq|FRS|FRCP|[QK]\.?C|OBE|CPA|RN)\.?$"
)
_APOSTROPHE = re.compile(r"(?<!\w)[A-Z]['\u2019]$")  # O'Brien, D'Angelo
_FULL_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[.'\u2019-])*(?: [^\W\d_](?:[^\W\d_]|[.'\u2019-])*){1,4}")


def edged(name: NameSpan, text: str) -> Iterator[NameSpan]:
    """The span within each of its sentences, over whole numbers, without what only follows a name.

    >>> from guardian_core.terms import Entity
    >>> said = "Ask Nora Quist. Dana Quill paid $5,000.50"
    >>> [said[one.start : one.end] for one in edged(NameSpan(4, 26, Entity.PERSON, 0.9), said)]
    ['Nora Quist', 'Dana Quill']
    >>> [said[one.start : one.end] for one in edged(NameSpan(33, 34, Entity.QUANTITY, 0.9), said)]
    ['$5,000.50']
    """
    for part in _sentences(name, text):
        if part.entity is Entity.PERSON:
            yield from _bare(part, text)
        else:
            yield _with_sign(_whole(part, text), text)


def _sentences(name: NameSpan, text: str) -> Iterator[NameSpan]:
    start = name.start
    ends = _GLUED if name.entity is Entity.PERSON and " " in text[name.start : name.end] else STOP
    for stop in ends.finditer(text, name.start, name.end):
        if stop.end() < name.end and stop.start() > start and _parts(name, text, stop.start()):
            yield replace(name, start=start, end=stop.start())
            start = stop.end()
    yield replace(name, start=start)


def _parts(name: NameSpan, text: str, stop: int) -> bool:
    """Whether a sentence ends within the span; in an address only behind a word, for much is shortened there: "ul.", "97."."""
    return ends_sentence(text, stop) and (name.entity is not Entity.ADDRESS or _PLAIN.search(text[name.start : stop]) is not None)


def _whole(name: NameSpan, text: str) -> NameSpan:
    """Where an edge lies within a number, the span with all of that number."""
    start, end = name.start, name.end
    if _inside(text, start) or _inside(text, end):
        base = max(0, start - _REACH)
        while base and start - base < _LONG and text[base - 1].isdigit():
            base -= 1
        for number in _NUMBER.finditer(text, base, min(len(text), end + _REACH)):
            if number.start() < start < number.end():
                start = number.start()
            if number.start() < end < number.end():
                end = number.end()
    if (start, end) == (name.start, name.end):
        return name
    return replace(name, start=start, end=end, entity=Entity.DATE if _DATE.match(text, start, end) else name.entity)


def _with_sign(name: NameSpan, text: str) -> NameSpan:
    """An amount with the sign of its money: "$" before "5,000.50"."""
    if name.entity is not Entity.QUANTITY:
        return name
    before = _SIGN_BEFORE.search(text, max(0, name.start - 2), name.start) if text[name.start].isdigit() else None
    behind = _SIGN_BEHIND.match(text, name.end) if text[name.end - 1].isdigit() else None
    if not before and not behind:
        return name
    return replace(name, start=before.start() if before else name.start, end=behind.end() if behind else name.end)


def _inside(text: str, at: int) -> bool:
    """Whether digits of one run may stand on both sides of `at`."""
    return 0 < at < len(text) and any(map(str.isdigit, text[max(0, at - 2) : at])) and any(map(str.isdigit, text[at : at + 2]))


def _bare(name: NameSpan, text: str) -> Iterator[NameSpan]:
    """A full name without a degree behind it, "D. Quill PhD", and apart from an age: "Dana Quill 34"."""
    if _APOSTROPHE.search(text[max(0, name.start - 3) : name.start]):
        name = replace(name, start=name.start - 2)
    end = name.end
    age = _AGE.search(text, name.start, end)
    if age and not _UNIT.match(text, end) and _FULL_NAME.fullmatch(text, name.start, age.start()):
        yield replace(name, start=age.start("years"), end=age.end("years"), entity=Entity.AGE)
        end = age.start()
    degree = _DEGREE.search(text, name.start, end)
    if degree and _FULL_NAME.fullmatch(text, name.start, degree.start()):
        end = degree.start()
    yield name if end == name.end else replace(name, end=end)

"""A span and its text in; out, whether it stands in a table of things: `| Chair | 12 | 19.99 |` tells of nobody.

A table is lines with bars or tabs. What its columns are called says whether it is about people; the names of columns are nobody's.
"""

import re
from collections.abc import Iterator

from guardian_core.detect.context import table
from guardian_core.detect.names import NameSpan
from guardian_core.vocabulary import Entity

_THINGS = table("""
    product products item items article articles goods model colour color size qty quantity sku count units unit stock price prices
    part parts material category feature plan ware artikel menge preis anzahl produit quantite prix producto cantidad precio
    """)
_PEOPLE = table("""
    person people customer customers user users patient patients employee employees member members contact contacts student students
    guest guests author authors owner owners email mail phone born birth birthday age dob address city gender who buyer recipient
    """)
_WORDS = re.compile(r"[^\W\d_]+")
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+\|?[ \t]*")
_NUMBER = re.compile(r"[$€£]?\s?\d[\d.,]*\s?[%€$£]?")
_MARKS = "|\t"
_ROWS, _WIDTH = 200, 2_000  # lines that the head is looked for above, and characters of one
_COUNTED = frozenset({Entity.DATE, Entity.CODE, Entity.QUANTITY, Entity.ADDRESS, Entity.MISC})


def tells_nobody(name: NameSpan, text: str) -> bool:
    """Whether the span is the name of a column, lies in a table of things, or is a bare number in a row of which no more is known.

    An age in such a row counts: it is more often somebody's.
    """
    start, end = _line(text, name.start)
    row = text[start:end]
    mark = next((mark for mark in _MARKS if row.count(mark) > 1), None)
    if mark is None or len(row) > _WIDTH or name.end > end:
        return False
    if _is_head(text, end):
        return True
    head = _head(text, start, mark)
    if not head:
        cell = _cell(row, name.start - start, name.end - start, mark)
        return name.entity in _COUNTED and bool(_NUMBER.fullmatch(cell))
    words = {word.lower() for word in _WORDS.findall(head)}
    return not words.isdisjoint(_THINGS) and words.isdisjoint(_PEOPLE)


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _is_head(text: str, end: int) -> bool:
    """Whether the line that ends at `end` stands over a rule: `| --- | --- |`."""
    if end >= len(text):
        return False
    start, stop = _line(text, end + 1)
    return stop - start <= _WIDTH and _RULE.fullmatch(text, start, stop) is not None


def _head(text: str, start: int, mark: str) -> str:
    """The first of the rows that stand without a break above the line that begins at `start`; "" where there is none."""
    head = ""
    for row in _above(text, start):
        if row.count(mark) < 1:
            break
        head = row
    return head


def _above(text: str, start: int) -> Iterator[str]:
    for _ in range(_ROWS):
        if start <= 0:
            return
        above, end = _line(text, start - 1)
        if end - above > _WIDTH:
            return
        yield text[above:end]
        start = above


def _cell(row: str, start: int, end: int, mark: str) -> str:
    stop = row.find(mark, end)
    return row[row.rfind(mark, 0, start) + 1 : len(row) if stop < 0 else stop].strip()

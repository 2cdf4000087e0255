"""A span and its text in; out, whether it stands in a table of things: `| Chair | 12 | 19.99 |` tells of nobody.

A table is lines with bars or tabs. What its columns are called says whether it is about people; the names of columns are nobody's.
"""

import re

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
_MARKS, _COMMAS = "|\t", ",;"
_COLUMNS = re.compile(r"[^\W\d][\w %#/-]{0,24}(?:[,;] ?[^\W\d][\w %#/-]{0,24}){2,}\r?")
_TABLE, _WIDTH = 20_000, 2_000  # characters above in which the head is looked for, and of a line
_COUNTED = frozenset({Entity.DATE, Entity.CODE, Entity.QUANTITY, Entity.ADDRESS, Entity.MISC})


def tells_nobody(name: NameSpan, text: str) -> bool:
    """Whether the span is the name of a column, lies in a table of things, or is a bare number in a row of which no more is known.

    An age in such a row counts: it is more often somebody's.
    """
    start, end = _line(text, name.start)
    if end - start > _WIDTH or name.end > end:
        return False
    row = text[start:end]
    mark = next((mark for mark in _MARKS if row.count(mark) > 1), None)
    if mark is None:
        return _in_list(text, start, end)
    if _is_head(text, end):
        return True
    head = _head(text, start, mark)
    if not head:
        cell = _cell(row, name.start - start, name.end - start, mark)
        return name.entity in _COUNTED and bool(_NUMBER.fullmatch(cell))
    words = {word.lower() for word in _WORDS.findall(head)}
    return not words.isdisjoint(_THINGS) and words.isdisjoint(_PEOPLE)


def _in_list(text: str, start: int, end: int) -> bool:
    """Whether the line is the head or a row of comma- or semicolon-separated values of things: two columns at least say so."""
    for mark in _COMMAS:
        count = text.count(mark, start, end)
        head = (_head(text, start, mark) or text[start:end]) if count > 1 else ""
        if head.count(mark) == count > 1 and _COLUMNS.fullmatch(head):
            words = {word.lower() for word in _WORDS.findall(head)}
            return len(words & _THINGS) > 1 and words.isdisjoint(_PEOPLE)
    return False


def _line(text: str, at: int) -> tuple[int, int]:
    """Where the line of `at` begins and ends; more than _WIDTH apart where it is longer."""
    begin, end = text.rfind("\n", max(0, at - _WIDTH - 1), at), text.find("\n", at, at + _WIDTH + 1)
    return max(begin + 1, at - _WIDTH - 1), min(len(text), at + _WIDTH + 1) if end < 0 else end


def _is_head(text: str, end: int) -> bool:
    """Whether the line that ends at `end` stands over a rule: `| --- | --- |`."""
    if end >= len(text):
        return False
    start, stop = _line(text, end + 1)
    return stop - start <= _WIDTH and _RULE.fullmatch(text, start, stop) is not None


def _head(text: str, start: int, mark: str) -> str:
    """The first row of the paragraph in which the line that begins at `start` stands; "" where that is this line."""
    begin = text.rfind("\n\n", max(0, start - _TABLE), start) + 2
    at = begin if begin > 1 else max(0, start - _TABLE)
    while at < start:
        first, end = _line(text, at)
        if end - first <= _WIDTH and text.count(mark, first, end) > 1:
            return text[first:end]
        at = end + 1
    return ""


def _cell(row: str, start: int, end: int, mark: str) -> str:
    stop = row.find(mark, end)
    return row[row.rfind(mark, 0, start) + 1 : len(row) if stop < 0 else stop].strip()

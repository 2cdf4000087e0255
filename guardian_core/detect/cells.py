"""A text in, spans of values out whose names stand in the same text: `Date of birth: …` on a line, a column, a line below.

People paste forms, tables and logs into messages; what a field's name says there is as good as in a form of its own. Mild things
(a town, a gender, a bare name) count only beside something that is somebody's.
"""

import re
from collections.abc import Iterator

from guardian_core.detect.context import Context
from guardian_core.detect.keys import by_key, speaks
from guardian_core.detect.spans import Span
from guardian_core.vocabulary import Entity, Role

_LABELLED = re.compile(
    r"(?m)^[ \t>*|#-]{0,8}(?P<key>[^\W\d_][^\n:=\"{}<>]{1,40}?)[ \t*\"]{0,3}[:=][ \t*\"]{0,4}"
    r"(?P<value>[^\s|][^\n|]{0,160}?)[ \t*\",;|]{0,4}$"
)
_PAIR = re.compile(
    r"(?<![\w.&?/-])(?P<key>[^\W\d_][\w.-]{1,40})=(?:\"(?P<quoted>[^\"\n]{1,160})\"|(?P<value>[^\s\"',;&)\]}]{1,160}))"
)
_HEADER = re.compile(r"[ \t]*\"?[^\W\d_][^,;\t|\n]{0,60}(?:(?P<mark>[,;\t|])[^,;\t|\n]{0,60}){1,60}\r?\n")
_ABOVE = re.compile(
    r"(?m)^[ \t>*#-]{0,8}(?P<key>[^\W\d_][^\n:=\"{}<>]{1,40}?)[ \t*]{0,3}:?[ \t*]{0,3}\r?\n"
    r"(?P<value>[+(\w][\w+(). /-]{4,40}?)[ \t]{0,4}\r?$"
)
_NUMBERS = frozenset({
    Entity.US_SSN, Entity.PHONE, Entity.DATE_OF_BIRTH, Entity.PASSPORT, Entity.NATIONAL_ID, Entity.DRIVING_LICENCE, Entity.TAX_ID,
    Entity.BANK_ACCOUNT,
})  # fmt: skip
_TELLING = 5  # digits
_MILD = frozenset(
    {Entity.CITY, Entity.GENDER, Entity.POSTCODE, Entity.PROFESSION, Entity.HEALTH, Entity.USERNAME, Entity.DEMOGRAPHIC}
)
_ELSEWHERE = frozenset({Entity.PASSWORD, Entity.SECRET, Entity.CARD, Entity.IBAN})  # secrets.py and numbers.py know prose better
_SURE = 0.9  # less has the bare "Name: …", which may be a thing's
_COLUMNS = 64


def labelled(text: str, context: Context) -> Iterator[Span]:
    """Values behind the name of a field and a colon or an equals sign."""
    if context.role is Role.BINARY:
        return
    found: list[Span] = []
    for pattern in (_LABELLED, _PAIR):
        for match in pattern.finditer(text):
            group = "quoted" if pattern is _PAIR and match["quoted"] else "value"
            span = _keyed(text, match["key"], *match.span(group))
            if span and span.entity not in _ELSEWHERE:
                found.append(span)
    direct = any(span.entity not in _MILD and span.score >= _SURE for span in found)
    yield from (span for span in found if direct)


def above(text: str, context: Context) -> Iterator[Span]:
    """Numbers alone on a line below one that is nothing but the name of a field, as forms are copied from pages."""
    for match in _ABOVE.finditer(text) if context.role is not Role.BINARY else ():
        if sum(character.isdigit() for character in match["value"]) >= _TELLING:
            span = _keyed(text, match["key"].rstrip(), *match.span("value"))
            if span and span.entity in _NUMBERS:
                yield span


def columns(text: str, context: Context) -> Iterator[Span]:
    """The cells of comma-, semicolon-, tab- or bar-separated rows below a header row."""
    header = _HEADER.match(text)
    if context.role is Role.BINARY or not header:
        return
    mark = header["mark"]
    names = [text[start:end].strip() for start, end in _row(text, 0, mark)]
    known = {column: name for column, name in enumerate(names) if speaks(name)}
    if not known or any(not name or len(name) > 60 for name in names):
        return
    at = header.end()
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        if text.count(mark, at, stop) >= len(names) - 1:
            cells = _row(text, at, mark)
            for column, name in known.items():
                span = _keyed(text, name, *cells[column]) if column < len(cells) and len(cells) == len(names) else None
                if span:
                    yield span
        at = stop + 1


def _row(text: str, at: int, mark: str) -> list[tuple[int, int]]:
    """Where the cells of the row that begins at `at` lie, without their quotes; a cell of a row ends with its line."""
    cells: list[tuple[int, int]] = []
    while len(cells) < _COLUMNS:
        cell = _CELLS[mark].match(text, at)
        if cell is None:
            return cells
        cells.append(cell.span("quoted" if cell["quoted"] is not None else "bare"))
        at = cell.end()
        if cell["mark"] != mark:
            break
    return cells


def _cell(mark: str) -> re.Pattern[str]:
    end = re.escape(mark)
    quoted = r"\"(?P<quoted>(?:[^\"\n]|\"\"){0,300})\"[ ]?"
    return re.compile(rf"[ ]?(?:{quoted}|(?P<bare>[^{end}\"\r\n]{{0,300}}))\r?(?P<mark>{end}|$|(?=\n))")


_CELLS = {mark: _cell(mark) for mark in ",;\t|"}


def _keyed(text: str, key: str, start: int, end: int) -> Span | None:
    if start >= end or not speaks(key):
        return None
    span = by_key(text[start:end], Context(key, Role.VALUE), social=True)
    return Span(start + span.start, start + span.end, span.entity, span.score, span.rank, "key") if span else None

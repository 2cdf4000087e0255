"""The items of a request in; out, the name of its column for each cell of a table: `{"columns": ["ssn"], "rows": [["524…"]]}`.

A table names its columns in a list beside its rows, or in the first row. A cell's own key is that of the rows.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from guardian_core.detect.context import table
from guardian_core.detect.keys import NAME_KEYS, names_somebody, speaks
from guardian_core.vocabulary import Item

# Lists that name columns.
HEADS = table("""
    columns cols column columnnames columnheaders colnames header headers heading headings head fields fieldnames keys names schema
    attributes labels dimensions questions properties variables thead
    """)
# Lists, or members of rows, that hold their cells.
ROWS = table("""
    rows row data values value cells records record body tbody items results result entries tuples answers vals v c f matrix records
    responses text content
    """)
_OF_A_COLUMN = ("name", "field", "key", "fieldname", "columnname", "id", "label", "title", "header", "text", "question", "property")
_AROUND = frozenset(
    {"schema", "meta", "metadata", "header", "table", "head", "tableschema", "structure", "data", "result", "results"}
)
_WITHIN = frozenset({"data", "result", "results", "table", "body", "content"})
_CELL = re.compile(r"(?P<table>.*)/(?P<row>\d+)(?:/(?P<member>[^/\d][^/]*))?/(?P<column>\d+)(?:/(?P<inner>[^/\d][^/]*))?")
_FLAT = re.compile(r"(?P<table>.*)/(?P<column>\d+)(?:/(?P<inner>[^/\d][^/]*))?")
_WRITTEN = ("column[_-]names", "col[_-]names", "field[_-]names", "column[_-]headers", *sorted(HEADS))
_HEAD = re.compile(rf"/(?:{'|'.join(_WRITTEN)})/[0#](?:/|\Z)")
_HEADED = re.compile(rf"/(?:{'|'.join(_WRITTEN)})/\d+(?:/[^/]+)?\Z")
_FIRST = re.compile(r"/\d+/0\Z")
_FIRST_ROW = re.compile(r"/0/\d+\Z")
_TITLE = re.compile(r"[^\W\d_][\w .'/()#\[\]-]{0,60}[:?*]{0,2}")
_COLUMNS = 256


def column_names(items: Iterable[tuple[int, Item]]) -> Iterator[tuple[int, str]]:
    """The number of each cell whose column's name says something, and that name; `items`: values with their numbers."""
    items = list(items)
    if not any(_begins_table(item.path) for _, item in items if "/0" in item.path):
        return
    heads = _heads([item for _, item in items if _HEADED.search(item.path.lower())])
    titles = _titles([item for _, item in items if _FIRST_ROW.search(item.path)])
    yield from _pairs(items)
    if not heads and not titles:
        return
    for number, item in items:
        names, column = _place(item.path, heads, titles)
        if names and column in names:
            yield number, names[column]


def _pairs(items: Sequence[tuple[int, Item]]) -> Iterator[tuple[int, str]]:
    """The second of two in a list of lists, whose first is a name: `[["ssn", "524…"], ["phone", "212…"]]`."""
    named = {item.path[:-1]: _title(item.text) for _, item in items if _FIRST.search(item.path) and _TITLE.fullmatch(item.text)}
    named = {row: name for row, name in named.items() if speaks(name) and name.lower() not in NAME_KEYS}
    if not named:
        return
    for _, item in items:
        if item.path.endswith("/2"):
            named.pop(item.path[:-1], None)
    for number, item in items:
        if item.path.endswith("/1") and item.path[:-1] in named:
            yield number, named[item.path[:-1]]


def _place(
    path: str, heads: Mapping[str, dict[int, str]], titles: Mapping[str, dict[int, str]]
) -> tuple[dict[int, str] | None, int]:
    """The columns of the table that an item is a cell of, if it is one, and the number of its own."""
    cell = _CELL.fullmatch(path)
    if cell and _holds(cell["member"]) and _holds(cell["inner"]):
        names = _beside(cell["table"], heads)
        if names is None and cell["member"] is None and int(cell["row"][:9]):
            names = titles.get(cell["table"])
        return names, int(cell["column"][:9])
    flat = _FLAT.fullmatch(path) if path[-1:].isdigit() else None
    if flat and _last(flat["table"]) in ROWS:  # one row alone
        return _beside(flat["table"], heads), int(flat["column"][:9])
    return None, 0


def _titles(firsts: Iterable[Item]) -> dict[str, dict[int, str]]:
    """Path of a list of rows, and the names in its first one that say something; where all in it are names."""
    rows: dict[str, dict[int, str]] = defaultdict(dict)
    for item in firsts:
        where, _, column = item.path.rpartition("/")
        rows[where.rpartition("/")[0]][int(column[:9])] = item.text
    found = {where: _telling(row) for where, row in rows.items() if all(map(_TITLE.fullmatch, row.values()))}
    return {where: names for where, names in found.items() if names}


def tied(paths: Iterable[str]) -> frozenset[str]:
    """Those of the paths, with # for the numbers in them, whose values name others as columns do, or may be named so; also headings
    of lines."""
    every = frozenset(paths)
    heads = {path for path in every if _last(path) in HEADS}  # a heading of lines in a text of its own
    lines = {path for path in every if _last(path.removesuffix("/#")) in ROWS} if heads else set()
    around = {path.rpartition("/")[0] for path in heads}
    below = {path for path in lines if path.removesuffix("/#").rpartition("/")[0] in around}
    cells = "/#" if any(_HEAD.search(path.lower()) for path in every) else "/#/#"
    return frozenset((*(path for path in every if cells in path and (cells == "/#" or path.endswith(cells))), *heads, *below))


def _begins_table(path: str) -> bool:
    """Whether an item is the first of a list of columns, or of a first row."""
    return path.endswith("/0/0") or _HEAD.search(path.lower()) is not None


def _heads(named: Iterable[Item]) -> dict[str, dict[int, str]]:
    """Path of the object around a list that names columns, and the names that say something."""
    found: dict[str, dict[int, tuple[int, str]]] = defaultdict(dict)
    for item in named:
        flat = _FLAT.fullmatch(item.path)
        if flat is None or _last(flat["table"]) not in HEADS:
            continue
        own = "name" if flat["inner"] is None else "".join(filter(str.isalpha, flat["inner"])).lower()
        column = int(flat["column"][:9])
        if own not in _OF_A_COLUMN or column >= _COLUMNS:
            continue
        around = flat["table"].rpartition("/")[0]
        rank = -_OF_A_COLUMN.index(own) + (100 if speaks(_title(item.text)) else 0)
        for place in (around, around.rpartition("/")[0] if _last(around) in _AROUND else ""):
            if place and rank > found[place].get(column, (-100, ""))[0]:
                found[place][column] = rank, item.text
    return {place: _telling({column: name for column, (_, name) in names.items()}) for place, names in found.items()}


def _telling(names: Mapping[int, str]) -> dict[int, str]:
    """The names that say something; a bare "name" does where another column is somebody's."""
    titles = {column: _title(name) for column, name in names.items()}
    social = any(map(names_somebody, titles.values()))
    return {column: name for column, name in titles.items() if speaks(name) and (social or name.lower() not in NAME_KEYS)}


def _beside(place: str, heads: Mapping[str, dict[int, str]]) -> dict[int, str] | None:
    """The names of the columns of the rows at `place`."""
    around, _, own = place.rpartition("/")
    if own.lower() in HEADS:
        return None
    names = heads.get(around)
    return heads.get(around.rpartition("/")[0]) if names is None and _last(around) in _WITHIN else names


def _holds(member: str | None) -> bool:
    return member is None or member.lower() in ROWS


def _last(path: str) -> str:
    return path.rpartition("/")[2].lower().replace("_", "").replace("-", "")


def _title(text: str) -> str:
    return text[:64].strip().rstrip(":?*").rstrip()

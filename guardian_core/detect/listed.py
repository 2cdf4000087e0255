"""The items of a request in; out, the name that a value has by what stands before it in a list, or above it in a table of lines.

`["ssn", "524713806"]`, `["SET", "password", "hunter2x"]`; `["name,ssn", "Mira Okafor,524713806"]`, `columns=name,ssn&rows=…`. Lists
of words hold names of fields, too, so that more than the name must speak for a value; of a list in which names and values take
turns the one that is beyond doubt speaks for all.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from guardian_core.detect.cells import columns
from guardian_core.detect.context import Context, key_suffixes, table
from guardian_core.detect.keys import by_key, speaks
from guardian_core.detect.segments import is_no_page
from guardian_core.detect.spans import Span
from guardian_core.detect.tables import HEADS, ROWS
from guardian_core.detect.tokens import drawn
from guardian_core.vocabulary import Entity, Item, Role

type Values = Sequence[tuple[int, Item]]

NEXT = ","  # before the name that an element of a list gives to the next
BELOW = "\n"  # before the heading of lines
_NAME = re.compile(r"-{0,2}[^\W\d_][^\d\n,;|<>{}()\"=]{0,39}+")
_DIGIT = re.compile(r"\d")
_DIGITS = frozenset("0123456789")
_FEW = 128  # elements of a list in which names and values take turns
_CELL = r"[ \t]*\"?[^\W\d_][^\d,;|\t\n\"<>{}=]{0,40}\"?[ \t]*"
_HEADING = re.compile(rf"{_CELL}(?:[,;|\t]{_CELL}){{1,60}}")
_MARKS = re.compile(r"[,;|\t]")
_LONGEST = 600  # characters of a heading
_TYPED = re.compile(r"(?=.*\d)(?=.*[^\W\d_])\S{6,64}")
# Words of one kind with "password", and numbered: ways to sign in, and of keeping it.
_WAYS = re.compile(
    r"(?i)(?:oauth|saml|md|sha|base|pbkdf|argon|x|ed|aes|rsa|scrypt|bcrypt|blake|address|step|line|field|text|v)[_-]?\d.*|[a-z]+_\d|\w+-\d|[\w-]+:\d+"
)
_NUMBERED = re.compile(r"[^\W\d_]+\d")  # "step2", but behind "--password" it is one
_SURE = 24  # characters of a secret without capital letters
_BRIEF = table("pass pw pin cell via")  # words with other meanings
_CLOCK = re.compile(r"1[4-9]\d{8}(?:\d{3})?")


def in_lists(paths: Sequence[str]) -> tuple[int, ...]:
    """Which of the paths are those of elements of lists; segments of an address are no list."""
    return tuple([at for at, path in enumerate(paths) if path[-1:] in _DIGITS and path[:5] != "path/"])


def texts_in_lists(values: Values, listed: Iterable[int]) -> list[int]:
    """Those of the elements that `in_lists` gives that are no numbers: only these may name others."""
    return [at for at in listed if values[at][1].text[:1] not in _DIGITS]


def in_turn(values: Values, elements: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The elements of lists that the one before names, each with that name, marked; without a mark where all names do so.

    `elements`: what `texts_in_lists` gives.
    """
    lists: set[str] = set()
    for at in elements:
        if _NAME.fullmatch(values[at][1].text) and at + 1 < len(values):
            (_, before), (number, item) = values[at : at + 2]
            name = NEXT + before.text
            if names_next(before.text, item.text) and _follows(before.path, item.path) and said_next(item.text, name):
                yield number, name
                lists.add(item.path.rpartition("/")[0])
    if lists:
        yield from _records(values, lists)


def names_next(name: str, text: str) -> bool:
    """Whether one element of a list may name the next."""
    return bool(_NAME.fullmatch(name) and _DIGIT.search(text) and speaks(name) and not speaks(text))


def speaks_in_list(texts: Sequence[str]) -> bool:
    """Whether any element of a list names another, or is a heading: then none means what it means by itself."""
    return any(map(names_next, texts, texts[1:])) or any(map(is_heading, texts))


def _follows(before: str, path: str) -> bool:
    (parent, _, first), (around, _, second) = before.rpartition("/"), path.rpartition("/")
    return parent == around and first.isdecimal() and second.isdecimal() and int(first[:9]) + 1 == int(second[:9])


def _records(values: Values, lists: set[str]) -> Iterator[tuple[int, str]]:
    """The values of lists in which names and values take turns, each with its name."""
    members: dict[str, list[tuple[int, str]]] = {}
    for number, item in values:
        parent, _, own = item.path.rpartition("/")
        if parent in lists and own.isdecimal():
            members.setdefault(parent, []).append((number, item.text))
    for listed in members.values():
        names, said = listed[::2], listed[1::2]
        whole = len(names) == len(said) and len(listed) <= _FEW
        if whole and all(_NAME.fullmatch(name) for _, name in names) and not any(speaks(text) for _, text in said):
            yield from ((number, name) for (_, name), (number, _) in zip(names, said, strict=True) if speaks(name))


def said_next(text: str, name: str) -> Span | None:
    """The whole of an element as one span, if it is beyond doubt what the one before calls it; `name` is marked."""
    key = name.removeprefix(NEXT)
    span = by_key(text, Context(key, Role.VALUE), social=True)
    if span is None or not _BRIEF.isdisjoint(key_suffixes(key)):
        return None
    value = text[span.start : span.end]
    if span.entity is Entity.PASSWORD:
        of_choice = _WAYS.fullmatch(value) or (_NUMBERED.fullmatch(value) and not key.startswith("-"))
        return span if _TYPED.fullmatch(value) and not of_choice else None
    if span.entity is Entity.SECRET:
        return span if drawn(value) and (len(value) >= _SURE or value.lower() != value) else None
    digits = sum(map(str.isdigit, value))
    sure = is_no_page(value, span) and digits * 2 >= len(value) and not _CLOCK.fullmatch(value)
    return span if sure else None


def below(values: Values, elements: Sequence[int], heads: frozenset[str]) -> Iterator[tuple[int, str]]:
    """The lines below a heading, each with the heading, marked; of a heading of one name, the value beside it.

    `elements`: what `texts_in_lists` gives; `heads`: what `headings` gives.
    """
    firsts = [item for item in (values[at][1] for at in elements) if item.path.endswith("/0") and is_heading(item.text)]
    lists = {item.path[:-2]: item.text for item in firsts}
    for number, item in values if lists else ():
        heading = lists.get(item.path.rpartition("/")[0])
        if heading and item.path[-1].isdigit() and not item.path.endswith("/0"):
            yield number, BELOW + heading
    objects: dict[str, str] = {}
    for _, item in values if heads else ():
        parent, _, own = item.path.rpartition("/")
        if own in heads and (is_heading(item.text) or (_NAME.fullmatch(item.text) and speaks(item.text))):
            objects[parent] = item.text
    for number, item in values if objects else ():
        parent, _, own = item.path.rpartition("/")
        if own.isdecimal():
            parent, _, own = parent.rpartition("/")
        heading = objects.get(parent, "") if _squeezed(own) in ROWS else ""
        if heading and _MARKS.search(heading):
            yield number, BELOW + heading
        elif heading and said_next(item.text, NEXT + heading):
            yield number, NEXT + heading


def headings(owns: Iterable[str]) -> frozenset[str]:
    """Those of the last names of paths under which a heading may stand."""
    return frozenset(own for own in owns if _squeezed(own) in HEADS)


def is_heading(text: str) -> bool:
    """Whether a line is nothing but names of columns, of which one at least says something.

    >>> is_heading("name,ssn"), is_heading("Hello, Dana"), is_heading("ssn")
    (True, False, False)
    """
    if len(text) > _LONGEST or not _MARKS.search(text) or not _HEADING.fullmatch(text):
        return False
    return any(speaks(cell.strip(' "')) for cell in _MARKS.split(text))


def said_below(text: str, name: str) -> list[Span]:
    """What the cells of lines are by the heading above them; `name` is the heading, marked."""
    heading = name[len(BELOW) :] + "\n"
    found = columns(heading + text, Context("", Role.VALUE))
    first = len(heading)
    return [Span(span.start - first, span.end - first, span.entity, span.score, span.rank, span.source) for span in found]


def _squeezed(key: str) -> str:
    return key.lower().replace("_", "").replace("-", "").removesuffix("[]")

"""The paths of values in; out, those that have their name from the object or the element around them, or from a kind beside them.

`{"ssn": {"data": "524713806"}}`, `<field name="ssn">524713806</field>`, `{"id_type": "ssn", "id_number": "524713806"}`. Paths alone
say which may; programs send the same ones again and again.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from guardian_core.detect.context import key_words, table
from guardian_core.detect.keys import speaks
from guardian_core.detect.listed import NEXT
from guardian_core.vocabulary import Item

# Members that say nothing themselves, of an object that is one value.
_INNER = table("""
    data text content from to old new before after current previous plaintext decrypted cleartext entered typed input display
    oldvalue newvalue
    """)
_ATTRIBUTES = frozenset({"name", "key", "field", "label"})
_BEHIND = 4  # items between an attribute and the text of its element
_KINDS = frozenset({"type", "kind"})
_NUMBERS = frozenset({"number", "no", "num", "nr"})


def inner(paths: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """Where a member stands that says nothing, and what the object around it is called, marked."""
    found: list[tuple[int, str]] = []
    for at, path in enumerate(paths):
        parent, _, own = path.rpartition("/")
        around = parent.rpartition("/")[2]
        if own.lower().replace("_", "") in _INNER and around and speaks(around):
            found.append((at, NEXT + around))
    return tuple(found)


def attributes(paths: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Where an attribute stands that names its element, and where the text of that is."""
    found: list[tuple[int, int]] = []
    for at, path in enumerate(paths):
        parent, _, own = path.rpartition("/")
        if own in _ATTRIBUTES:
            behind = paths[at + 1 : at + 1 + _BEHIND]
            found.extend([(at, at + 1 + behind.index(parent))] if parent in behind else [])
    return tuple(found)


def nested(paths: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Where a name stands, and where its value, if one of the two lies in an object for such, as the answers of forms do:
    `{"field": {"title": "SSN"}, "text": …}`, `{"key": "ssn", "value": {"data": …}}`."""
    named: dict[str, tuple[int, bool]] = {}
    carried: list[tuple[int, str, bool]] = []
    for at, path in enumerate(paths):
        parent, _, own = path.rpartition("/")
        grand, _, around = parent.rpartition("/")
        if own in _SAID and (around in _FIELDS or own not in _GIVEN):
            named[grand if around in _FIELDS else parent] = at, around in _FIELDS
        elif own in _GIVEN:
            carried.append((at, parent, False))
            if around.isdecimal():
                grand, _, around = grand.rpartition("/")
            if around in _VALUES:
                carried.append((at, grand, True))
    pairs = [(named[where], at, deep) for at, where, deep in carried if where in named]
    return tuple([(name, at) for (name, deeper), at, deep in pairs if deeper or deep])


_SAID = table("name key title label ref question text attribute field")
_FIELDS = table("field question attribute property key")
_VALUES = table("value values answer answers response reply")
_GIVEN = table("value values text data content string stringvalue answer interpretedValue")


def has_inner(owns: Iterable[str]) -> bool:
    """Whether any of the last names of paths is one of those that say nothing."""
    return any(own.lower().replace("_", "") in _INNER for own in owns)


def has_attributes(owns: Iterable[str]) -> bool:
    """Whether any of the last names of paths may be an attribute that names its element."""
    return not _ATTRIBUTES.isdisjoint(owns)


def kinds(owns: Iterable[str]) -> frozenset[str]:
    """Those of the last names that say a kind, and those that hold a number of some kind; none where either is missing."""
    said = [own for own in owns if _last(own) in _KINDS]
    numbers = [own for own in owns if _last(own) in _NUMBERS] if said else []
    return frozenset((*said, *numbers)) if numbers else frozenset()


def of_kinds(values: Sequence[tuple[int, Item]], names: frozenset[str]) -> Iterator[tuple[int, str]]:
    """The numbers of a kind that a field beside them says, each with that, marked; `names`: what `kinds` gives."""
    objects: dict[tuple[object, str], tuple[dict[str, str], dict[int, str]]] = defaultdict(lambda: ({}, {}))
    for number, item in values:
        parent, _, own = item.path.rpartition("/")
        if own in names:
            said, numbers = objects[item.place, parent]
            before = "".join(key_words(own)[:-1])
            before = "" if before in _PAPERS else before
            if _last(own) in _KINDS:
                said[before] = item.text
            else:
                numbers[number] = before
    for said, numbers in objects.values():
        for number, before in numbers.items():
            name = said.get(before, "")
            if name and len(name) <= _LONGEST and speaks(name):
                yield number, NEXT + name


_LONGEST = 40
_PAPERS = table("id document doc identification identity paper")  # `id_type` and `document_number` are of one


def _last(own: str) -> str:
    words = key_words(own)
    return words[-1] if words else ""

"""Items in; the same items out, where a field's name stands beside its value (`{"name": "ssn", "value": …}`) under that name.

So do form builders, session recorders and `serializeArray` write: for them every key is `value`.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from guardian_core.actions.keys import squeezed
from guardian_core.vocabulary import Item, Place, Role

type _Beside = dict[str, dict[str, list[tuple[int, str]]]]  # path, name of a field, and what stands in it: number of the item, text

NAMES_FIRST = (
    "name",
    "fieldname",
    "field",
    "key",
    "id",
    "property",
    "label",
    "attribute",
    "k",
    "selector",
    "target",
    "element",
)  # most telling first
NAMES = frozenset(NAMES_FIRST)
VALUES = frozenset({"value", "val", "fieldvalue", "fieldvalues", "values", "answer", "v", "stringvalue"})
# Members of an object that is one value in several forms: what it is called tells what they are.
_BEHIND = frozenset({"number", "no", "nr", "num"})
_BEFORE = frozenset({
    "raw", "digits", "plain", "full", "primary", "secondary", "main", "home", "work", "mobile", "national", "nationalnumber",
    "international", "formatted", "unformatted", "normalized", "e164",
})  # fmt: skip
_ASKED = VALUES | _BEHIND | _BEFORE
_NAME = re.compile(r"[A-Za-z_#.][\w.:\[\]#=\"'>-]{0,120}")  # a name or selector as programs write it, not somebody's name


def named_by_siblings(items: Sequence[Item]) -> tuple[Item, ...]:
    """`items` with the key of each anonymous value replaced by the name beside it, or else around it."""
    asked = [(number, name) for number, item in enumerate(items) if (name := squeezed(item.key)) in _ASKED and _is_value(item)]
    anonymous = [number for number, name in asked if name in VALUES]
    formal = [number for number, name in asked if name not in VALUES]
    if not anonymous and not formal:
        return tuple(items)
    beside: _Beside = defaultdict(lambda: defaultdict(list))
    for number, item in enumerate(items):
        if (
            item.place is Place.BODY
            and item.role is not Role.STRUCTURE
            and squeezed(item.key) in NAMES
            and _NAME.fullmatch(item.text)
        ):
            beside[item.path.rpartition("/")[0]][squeezed(item.key)].append((number, item.text))
    chosen = list(items)
    like: dict[str, list[int]] = defaultdict(list)  # values in forms may have one path
    for number in anonymous:
        like[items[number].path].append(number)
    for number in anonymous:
        key = _key(items[number], number, like[items[number].path], beside)
        if key:
            chosen[number] = replace(items[number], key=key)
    for number in formal:
        *_, around, own = ("", *(part for part in items[number].path.split("/")[1:] if not part.isdigit()))
        if around and own == items[number].key:
            chosen[number] = replace(items[number], key=f"{around} {own}" if squeezed(own) in _BEHIND else f"{own} {around}")
    return tuple(chosen)


def _is_value(item: Item) -> bool:
    return item.place is Place.BODY and item.role not in {Role.STRUCTURE, Role.BINARY}


def _key(item: Item, number: int, like: Sequence[int], beside: _Beside) -> str | None:
    *around, last = item.path.split("/")
    if last.isdigit():  # one of several values
        *around, last = around
    names = beside.get("/".join(around), {})
    known = next((_of(names[name], number, like) for name in NAMES_FIRST if name in names), None)
    outer = [part for part in around[1:] if not part.isdigit()]
    return known or (outer[-1] if outer else None)


def _of(names: Sequence[tuple[int, str]], number: int, like: Sequence[int]) -> str:
    """Of several names in a form the one of the same place in the order, or the one that stands before the value."""
    if len(names) == 1:
        return names[0][1]
    if len(names) == len(like):
        return names[bisect_left(like, number)][1]
    return names[max(bisect_left(names, (number, "")) - 1, 0)][1]

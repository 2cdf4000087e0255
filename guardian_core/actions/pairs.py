"""Items in; the same items out, where a field's name stands beside its value (`{"name": "ssn", "value": …}`) under that name.

So do form builders, session recorders and `serializeArray` write: for them every key is `value`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from guardian_core.actions.keys import squeezed
from guardian_core.vocabulary import Item, Place, Role

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
    beside: dict[str, dict[str, str]] = {}
    for item in items:
        if (
            item.place is Place.BODY
            and item.role is not Role.STRUCTURE
            and squeezed(item.key) in NAMES
            and _NAME.fullmatch(item.text)
        ):
            beside.setdefault(item.path.rpartition("/")[0], {}).setdefault(squeezed(item.key), item.text)
    chosen = list(items)
    for number in anonymous:
        key = _key(items[number], beside)
        if key:
            chosen[number] = replace(items[number], key=key)
    for number in formal:
        *_, around, own = ("", *(part for part in items[number].path.split("/")[1:] if not part.isdigit()))
        if around and own == items[number].key:
            chosen[number] = replace(items[number], key=f"{around} {own}" if squeezed(own) in _BEHIND else f"{own} {around}")
    return tuple(chosen)


def _is_value(item: Item) -> bool:
    return item.place is Place.BODY and item.role not in {Role.STRUCTURE, Role.BINARY}


def _key(item: Item, beside: dict[str, dict[str, str]]) -> str | None:
    *around, last = item.path.split("/")
    if last.isdigit():  # one of several values
        *around, last = around
    names = beside.get("/".join(around), {})
    known = next((names[name] for name in NAMES_FIRST if name in names), None)
    outer = [part for part in around[1:] if not part.isdigit()]
    return known or (outer[-1] if outer else None)

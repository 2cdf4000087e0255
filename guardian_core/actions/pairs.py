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
_NAME = re.compile(r"[A-Za-z_#.][\w.:\[\]#=\"'>-]{0,120}")  # a name or selector as programs write it, not somebody's name


def named_by_siblings(items: Sequence[Item]) -> tuple[Item, ...]:
    """`items` with the key of each anonymous value replaced by the name beside it, or else around it."""
    anonymous = [number for number, item in enumerate(items) if _is_value(item)]
    if not anonymous:
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
    return tuple(chosen)


def _is_value(item: Item) -> bool:
    return item.place is Place.BODY and item.role not in {Role.STRUCTURE, Role.BINARY} and squeezed(item.key) in VALUES


def _key(item: Item, beside: dict[str, dict[str, str]]) -> str | None:
    *around, last = item.path.split("/")
    if last.isdigit():  # one of several values
        *around, last = around
    names = beside.get("/".join(around), {})
    known = next((names[name] for name in NAMES_FIRST if name in names), None)
    outer = [part for part in around[1:] if not part.isdigit()]
    return known or (outer[-1] if outer else None)

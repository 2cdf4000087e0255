"""The items of a request in; out, those that were not yet seen to hold nothing by themselves.

Most fields of most bodies come again and again, and say nothing: the names of fields above all. What pattern, name of the field and
gate of the names model have seen there once need not be asked again; what neighbours say of a value is asked each time. Only short
texts in which nothing was found are remembered, in memory, and not too many.
"""

from collections.abc import Iterable, Sequence

from guardian_core.vocabulary import Item, Place

KEPT, SHORT = 4_096, 80  # items that are remembered, and characters of one

type _Where = tuple[str, str, str, int]


class Still:
    """What was seen to hold nothing; safe to share between threads."""

    def __init__(self) -> None:
        self._known: dict[_Where, None] = {}

    def others(self, items: Sequence[Item]) -> list[int]:
        """The numbers of the items that are not known."""
        known = self._known
        return [
            number
            for number, item in enumerate(items)
            if (item.text, item.path, item.key, id(item.role)) not in known or item.place is not Place.BODY
        ]

    def add(self, items: Iterable[Item]) -> None:
        """Remember items of a body in which nothing is found, whatever stands beside them."""
        for item in items:
            if item.place is Place.BODY and len(item.text) <= SHORT:
                if len(self._known) >= KEPT:
                    self._known = {}
                self._known[item.text, item.path, item.key, id(item.role)] = None  # a role is one object

"""The items of a request in; out, what stands in the field that names another's: `name1=ssn&value1=…`, `k[]=ssn&v[]=…`.

A name and its value share what stands before and behind the words for them; where several do, they go in order.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from guardian_core.detect.context import table
from guardian_core.vocabulary import Item, Place

_NAMES = table("name key field fieldname label param parameter question property attribute column title k q")
_VALUES = table("value val content text data input answer reply response fieldvalue v a")
_LONGEST = 120  # characters of a name
_END = " \t[](){}._-"


def paired(values: Sequence[tuple[int, Item]]) -> Iterator[tuple[int, str]]:
    """The number of each value that a field of its own names, and what stands there."""
    groups: dict[tuple[Place, str, str], tuple[list[tuple[int, str]], list[int]]] = defaultdict(lambda: ([], []))
    for number, item in values:
        parent, _, own = item.path.rpartition("/")
        place = None if own.isdecimal() else _place(own)
        if place is not None:
            names, carried = groups[item.place, parent, place[1]]
            if place[0]:
                names.append((number, item.text))
            else:
                carried.append(number)
    for (_, _, numbered), (names, carried) in groups.items():
        if names and carried and (numbered or len(names) > 1):
            yield from _in_order(names, carried)


def _in_order(names: Sequence[tuple[int, str]], carried: Sequence[int]) -> Iterator[tuple[int, str]]:
    if len(names) == len(carried):
        yield from ((number, text) for (_, text), number in zip(names, carried, strict=True))
        return
    at = 0
    for number in carried:
        while at + 1 < len(names) and names[at + 1][0] < number:
            at += 1
        yield number, names[at][1]


def may_pair(owns: Iterable[str], paths: Sequence[str]) -> bool:
    """Whether any field of these paths may name another; `owns`: the last names of the paths."""
    named = [place[1] for own in owns if (place := _place(own)) and place[0]]
    return any(named) or (bool(named) and len(set(paths)) < len(paths))  # without a number a name is there twice in forms alone


def tied_by_numbers(names: Iterable[str]) -> frozenset[str]:
    """Those of the names of fields that may name each other's values."""
    places = {name: place for name in names if (place := _place(name)) and place[1]}
    both = {kind for kind, _ in places.values()} == {True, False}
    return frozenset(places) if both else frozenset()


@lru_cache(maxsize=4096)
def _place(own: str) -> tuple[bool, str] | None:
    """Whether a field of this name holds a name (else a value), and what it shares with its other half.

    >>> _place("name1"), _place("fields[0][value]"), _place("customField2Name"), _place("rename"), _place("v[]")
    ((True, '\\x001'), (False, 'fields[0][\\x00]'), (True, 'customfield2\\x00'), None, (False, '\\x00[]'))
    """
    stem = own.rstrip(_END + "0123456789") if len(own) <= _LONGEST else ""
    small = stem.lower()
    for length in range(min(len(stem), 10), 0, -1):
        word, at = small[-length:], len(stem) - length
        begins = at == 0 or not stem[at - 1].isalpha() or (stem[at].isupper() and stem[at - 1].islower())
        if begins and (word in _NAMES or word in _VALUES):
            around = small[:at] + own[len(stem) :]
            return word in _NAMES, f"{small[:at]}\0{own[len(stem) :]}" if around else ""
    return None

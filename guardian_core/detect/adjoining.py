"""The items of a request in; out, which of them stand beside each other as parts of one value may, and what they are called.

Lists, elements that are repeated, text parts and messages of a conversation, fields that are numbered on (`cc1`, `cc2`), members of
one object. What is said here depends on the names and places of items alone, never on their values: it holds for every request of
the same frame (`guardian_core.familiar`). What stands in the parts is looked at by `cut`.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from guardian_core import paths
from guardian_core.detect.context import Context
from guardian_core.detect.identifiers import IDENTIFIER_KEYS
from guardian_core.detect.numbers import CARD_KEYS, SSN_KEYS
from guardian_core.detect.phones import PHONE_KEYS
from guardian_core.seams import INLINE
from guardian_core.vocabulary import Item, Place, Role

SHORT = 400  # items of a request whose groups are remembered
FIELDS = 48  # members of an object of more are a table of something
_ROLE = "/role"
_DEEP = 4  # names between a message and its text: content/0/text
_MARKUP = "\0"  # before the path of a text in markup: other texts stand around it
_LIST = "#"  # in a path, for the number of a place in a list
# Of "cc1", "card_no[2]", "ssn-a": what tells one from the next.
_ORDINAL = re.compile(r"(?:[\W_]*\d{1,2}|[\W_]+[A-Za-z])[\W_]*\Z")
_TABLES = {"card": CARD_KEYS, "ssn": SSN_KEYS, "identifier": IDENTIFIER_KEYS, "phone": PHONE_KEYS}


class Group(NamedTuple):
    """Items that stand beside each other, in their order."""

    members: tuple[int, ...]
    runs: bool  # a text may run on from one to the next: they are alike; False: members of an object, whatever they are
    bare: bool  # nothing stands between the parts: a list of values, numbered fields
    named: tuple[tuple[str, str], ...] = ()  # a kind of number that their names say, "card", and the name that says it


def groups(items: Sequence[Item], *, every: bool = True) -> Sequence[Group]:
    """The groups of at least two items; one item may be in several. Linear.

    `every`: also objects whose names say nothing.
    """
    ways = tuple([
        _way(item)
        if (role := item.role) is not Role.STRUCTURE
        and role is not Role.BINARY
        and not item.seams
        and ((place := item.place) is Place.BODY or place is Place.TARGET or place is Place.REFERER)
        and not item.registered_only
        else ""
        for item in items
    ])  # fmt: skip
    return _of_frame(ways, every) if len(ways) <= SHORT else _groups(ways, every)


def said_by_one(items: Sequence[Item]) -> list[Group]:
    """Messages of one role with others between them: somebody tells the half of a number, is answered, and tells the rest."""
    roles = {item.path[: -len(_ROLE)]: item.text for item in items if item.path.endswith(_ROLE) and item.role is not Role.STRUCTURE}
    if len(set(roles.values())) < 2:  # else all are neighbours already
        return []
    found: list[Group] = []
    for group in groups(items, every=False):
        if not group.runs or group.bare:
            continue
        spoken: dict[str, list[int]] = defaultdict(list)
        for number in group.members:
            spoken[_speaker(items[number].path, roles)].append(number)
        if len(spoken) > 1:
            found.extend(Group(tuple(own), True, False) for role, own in spoken.items() if role and len(own) > 1)
    return found


def _speaker(path: str, roles: Mapping[str, str]) -> str:
    """The role of the message that a text is part of; "" for none."""
    for _ in range(_DEEP):
        path = path.rpartition("/")[0]
        if path in roles:
            return roles[path]
    return ""


def _groups(ways: tuple[str, ...], every: bool) -> list[Group]:
    series: dict[tuple[str, str], list[int]] = defaultdict(list)
    objects: dict[str, list[int]] = defaultdict(list)
    alike: dict[str, str] = {}
    for number, way in enumerate(ways):
        if not way:
            continue
        parent, _, own = way.rpartition("/")
        known = alike.get(parent)
        if known is None:
            known = alike[parent] = paths.alike(parent)
        if own.isdecimal():
            series[known, _LIST].append(number)
        else:
            series[known, own].append(number)
            objects[parent].append(number)
    found = [_series(known, own, members) for (known, own), members in series.items() if len(members) > 1]
    for parent, members in objects.items():
        if 1 < len(members) <= FIELDS:
            owns = tuple([ways[number].rpartition("/")[2] for number in members])
            for begin, end, runs, named in _fields(_last(alike[parent]), owns):
                if runs or named or every:
                    found.append(Group(tuple(members[begin:end]), runs, runs, named))
    return found


def _way(item: Item) -> str:
    """The path of an item; of a text in markup that of its block: `4242 <b>4242</b> 4242 4242` is one. "" for a comment there."""
    inner = item.encoders[0] if item.encoders else ""
    if inner in {"xml", "xml-cdata"} and "json" not in item.encoders:  # there it is but a letter that is spelled otherwise
        return _MARKUP + _block(item.path)
    return "" if inner == "xml-markup" else item.path


def _block(path: str) -> str:
    """The path of an element without inline ones at its end.

    >>> _block("body/html/p/b/i")
    'body/html/p'
    """
    parent, _, own = path.rpartition("/")
    while parent and own.lower() in INLINE:
        path = parent
        parent, _, own = path.rpartition("/")
    return path


@lru_cache(maxsize=256)
def _of_frame(ways: tuple[str, ...], every: bool) -> list[Group]:
    """Programs send the same frame again and again."""
    return _groups(ways, every)


def _series(known: str, own: str, members: Sequence[int]) -> Group:
    names = (_last(known),) if own == _LIST else (own, _last(known))
    bare = own == _LIST or not (known.endswith("/#") or known.startswith(_MARKUP))
    return Group(tuple(members), True, bare, _named(names))


def _last(known: str) -> str:
    """The last name of a path, not counting places in lists."""
    while known.endswith("/#"):
        known = known[:-2]
    return known.rpartition("/")[2]


@lru_cache(maxsize=2048)
def _fields(around: str, owns: tuple[str, ...]) -> list[tuple[int, int, bool, tuple[tuple[str, str], ...]]]:
    """An object as it is, and the fields in it that are numbered on: begin, end, whether it runs, how it is named."""
    found = [(0, len(owns), False, _named((around,)))]
    stems = list(map(_stem, owns))
    begin = 0
    for at in range(1, len(owns) + 1):
        if at < len(owns) and stems[at] == stems[begin]:
            continue
        if at - begin > 1 and stems[begin] and len(set(owns[begin:at])) > 1:
            found.append((begin, at, True, _named((stems[begin], around))))
        begin = at
    return found


@lru_cache(maxsize=2048)
def _stem(name: str) -> str:
    """What numbered fields are called: "cc1" and "cc_2" are "cc"; empty for a name that is no more than its number."""
    return _ORDINAL.sub("", name)


@lru_cache(maxsize=2048)
def _named(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The kinds of numbers that names say."""
    return tuple((kind, name) for name in names for kind, table in _TABLES.items() if Context(name).has(table))

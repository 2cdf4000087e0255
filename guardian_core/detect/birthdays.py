"""The items of a request in; out, the parts of birthdays: a day, a month and a year in fields of their own, or in a list."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from guardian_core.detect.context import key_suffixes, key_words
from guardian_core.detect.keys import BIRTH_KEYS
from guardian_core.vocabulary import Item, Place

BORN_PART = "partofbirthdate"  # and a day, a month or a year of a birthday
# What a date is made of, and how its parts look.
OF_A_DATE = {
    **dict.fromkeys(("year", "yyyy", "yy", "y", "jahr", "annee", "ano"), re.compile(r"(?:19|20)\d\d|\d\d")),
    **dict.fromkeys(("month", "mm", "m", "monat", "mois", "mes"), re.compile(r"0?[1-9]|1[0-2]|[^\W\d_]{3,12}\.?")),
    **dict.fromkeys(("day", "dd", "d", "tag", "jour", "dia"), re.compile(r"0?[1-9]|[12]\d|3[01]")),
}
_BORN = BIRTH_KEYS | {"birth", "born", "bday", "geburts"}


def birthday_parts(values: Sequence[tuple[int, Item]]) -> Iterator[tuple[int, str]]:
    """A birthday in parts: `{"dob": {"year": …, "month": …, "day": …}}`, `birth_day` and `birth_month` side by side."""
    groups: dict[tuple[Place, str], dict[int, re.Pattern[str]]] = defaultdict(dict)
    lists: dict[tuple[Place, str], dict[int, str]] = defaultdict(dict)  # in the order of their elements
    for number, item in values:
        if not _may_be_born(item.key):
            continue
        around, _, own = item.path.rpartition("/")
        if own.isdecimal():
            if own in _THIRDS and is_birth(around.rpartition("/")[2]):
                lists[item.place, around][number] = item.text
            continue
        shape = _part_of_birth(around.rpartition("/")[2], own) if _is_of_date(own) else None
        if shape and shape.fullmatch(item.text.strip()):
            groups[item.place, around][number] = shape
    for listed in lists.values():
        if _LISTED.fullmatch("/".join(listed.values())):
            yield from ((number, BORN_PART) for number in listed)
    for parts in groups.values():
        if len(set(parts.values())) > 1:
            yield from ((number, BORN_PART) for number in parts)


@lru_cache(maxsize=2048)
def _may_be_born(key: str) -> bool:
    return _is_of_date(key) or is_birth(key)


_THIRDS = frozenset("012")
_LISTED = re.compile(r"(?:19|20)\d\d/\d\d?/\d\d?|\d\d?/\d\d?/(?:19|20)\d\d")


@lru_cache(maxsize=2048)
def is_birth(name: str) -> bool:
    """Whether a field of that name holds the day of somebody's birth."""
    return not BIRTH_KEYS.isdisjoint(key_suffixes(name))


@lru_cache(maxsize=2048)
def _is_of_date(own: str) -> bool:
    return bool(words := key_words(own)) and words[-1] in OF_A_DATE


@lru_cache(maxsize=512)
def _part_of_birth(around: str, own: str) -> re.Pattern[str] | None:
    """How a part of a birthday looks; None for the name of no such part."""
    *before, last = key_words(own)
    said = " ".join(before or key_words(around))
    return OF_A_DATE[last] if not _BORN.isdisjoint(key_suffixes(said)) else None

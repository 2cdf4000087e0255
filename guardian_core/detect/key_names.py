"""The items of a request and what was found in them in; out, the names of fields that may be somebody's: `{"Dana Quill": {…}}`.

Two words with capitals are as often "Grand Total": they are read only where the object they stand in is of people, or what stands
below is somebody's. A number that may be anything is somebody's where the object is named for it: `{"ssn": {"524713806": 1}}`.
"""

import re
from collections.abc import Iterator, Sequence

from guardian_core.detect.context import key_words
from guardian_core.detect.keys import PERSON_PARENTS, SOCIAL, speaks
from guardian_core.detect.listed import NEXT, said_next
from guardian_core.detect.spans import Span
from guardian_core.vocabulary import Entity, Item, Role

_WORD = r"[^\W\d_a-zß-öø-ÿ](?:[^\W\d_]|['\u2019.-]){0,30}"
_FULL_NAME = re.compile(rf"{_WORD}(?: {_WORD}){{1,3}}|{_WORD}, {_WORD}(?: {_WORD})?")


_DIGITS = frozenset("0123456789")
_LEAST = 5  # characters of a number
# Objects named for these are as often what is asked of a password, or how many tokens each program used.
_SECRETS = frozenset({Entity.PASSWORD, Entity.SECRET})


def numbers_as_keys(items: Sequence[Item]) -> Iterator[tuple[int, str]]:
    """The names of fields that are values of what the object around them is named for, and that name, marked."""
    structure = Role.STRUCTURE
    for number in [at for at, item in enumerate(items) if item.role is structure and item.text[-1:] in _DIGITS]:
        item = items[number]
        around = item.path[: -len(item.text) - 1].rpartition("/")[2]
        if around and len(item.text) >= _LEAST and speaks(around):
            span = said_next(item.text, NEXT + around)
            if span and span.entity not in _SECRETS:
                yield number, NEXT + around


def names_as_keys(items: Sequence[Item], spans: Sequence[Sequence[Span]]) -> list[int]:
    """The numbers of the names of fields that the names model should read."""
    asked = [
        number
        for number, item in enumerate(items)
        if item.role is Role.STRUCTURE and " " in item.text and _FULL_NAME.fullmatch(item.text)
    ]
    if not asked:
        return []
    somebodys = {_above(item.path) for item, own in zip(items, spans, strict=True) if any(span.entity in SOCIAL for span in own)}
    return [number for number in asked if _of_people(items[number].path) or items[number].path in somebodys]


def _above(path: str) -> str:
    return path.rpartition("/")[0]


def _of_people(path: str) -> bool:
    """Whether the object that holds the field of this path, or a list around it, is one of people."""
    return any(not PERSON_PARENTS.isdisjoint(key_words(part)) for part in path.split("/")[-3:-1])

"""The values of one document go in, in order; each comes out with its tag, [PERSON_1] wherever the same person stands.

Whom or what a text speaks of again has a number; what only says something of them (a date, an amount, a trade) has none: [DATE].
Where a finer name than the entity's fits thousands (tag_names.py), it is the tag's; the first of these needs no number: [COURT],
[COURT_2].
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import count

from guardian_core.anonymize.people import People
from guardian_core.anonymize.tag_names import fine
from guardian_core.anonymize.traces import fold
from guardian_core.vocabulary import Entity

_UNNUMBERED = frozenset(
    {Entity.DATE, Entity.AGE, Entity.QUANTITY, Entity.DEMOGRAPHIC, Entity.PROFESSION, Entity.GENDER, Entity.HEALTH, Entity.MISC}
)
_TAG = re.compile(r"\[([A-Z_]+(?:_\d+)?)\]", re.IGNORECASE)
_LETTER = re.compile(r"(?<![\w'\u2019])[A-Z]\d{0,5}(?!\w)", re.ASCII)
_ALPHABET = "XYZVWUTSRQPNMLKJHGFEDCB"  # not I, O and A, which are words or read as one


class Tags:
    """Numbers per name of a tag, in order of first sight; a tag that the user already wrote is never given out (B43), and no finer
    name that holds one of the values (`holds` says)."""

    def __init__(self, texts: Iterable[str], holds: Callable[[str], bool] = lambda _: False, people: Iterable[str] = ()) -> None:
        """`people`: everybody who is named in the document, with titles: who "Anna" is depends on all that are called so."""
        self._texts = list(texts)
        self._holds = holds
        self._given: dict[tuple[Entity, str], str] = {}
        self._people = People(people)
        self._persons: dict[int, str] = {}  # person → tag
        self._count: dict[str, int] = {}
        self._lettered: dict[str, str] = {}  # a person's tag → the letter

    @cached_property
    def _taken(self) -> set[str]:
        """Tags that the user wrote; looked for when the first is given out, for most documents need none."""
        return {found.group(1).upper() for text in self._texts if "[" in text for found in _TAG.finditer(text)}

    @cached_property
    def _letters(self) -> Iterator[str]:
        return _letters({letter for text in self._texts for letter in _LETTER.findall(text)})

    def letter(self, person: str) -> str:
        """What a person is called where no name may stand, the same wherever they stand: X, Y, Z, …"""
        tag = self.tag(Entity.PERSON, person)
        if tag not in self._lettered:
            self._lettered[tag] = next(self._letters)
        return self._lettered[tag]

    def tag(self, entity: Entity, value: str) -> str:
        """The tag of `value`; a person named by part of an earlier name ("Mr Yilmaz" after "Erdal Yilmaz") has the same."""
        key = entity, fold(value)[0] or value
        if key not in self._given:
            self._given[key] = self._person(value) if entity is Entity.PERSON else self._next(entity, value)
        return self._given[key]

    def _person(self, name: str) -> str:
        person = self._people.of(name)
        if person not in self._persons:
            self._persons[person] = self._numbered(Entity.PERSON.name)
        return self._persons[person]

    def _next(self, entity: Entity, value: str) -> str:
        name = fine(entity, value)
        finer = name is not None and not self._holds(name)
        name = name if name and finer else entity.name
        if entity in _UNNUMBERED and name not in self._taken:
            return f"[{name}]"
        return self._numbered(name, bare=finer)

    def _numbered(self, name: str, *, bare: bool = False) -> str:
        """The next of this name that the user did not write; `bare`: the first has no number."""
        while True:
            number = self._count[name] = self._count.get(name, 0) + 1
            tag = name if bare and number == 1 else f"{name}_{number}"
            if tag not in self._taken:
                return f"[{tag}]"


def _letters(taken: set[str]) -> Iterator[str]:
    """X, Y, Z, …, X2, Y2, …, without those that the user wrote."""
    names = (letter if turn == 1 else f"{letter}{turn}" for turn in count(1) for letter in _ALPHABET)
    return (name for name in names if name not in taken)

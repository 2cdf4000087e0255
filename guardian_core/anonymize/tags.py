"""The values of one document go in, in order; each comes out with its tag: [PERSON_1] wherever the same person stands."""

import re
from collections.abc import Iterable

from guardian_core.anonymize.traces import fold, name_words
from guardian_core.vocabulary import Entity

_TAG = re.compile(r"\[([A-Z_]+_\d+)\]", re.IGNORECASE)


class Tags:
    """Numbers per entity, in order of first sight; a tag that the user already wrote is never given out (B43)."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._taken = {found.group(1).upper() for text in texts for found in _TAG.finditer(text)}
        self._given: dict[tuple[Entity, str], str] = {}
        self._people: list[tuple[frozenset[str], str]] = []
        self._count: dict[Entity, int] = {}

    def tag(self, entity: Entity, value: str) -> str:
        """The tag of `value`; a person named by part of an earlier name ("Mr Yilmaz" after "Erdal Yilmaz") has the same."""
        key = entity, fold(value)[0] or value
        if key not in self._given:
            self._given[key] = self._person(value) if entity is Entity.PERSON else self._next(entity)
        return self._given[key]

    def _person(self, name: str) -> str:
        words = frozenset(fold(word)[0] for word in name_words(name)) - {""}
        same = (tag for known, tag in reversed(self._people) if words and (_within(words, known) or _within(known, words)))
        tag = next(same, None) or self._next(Entity.PERSON)
        if words:
            self._people.append((words, tag))
        return tag

    def _next(self, entity: Entity) -> str:
        while True:
            self._count[entity] = self._count.get(entity, 0) + 1
            name = f"{entity.name}_{self._count[entity]}"
            if name not in self._taken:
                return f"[{name}]"


def _within(part: frozenset[str], whole: frozenset[str]) -> bool:
    """Whether every word of a name is in another, an initial standing for its word: {e, yilmaz} in {erdal, yilmaz}."""
    spelled = {word for word in part if len(word) > 1}
    return bool(spelled) and spelled <= whole and all(any(w.startswith(initial) for w in whole) for initial in part - spelled)

"""The values of one document go in, in order; each comes out with its tag, [PERSON_1] wherever the same person stands.

Whom or what a text speaks of again has a number; what only says something of them (a date, an amount, a trade) has none: [DATE].
Where a finer name than the entity's fits thousands (tag_names.py), it is the tag's; the first of these needs no number: [COURT],
[COURT_2].
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import count

from guardian_core.anonymize.tag_names import fine
from guardian_core.anonymize.traces import fold, name_words
from guardian_core.vocabulary import Entity

_NAMESAKES = 32  # so many bearers of one word are looked through: ten thousand people of one family must not take minutes
_UNNUMBERED = frozenset(
    {Entity.DATE, Entity.AGE, Entity.QUANTITY, Entity.DEMOGRAPHIC, Entity.PROFESSION, Entity.GENDER, Entity.HEALTH, Entity.MISC}
)
_TAG = re.compile(r"\[([A-Z_]+(?:_\d+)?)\]", re.IGNORECASE)
_LETTER = re.compile(r"(?<![\w'\u2019])[A-Z]\d{0,5}(?!\w)", re.ASCII)
_ALPHABET = "XYZVWUTSRQPNMLKJHGFEDCB"  # not I, O and A, which are words or read as one


class Tags:
    """Numbers per name of a tag, in order of first sight; a tag that the user already wrote is never given out (B43), and no finer
    name that holds one of the values (`holds` says)."""

    def __init__(self, texts: Iterable[str], holds: Callable[[str], bool] = lambda _: False) -> None:
        self._texts = list(texts)
        self._holds = holds
        self._given: dict[tuple[Entity, str], str] = {}
        self._whole: dict[frozenset[str], str] = {}  # all words of a name → its tag
        self._namesakes: dict[str, deque[tuple[int, frozenset[str], str]]] = {}  # one word → who bears it, the latest last
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
        words = frozenset(fold(word)[0] for word in name_words(name)) - {""}
        tag = self._whole.get(words) or self._known(words) or self._numbered(Entity.PERSON.name)
        if words:
            self._whole[words] = tag
        for word in _spelled(words):
            bearers = self._namesakes.setdefault(word, deque(maxlen=_NAMESAKES))
            bearers.append((len(self._given), words, tag))
        return tag

    def _known(self, words: frozenset[str]) -> str | None:
        """The tag of the person named last whose name has these words or is part of them."""
        bearers = (bearer for word in _spelled(words) for bearer in self._namesakes.get(word, ()))
        same = [(at, tag) for at, known, tag in bearers if _within(words, known) or _within(known, words)]
        return max(same)[1] if same else None

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


def _spelled(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if len(word) > 1)


def _within(part: frozenset[str], whole: frozenset[str]) -> bool:
    """Whether every word of a name is in another, an initial standing for its word: {e, yilmaz} in {erdal, yilmaz}."""
    spelled = _spelled(part)
    return bool(spelled) and spelled <= whole and all(any(w.startswith(initial) for w in whole) for initial in part - spelled)

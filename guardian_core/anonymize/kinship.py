"""The people of one request and their surrogates go in; what their e-mail addresses and user names become comes out.

So that a record stays one record: who became Kim Notreal writes from kim.notreal@example.com. A part that is no name of the request
means no derived value; the surrogate is then invented on its own.
"""

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import permutations

from guardian_core.anonymize.traces import fold, name_words
from guardian_core.vocabulary import Entity

DERIVED = frozenset({Entity.EMAIL, Entity.USERNAME, Entity.PERSON})
_PART = re.compile(r"[^\W\d_]+|\d+|[\W_]+")
_HOST = "example.com"  # RFC 2606
_PAIRED = 16  # words of names up to which every pair is tried


class Kinship:
    """What each word of a name became; a word that became two things is nobody's."""

    def __init__(self, people: Iterable[tuple[str, str]]) -> None:
        """`people`: names as written, with their surrogates."""
        became: dict[str, set[str]] = {}
        whole: dict[str, set[str]] = {}
        for name, surrogate in people:
            old, new = name_words(name), [word for word in name_words(surrogate) if len(word) > 1]
            if not old or not new:
                continue
            for word, other in {(old[0], new[0]), (old[-1], new[-1])} if len(old) > 1 else {(old[0], new[0])}:
                became.setdefault(fold(word)[0], set()).add(other)
                if len(old) > 1:
                    whole.setdefault(fold(word)[0], set()).add(other)
        self._became = {word: others.pop() for word, others in became.items() if word and len(others) == 1}
        self._of_whole = {word: others.pop() for word, others in whole.items() if word and len(others) == 1}

    def derived(self, entity: Entity, original: str, digits: Callable[[int], str]) -> str | None:
        """What `original` becomes if it is made of the names; `digits(n)` gives n digits.

        >>> people = Kinship([("Dana Quill", "Kim Notreal")])
        >>> [people.derived(Entity.EMAIL, mail, lambda n: "7" * n) for mail in ("d.quill84@shop.test", "info@shop.test")]
        ['k.notreal77@example.com', None]
        """
        if entity is Entity.PERSON:
            words = name_words(original)
            return self._of_whole.get(fold(words[0])[0]) if len(words) == 1 else None
        local, at, _ = original.partition("@") if entity is Entity.EMAIL else (original, "", "")
        parts = _PART.findall(local)
        if not any(fold(part)[0] in self._joined for part in parts):
            return None
        written = [self._part(part, digits) for part in parts]
        if None in written:
            return None
        return "".join(part for part in written if part) + (f"@{_HOST}" if at else "")

    def _part(self, part: str, digits: Callable[[int], str]) -> str | None:
        if part[0].isdigit():
            return digits(len(part))
        if not part[0].isalpha():
            return part
        folded = fold(part)[0]
        if len(folded) == 1:
            initials = {other[0].lower() for word, other in self._became.items() if word.startswith(folded)}
            return initials.pop() if len(initials) == 1 else None
        return self._joined.get(folded)

    @cached_property
    def _joined(self) -> dict[str, str]:
        """A name, two in a row, or one with the other's initial: "dquill", "danaq", "danaquill"."""
        names = {word: other.lower() for word, other in self._became.items() if len(word) > 1}
        pairs = list(permutations(list(names)[:_PAIRED], 2))
        return (
            {one[0] + two: names[one][0] + names[two] for one, two in pairs}
            | {one + two[0]: names[one] + names[two][0] for one, two in pairs}
            | {one + two: names[one] + names[two] for one, two in pairs}
            | names
        )

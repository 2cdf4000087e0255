"""The names of a document go in, in order; for each comes out who bears it, the same number for "Mr Yilmaz" and "Erdal Yilmaz".

A name that is part of one fuller name is that person's. One that is part of several ("Anna" beside Anna Lund and Anna Berg) is
nobody's for sure, and stays apart from all of them. Titles that say a man and a woman are two people.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from guardian_core.anonymize.kinds import TITLES
from guardian_core.anonymize.traces import fold, name_words

_NAMESAKES = 32  # so many bearers of one word are looked through: ten thousand people of one family must not take minutes
_SEXES = {"a man": "m", "a woman": "f"}


@dataclass(frozen=True, slots=True)
class _Name:
    words: frozenset[str]  # folded, without titles
    sex: str  # "m", "f", "": what a title says


class People:
    """Who is who in one document; names that were not announced are taken in when they are asked for."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._known: dict[_Name, None] = {}
        self._bearers: dict[str, list[_Name]] = {}
        self._persons: dict[_Name, int] = {}
        for name in names:
            self._add(_read(name))

    def of(self, name: str) -> int:
        """The number of the person."""
        read = _read(name)
        self._add(read)
        if read not in self._persons:
            whole = self._fullest(read)
            if whole != read:
                self._persons.setdefault(whole, len(self._persons))
            self._persons[read] = self._persons.get(whole, len(self._persons))
        return self._persons[read]

    def _add(self, name: _Name) -> None:
        if name not in self._known:
            self._known[name] = None
            for word in _spelled(name.words):
                self._bearers.setdefault(word, []).append(name)

    def _fullest(self, name: _Name) -> _Name:
        """The one name that says most of this person; the name itself where that is not one."""
        fuller = [other for other in self._namesakes(name) if other != name and _within(name, other)]
        tops = [one for one in fuller if not any(one != other and _within(one, other) for other in fuller)]
        return tops[0] if len(tops) == 1 and not self._is_disputed(name, tops[0]) else name

    def _is_disputed(self, name: _Name, whole: _Name) -> bool:
        """Whether somebody of the other sex could as well be meant: "Mr Quill" and "Mrs Quill" beside "Dana Quill"."""
        if not name.sex or whole.sex:
            return False
        return any(other.sex not in {"", name.sex} and _within(other, whole) for other in self._namesakes(name))

    def _namesakes(self, name: _Name) -> Sequence[_Name]:
        """Who bears the rarest of its words; nobody where these are too many to tell."""
        found = min((self._bearers[word] for word in _spelled(name.words)), key=len, default=[])
        return found if len(found) <= _NAMESAKES else []


def _read(name: str) -> _Name:
    titles = {_SEXES.get(TITLES.get(word.strip(".,").casefold(), ""), "") for word in name.split()} - {""}
    words = frozenset(fold(word)[0] for word in name_words(name)) - {""}
    return _Name(words or frozenset({name}), titles.pop() if len(titles) == 1 else "")


def _spelled(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if len(word) > 1)


def _within(part: _Name, whole: _Name) -> bool:
    """Whether every word of a name is in another, an initial standing for its word: {e, yilmaz} in {erdal, yilmaz}."""
    if part.sex and whole.sex and part.sex != whole.sex:
        return False
    spelled = _spelled(part.words)
    begins = all(any(word.startswith(initial) for word in whole.words) for initial in part.words - spelled)
    if not spelled or not spelled <= whole.words or not begins:
        return False
    return part.words != whole.words or not part.sex or bool(whole.sex)

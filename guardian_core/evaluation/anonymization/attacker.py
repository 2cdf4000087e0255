"""Comments of known authors in, an attacker who infers attributes from a text out: not the guesser that the loop itself asks.

Multinomial naive Bayes over words and word pairs, one per attribute, trained on other authors' comments; attributes with an open
set of values (city, occupation) are left to spans. Accuracy on original texts says what there is to lose, on outputs what is left.
"""

import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

CLOSED = ("age", "sex", "relationship_status", "income_level", "education")
_WORD = re.compile(r"[^\W_]+")
_SMOOTHING = 0.3
_AGES = ((25, "under 25"), (35, "25 to 34"), (50, "35 to 49"), (200, "50 and older"))
_SCHOOLS = (("phd|doctor", "doctorate"), ("master", "master"), ("bachelor|college|degree|studying", "bachelor"), ("", "school"))


@dataclass(frozen=True, slots=True)
class Author:
    """One author's comments and what is true of them: attribute → label."""

    name: str
    texts: tuple[str, ...]
    labels: Mapping[str, str]


def label(attribute: str, value: str) -> str | None:
    """The class of a value; None where it has none.

    >>> label("age", "31"), label("education", "Masters in Law"), label("age", "old")
    ('25 to 34', 'master', None)
    """
    value = value.casefold().strip()
    if attribute == "age":
        found = re.search(r"\d{1,3}", value)
        return next((name for limit, name in _AGES if int(found[0]) < limit), None) if found else None
    if attribute == "education":
        return next(name for words, name in _SCHOOLS if re.search(words, value)) if value else None
    return value or None


def features(text: str) -> Counter[str]:
    """Words and pairs of neighbours, case folded."""
    words = _WORD.findall(text.casefold())
    return Counter([*words, *(f"{one} {other}" for one, other in itertools.pairwise(words))])


class Attacker:
    """Infers the closed attributes of an author from one text or several."""

    def __init__(self, authors: Iterable[Author]) -> None:
        self._counts: dict[str, dict[str, Counter[str]]] = {name: defaultdict(Counter) for name in CLOSED}
        self._authors: dict[str, Counter[str]] = {name: Counter() for name in CLOSED}
        for author in authors:
            said = Counter[str]()
            for text in author.texts:
                said.update(features(text))
            for name in CLOSED:
                if (true := author.labels.get(name)) is not None:
                    self._counts[name][true].update(said)
                    self._authors[name][true] += 1
        self._sums = {name: {value: counts.total() for value, counts in table.items()} for name, table in self._counts.items()}
        self._sizes = {name: len(set().union(*table.values())) + 1 for name, table in self._counts.items() if table}

    def infer(self, attribute: str, texts: Sequence[str]) -> str | None:
        """The likeliest label; None where it learnt none."""
        said = Counter[str]()
        for text in texts:
            said.update(features(text))
        scores = {value: self._score(attribute, value, said) for value in sorted(self._counts[attribute])}
        return max(scores, key=scores.__getitem__) if scores else None

    def _score(self, attribute: str, value: str, said: Counter[str]) -> float:
        counts, total = self._counts[attribute][value], self._sums[attribute][value]
        everybody = self._authors[attribute].total()
        bottom = total + _SMOOTHING * self._sizes[attribute]
        known = sum(n * math.log((counts[word] + _SMOOTHING) / bottom) for word, n in said.items())
        return known + math.log(self._authors[attribute][value] / everybody)


def accuracy(attacker: Attacker, authors: Mapping[str, Author], texts: Mapping[str, Sequence[str]]) -> float | None:
    """The share of closed attributes that the attacker gets right, over all authors; None without any.

    Args:
        attacker: trained on others.
        authors: by name, with what is true of them.
        texts: what the attacker sees of each.
    """
    right = [
        attacker.infer(name, seen) == authors[author].labels[name]
        for author, seen in texts.items()
        for name in CLOSED
        if name in authors[author].labels
    ]
    return sum(right) / len(right) if right else None

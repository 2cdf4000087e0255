"""Mentions of entities, masked or not, go in; the recalls of the Text Anonymization Benchmark come out (Pilán et al. 2022, §6.2).

An entity is protected only if every mention of it is masked: one "Mr Yilmaz" left undoes twenty that are gone. So TAB reports the
recall of entities, for direct and for quasi identifiers apart, beside that of mentions; tokens weigh a long span more.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

type Spans = Iterable[tuple[int, int]]  # code points [start, end)


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where an entity is named."""

    entity: Hashable  # the same for all its mentions
    identifier: str  # "DIRECT" or "QUASI"
    tokens: int  # words in it
    masked: bool


def is_masked(text: str, mention: tuple[int, int], masked: Spans) -> bool:
    """Whether every letter and digit of the mention is covered by masked spans together; spaces and punctuation need not be.

    >>> is_masked("Ann Quill, 34", (0, 9), [(0, 3), (4, 9)])
    True
    """
    taken = {at for start, end in masked for at in range(max(start, mention[0]), min(end, mention[1]))}
    return all(at in taken or not text[at].isalnum() for at in range(*mention))


@dataclass(frozen=True, slots=True)
class Recall:
    """Shares of what must be masked; None where there is none of it."""

    direct: float | None  # of entities, ER_di
    quasi: float | None  # of entities, ER_qi
    mentions: float | None  # of mentions of both
    tokens: float | None  # of their tokens


def entity_recall(mentions: Sequence[Mention]) -> Recall:
    """All four recalls.

    >>> entity_recall([Mention("a", "DIRECT", 2, True), Mention("a", "DIRECT", 1, False), Mention("b", "QUASI", 1, True)])
    Recall(direct=0.0, quasi=1.0, mentions=0.6666666666666666, tokens=0.75)
    """
    return Recall(
        _entities(one for one in mentions if one.identifier == "DIRECT"),
        _entities(one for one in mentions if one.identifier == "QUASI"),
        _share(sum(one.masked for one in mentions), len(mentions)),
        _share(sum(one.tokens for one in mentions if one.masked), sum(one.tokens for one in mentions)),
    )


def _entities(mentions: Iterable[Mention]) -> float | None:
    masked: dict[Hashable, list[bool]] = defaultdict(list)
    for one in mentions:
        masked[one.entity].append(one.masked)
    return _share(sum(all(places) for places in masked.values()), len(masked))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None

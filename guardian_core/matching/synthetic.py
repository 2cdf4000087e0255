"""A seed in, invented pairs of features with labels by the rule out: the frozen hold-out and the replay of online learning.

Made of nothing but the rule (docs/likelihood.md): no policy's text and no annotation is in them, so they may ship and be kept. Each
behaviour has one category, recipient and purpose; six kinds of statements in turn, of which only the first is compliant.
"""

import random
from dataclasses import dataclass, field

import numpy as np

from guardian_core.matching.features import CHOOSING, INDEX, NEGATION, SIZE, Floats
from guardian_core.matching.gradient import Batch
from guardian_core.vocabulary import Act, Recipient

KINDS = ("covered", "absent", "denied", "wrong recipient", "wrong purpose", "choice required")
_DATA, _PURPOSES, _ACTS = (tuple(INDEX[group].values()) for group in ("data", "purpose", "act"))
_FIRST, _ANYBODY = INDEX["recipient"][Recipient.FIRST_PARTY], INDEX["recipient"][Recipient.UNKNOWN_THIRD_PARTY]
_THIRD = tuple(place for place in INDEX["recipient"].values() if place not in {_FIRST, _ANYBODY})
_COLLECTION, _SHARING = INDEX["act"][Act.COLLECTION], INDEX["act"][Act.SHARING]


@dataclass(frozen=True, slots=True)
class Invented:
    """Pairs and, for each, which of KINDS it is."""

    pairs: Batch
    kinds: tuple[str, ...] = field(repr=False)


def invented(count: int, seed: int) -> Invented:
    """`count` pairs, every second one compliant."""
    generator = random.Random(seed)  # noqa: S311 - reproducible pairs, not a secret
    kinds = tuple("covered" if number % 2 else KINDS[1 + number // 2 % 5] for number in range(count))
    acting, said = np.zeros((count, SIZE)), np.zeros((count, SIZE))
    for number, kind in enumerate(kinds):
        sharing = kind == "wrong recipient" or generator.random() < 0.5
        recipient = generator.choice(_THIRD) if sharing else _FIRST
        data, purpose, act = generator.choice(_DATA), generator.choice(_PURPOSES), _SHARING if sharing else _COLLECTION
        by_hand = kind != "choice required" and generator.random() < 0.5
        acting[number, [data, recipient, purpose, act, *([CHOOSING] if by_hand else [])]] = 1.0
        said[number, _statement(kind, (data, recipient, purpose, act), generator, by_hand=by_hand)] = 1.0
    return Invented(Batch(acting, said, np.array([float(kind != "covered") for kind in kinds]), np.ones(count)), kinds)


def _statement(kind: str, behaviour: tuple[int, int, int, int], generator: random.Random, *, by_hand: bool) -> list[int]:
    """The bits of a statement that is of this kind beside the behaviour, and of no other."""
    data, recipient, purpose, act = behaviour
    others = [one for one in generator.sample(_DATA, 3) if one != data]
    bits = {act, *([_FIRST] if act == _COLLECTION else [])}
    bits |= set(others) if kind == "absent" else {data, *others[: generator.randrange(3)]}
    if kind == "wrong recipient":
        bits.add(generator.choice([one for one in _THIRD if one != recipient]))
    elif act == _SHARING:
        bits.add(generator.choice([recipient, _ANYBODY]))
    if kind == "wrong purpose":
        bits |= set(generator.sample([one for one in _PURPOSES if one != purpose], 1 + generator.randrange(2)))
    elif generator.random() < 0.7:
        bits |= {purpose, *generator.sample(_PURPOSES, generator.randrange(2))}
    if kind == "denied":
        bits.add(NEGATION)
    if kind == "choice required" or (by_hand and generator.random() < 0.3):
        bits.add(CHOOSING)
    return sorted(bits)


def labelled_as(pairs: Batch, risky: Floats, weight: Floats) -> Batch:
    """The same pairs with other labels and weights."""
    return Batch(pairs.behaviours, pairs.statements, risky, weight)

"""Weights and labels of System 2 in, better weights or the reason why they stay out: one step of online learning, numpy only.

New labels are mixed with replay: invented pairs with the likelihood that the shipped weights give them, so that a few labels move
what they are about and little else. The gate: on a frozen hold-out of invented pairs the new weights may not be less
often right than the shipped ones, nor find more permission in denials and in statements about other data (beyond small margins),
and they must fit the new labels better. Everything is measured against the weights that ship, so that small losses do not add up.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from guardian_core.matching.evidential import Network
from guardian_core.matching.features import Floats
from guardian_core.matching.gradient import Batch, loss, loss_and_gradient
from guardian_core.matching.synthetic import Invented, invented, labelled_as

PER_OWNER = 16  # labels that count per policy owner: 24 of one origin suffice to move System 1 (paper Table 19)
HOLD_OUT, HOLD_OUT_SEED = 2_000, 115
REPLAY, REPLAY_SEED = 600, 42
SHARE = 0.2  # of the loss that new labels have in all; replay has the rest
STEPS, RATE, STRENGTH = 40, 1e-3, 0.02
LESS_RIGHT, MORE_PERMISSION = 0.02, 0.01  # what new weights may lose against the shipped ones
_FIRST, _SECOND, _SMALL = 0.9, 0.999, 1e-8  # of Adam


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """What System 2 said of one behaviour and one statement: features and a label, never text."""

    owner: str  # whose policy, as a keyed digest
    behaviour: Floats = field(repr=False)  # [d]
    statement: Floats = field(repr=False)  # [d]
    risky: bool
    weight: float  # how sure: |2L − 1|


@dataclass(frozen=True, slots=True)
class Update:
    """The outcome of one step."""

    network: Network
    accepted: bool
    why: str  # for a person
    accuracy: float  # on the hold-out


def capped(labels: Sequence[Label], most: int = PER_OWNER) -> list[Label]:
    """The newest `most` of each owner, in order; labels come oldest first."""
    counted: Counter[str] = Counter()
    kept = []
    for label in reversed(labels):
        counted[label.owner] += 1
        if counted[label.owner] <= most:
            kept.append(label)
    return kept[::-1]


def update(current: Network, base: Network, labels: Sequence[Label]) -> Update:
    """Learn from `labels`, starting at `current`; `base` are the weights that ship."""
    kept = capped(labels)
    before = quality(base)
    if not kept:
        return Update(current, accepted=False, why="there are no labels", accuracy=quality(current).accuracy)
    new = Batch(
        np.array([one.behaviour for one in kept]),
        np.array([one.statement for one in kept]),
        np.array([float(one.risky) for one in kept]),
        np.array([one.weight for one in kept]),
    )
    learned = _descended(current, _mixed(new, base))
    after = quality(learned)
    refusal = _refusal(before, after) or _no_better(current, learned, new)
    if refusal:
        return Update(current, accepted=False, why=refusal, accuracy=after.accuracy)
    return Update(learned, accepted=True, why=f"learned from {len(kept)} labels", accuracy=after.accuracy)


@dataclass(frozen=True, slots=True)
class Quality:
    """How a network does on the frozen hold-out."""

    accuracy: float
    permits_denied: float  # mean permission found in denials
    permits_absent: float  # and in statements about other data


def quality(network: Network) -> Quality:
    """Measure on the frozen hold-out."""
    held = _hold_out()
    alpha = network.alpha(held.pairs.behaviours, held.pairs.statements)
    permission = alpha[:, 0] / alpha.sum(axis=1)
    kinds = np.array(held.kinds)
    return Quality(
        float(((permission <= 0.5) == (held.pairs.risky > 0.5)).mean()),
        float(permission[kinds == "denied"].mean()),
        float(permission[kinds == "absent"].mean()),
    )


def _refusal(before: Quality, after: Quality) -> str:
    if after.accuracy < before.accuracy - LESS_RIGHT:
        return f"right less often on the hold-out: {after.accuracy:.3f}, shipped {before.accuracy:.3f}"
    if after.permits_denied > before.permits_denied + MORE_PERMISSION:
        return f"finds more permission in denials: {after.permits_denied:.3f}, shipped {before.permits_denied:.3f}"
    if after.permits_absent > before.permits_absent + MORE_PERMISSION:
        return f"finds more permission where data is not named: {after.permits_absent:.3f}, shipped {before.permits_absent:.3f}"
    return ""


def _no_better(current: Network, learned: Network, new: Batch) -> str:
    was, now = (
        float(new.weight @ loss(network.alpha(new.behaviours, new.statements), new.risky, 0.0)) for network in (current, learned)
    )
    return "" if now < was else "fits the new labels no better"


def _mixed(new: Batch, base: Network) -> Batch:
    """New labels and replay, weighted so that the new ones have SHARE of the loss."""
    replay = invented(REPLAY, REPLAY_SEED).pairs
    alpha = base.alpha(replay.behaviours, replay.statements)
    evenly = np.full(len(replay), (1 - SHARE) / len(replay))
    replay = labelled_as(replay, alpha[:, 1] / alpha.sum(axis=1), evenly)
    weight = new.weight / max(float(new.weight.sum()), 1e-12) * SHARE
    return replace(new, weight=weight).joined(replay)


def _descended(network: Network, batch: Batch) -> Network:
    """Adam over the whole batch."""
    at = {name: getattr(network, name) for name in ("w1", "b1", "w2", "b2")}
    first = {name: np.zeros_like(value) for name, value in at.items()}
    second = {name: np.zeros_like(value) for name, value in at.items()}
    for step in range(1, STEPS + 1):
        _, gradient = loss_and_gradient(replace(network, **at), batch, STRENGTH)
        for name, slope in gradient.items():
            first[name] = _FIRST * first[name] + (1 - _FIRST) * slope
            second[name] = _SECOND * second[name] + (1 - _SECOND) * slope**2
            mean, spread = first[name] / (1 - _FIRST**step), second[name] / (1 - _SECOND**step)
            at[name] = at[name] - RATE * mean / (np.sqrt(spread) + _SMALL)
    return replace(network, **at)


@cache
def _hold_out() -> Invented:
    return invented(HOLD_OUT, HOLD_OUT_SEED)

"""Described statements and votes in, a linear classifier out: soft labels, L2, L-BFGS over all labels at once, numpy only."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from policy_cache.classifier import LEXICON, Classifier, Floats, Terms

STRENGTH = 3.0  # C: how much the data weighs against the L2 penalty
STEPS = 60
MIN_POLICIES = 3  # a term that fewer policies use is a company's own
_MEMORY = 8


@dataclass(frozen=True, slots=True)
class Example:
    """One statement or segment: its terms, the policy that it is of, and how much it weighs."""

    policy: str
    parts: tuple[Terms, Terms, Terms] = field(repr=False)
    weight: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Sparse:
    """A matrix by its rows, and the same by its columns; products with dense matrices on both sides."""

    shape: tuple[int, int]
    columns: NDArray[np.intp] = field(repr=False)  # of each value, row by row
    values: Floats = field(repr=False)
    starts: NDArray[np.intp] = field(repr=False)  # of each row; no row is empty
    order: NDArray[np.intp] = field(repr=False)  # the values, column by column
    rows: NDArray[np.intp] = field(repr=False)  # of each value
    used: NDArray[np.intp] = field(repr=False)  # columns with a value
    column_starts: NDArray[np.intp] = field(repr=False)

    @classmethod
    def of(cls, rows: Sequence[tuple[NDArray[np.intp], Floats]], width: int) -> "Sparse":
        """From (columns, values) of each row."""
        lengths = np.array([len(places) for places, _ in rows])
        columns = np.concatenate([places for places, _ in rows])
        order = np.argsort(columns, kind="stable")
        used, column_starts = np.unique(columns[order], return_index=True)
        return cls(
            (len(rows), width),
            columns,
            np.concatenate([values for _, values in rows]),
            np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.intp),
            order,
            np.repeat(np.arange(len(rows)), lengths),
            used,
            column_starts,
        )

    def times(self, dense: Floats) -> Floats:
        """X·W: [rows, labels]."""
        return np.add.reduceat(dense[self.columns] * self.values[:, None], self.starts, axis=0)

    def transposed_times(self, dense: Floats) -> Floats:
        """Xᵀ·R: [columns, labels]."""
        result = np.zeros((self.shape[1], dense.shape[1]), dtype=np.float32)
        terms = dense[self.rows[self.order]] * self.values[self.order][:, None]
        result[self.used] = np.add.reduceat(terms, self.column_starts, axis=0)
        return result


def fit(examples: Sequence[Example], labels: Sequence[str], targets: Floats, strength: float = STRENGTH) -> Classifier:
    """A classifier for `labels`; `targets` [examples, labels] are shares of annotators, 0 to 1. Thresholds are left at 0."""
    index, idf = vocabulary(examples)
    blank = np.zeros((len(index), len(labels)), dtype=np.float32)
    empty = np.zeros(len(labels), dtype=np.float32)
    model = Classifier(tuple(labels), index, idf, blank, empty, empty)
    rows = [model.row(example.parts) for example in examples]
    kept = np.array([len(places) > 0 for places, _ in rows])
    matrix = Sparse.of([row for row, keep in zip(rows, kept, strict=True) if keep], len(index))
    weight = np.array([example.weight for example in examples], dtype=np.float32)[kept][:, None]
    share = targets[kept]

    def loss(packed: Floats) -> tuple[float, Floats]:
        w, b = packed[:-1], packed[-1]
        logits = matrix.times(w) + b
        value = float((weight * (np.logaddexp(0, logits) - share * logits)).sum()) + 0.5 / strength * float((w * w).sum())
        error = (weight * (1 / (1 + np.exp(-np.clip(logits, -30, 30))) - share)).astype(np.float32)
        return value, np.concatenate([matrix.transposed_times(error) + w / strength, error.sum(axis=0, keepdims=True)])

    start = np.zeros((len(index) + 1, len(labels)), dtype=np.float32)
    mean = np.clip((weight * share).sum(axis=0) / weight.sum(), 1e-4, 1 - 1e-4)
    start[-1] = np.log(mean / (1 - mean))
    packed = minimise(loss, start)
    return Classifier(tuple(labels), index, idf, packed[:-1], packed[-1], empty)


def vocabulary(examples: Sequence[Example]) -> tuple[dict[str, int], Floats]:
    """Terms that several policies use, each with its place, and ln(n / df) + 1; labels of the lexicon weigh 1."""
    seen: dict[str, set[str]] = {}
    frequency: Counter[str] = Counter()
    for example in examples:
        for part in example.parts:
            frequency.update(part.keys())
            for term in part:
                seen.setdefault(term, set()).add(example.policy)
    kept = sorted(term for term, users in seen.items() if len(users) >= MIN_POLICIES)
    idf = [1.0 if term.startswith(LEXICON) else np.log(len(examples) / frequency[term]) + 1 for term in kept]
    return {term: place for place, term in enumerate(kept)}, np.array(idf, dtype=np.float32)


def minimise(loss: Callable[[Floats], tuple[float, Floats]], start: Floats, steps: int = STEPS) -> Floats:
    """L-BFGS with backtracking."""
    at, (value, slope) = start, loss(start)
    history: deque[tuple[Floats, Floats, float]] = deque(maxlen=_MEMORY)
    for _ in range(steps):
        direction = _direction(slope, history)
        steepness, length = float((direction * slope).sum()), 1.0 if history else 1.0 / max(1.0, float(np.abs(slope).sum()))
        for _ in range(20):
            new_at = at + np.float32(length) * direction
            new_value, new_slope = loss(new_at)
            if new_value <= value + 1e-4 * length * steepness:
                break
            length /= 2
        else:
            return at
        moved, turned = new_at - at, new_slope - slope
        curvature = float((moved * turned).sum())
        if curvature > 1e-10:
            history.append((moved, turned, curvature))
        done = value - new_value < 1e-6 * abs(value)
        at, value, slope = new_at, new_value, new_slope
        if done:
            break
    return at


def _direction(slope: Floats, history: deque[tuple[Floats, Floats, float]]) -> Floats:
    direction = -slope
    shares = []
    for moved, turned, curvature in reversed(history):
        share = float((moved * direction).sum()) / curvature
        shares.append(share)
        direction = direction - np.float32(share) * turned
    if history:
        moved, turned, curvature = history[-1]
        direction = direction * np.float32(curvature / float((turned * turned).sum()))
    for (moved, turned, curvature), share in zip(history, reversed(shares), strict=True):
        direction = direction + np.float32(share - float((turned * direction).sum()) / curvature) * moved
    return direction

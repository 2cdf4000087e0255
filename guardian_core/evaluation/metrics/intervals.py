"""Measured values in, how sure they are out: bootstrap intervals, paired tests, and the correction for many tests at once.

Everything random takes a seed. Wilson's interval is in anonymization/metrics.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

type Floats = npt.NDArray[np.float64]
RESAMPLES = 1000  # as in the paper's Appendix I
_ROWS = 64  # resamples drawn at once


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its percentile interval."""

    mean: float
    low: float
    high: float


def bootstrap(values: Sequence[float], *, seed: int, resamples: int = RESAMPLES, level: float = 0.95) -> Interval:
    """The mean of `values` with the percentile interval of resampled means (Efron and Tibshirani 1993, ch. 13).

    Raises:
        ValueError: no value.
    """
    means = _means(np.asarray(values, dtype=np.float64), seed, resamples)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(np.mean(values)), float(low), float(high))


@dataclass(frozen=True, slots=True)
class Paired:
    """One method against another on the same samples."""

    difference: float  # mean of first − second
    low: float
    high: float
    p: float  # two-sided


def paired_bootstrap(first: Sequence[float], second: Sequence[float], *, seed: int, resamples: int = RESAMPLES) -> Paired:
    """Whether two methods differ on the samples that both saw: samples are drawn, never methods.

    p is twice the smaller share of resampled differences on the wrong side of 0, each end counted once more so that it is never 0.

    Raises:
        ValueError: not as many values, or none.
    """
    if len(first) != len(second):
        message = f"paired values must pair: {len(first)} and {len(second)}"
        raise ValueError(message)
    differences = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    means = _means(differences, seed, resamples)
    low, high = np.quantile(means, [0.025, 0.975])
    wrong = min(int((means <= 0).sum()), int((means >= 0).sum()))
    return Paired(float(differences.mean()), float(low), float(high), min(1.0, 2 * (wrong + 1) / (resamples + 1)))


def _means(values: Floats, seed: int, resamples: int) -> Floats:
    if not values.size:
        raise ValueError("there is nothing to resample")
    random = np.random.default_rng(seed)
    found = [
        values[random.integers(0, values.size, (min(_ROWS, resamples - done), values.size))].mean(axis=1)
        for done in range(0, resamples, _ROWS)
    ]
    return np.concatenate(found)


def holm[Name](p: Mapping[Name, float], alpha: float = 0.05) -> dict[Name, tuple[float, bool]]:
    """Adjusted p and whether it is significant, for each of many tests (Holm 1979).

    >>> {name: kept for name, (_, kept) in holm({"H1": 0.01, "H2": 0.04, "H3": 0.03, "H4": 0.005}).items()}
    {'H1': True, 'H2': False, 'H3': False, 'H4': True}
    """
    adjusted: dict[Name, float] = {}
    least = 0.0
    for rank, name in enumerate(sorted(p, key=p.__getitem__)):
        least = max(least, min(1.0, (len(p) - rank) * p[name]))
        adjusted[name] = least
    return {name: (adjusted[name], adjusted[name] <= alpha) for name in p}

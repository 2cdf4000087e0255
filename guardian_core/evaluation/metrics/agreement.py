"""Ratings of the same units by several raters in, Krippendorff's alpha out: 1 is agreement, 0 is what chance gives."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

type Scale = Literal["nominal", "ordinal", "interval"]
type Distance = Callable[[float, float], float]  # squared


def krippendorff(units: Sequence[Sequence[float | None]], scale: Scale) -> float | None:
    """α = 1 − D_o / D_e (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").

    Args:
        units: for each unit its ratings, None where a rater gave none; a unit with fewer than two says nothing.
        scale: how far two ratings are apart.

    Returns:
        None where nothing can be said: no two ratings of one unit, or only one rating ever given.

    >>> krippendorff([[1, 1], [2, 2], [1, 2]], "nominal")
    0.4444444444444444
    """
    rated = [[value for value in unit if value is not None] for unit in units]
    rated = [unit for unit in rated if len(unit) > 1]
    totals = Counter(value for unit in rated for value in unit)
    if len(totals) < 2:
        return None
    distance = _distance(scale, totals)
    everything = totals.total()
    observed = sum(_disagreement(Counter(unit), distance) / (len(unit) - 1) for unit in rated)
    return 1 - (everything - 1) * observed / _disagreement(totals, distance)


def _disagreement(counts: Mapping[float, int], distance: Distance) -> float:
    return sum(n * m * distance(one, other) for one, n in counts.items() for other, m in counts.items() if one != other)


def _distance(scale: Scale, totals: Mapping[float, int]) -> Distance:
    if scale == "nominal":
        return lambda one, other: float(one != other)
    if scale == "interval":
        return lambda one, other: (one - other) ** 2
    ordered = sorted(totals)
    before: dict[float, float] = {}  # how many ratings lie below the middle of those of this value
    below = 0
    for value in ordered:
        before[value] = below + totals[value] / 2
        below += totals[value]
    return lambda one, other: (before[one] - before[other]) ** 2

"""Two lists of numbers or of classes in, how well the one follows the other out."""

import math
from collections.abc import Hashable, Sequence


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """The product-moment correlation r; None where one side does not vary.

    >>> round(pearson([1, 2, 3], [2, 4, 7]), 4)
    0.9934

    Raises:
        ValueError: not as many values.
    """
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        return None
    middle, other_middle = math.fsum(first) / len(pairs), math.fsum(second) / len(pairs)
    together = math.fsum((one - middle) * (other - other_middle) for one, other in pairs)
    spread = math.fsum((one - middle) ** 2 for one in first) * math.fsum((other - other_middle) ** 2 for other in second)
    return together / math.sqrt(spread) if spread > 0 else None


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """The rank correlation ρ: Pearson's of the ranks, equal values sharing the mean of theirs.

    >>> spearman([1, 5, 9], [2, 3, 1])
    -0.5
    """
    return pearson(ranks(first), ranks(second))


def ranks(values: Sequence[float]) -> list[float]:
    """From 1 for the smallest.

    >>> ranks([30, 10, 30])
    [2.5, 1.0, 2.5]
    """
    ordered = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    while start < len(ordered):
        end = start
        while end < len(ordered) and values[ordered[end]] == values[ordered[start]]:
            end += 1
        for place in ordered[start:end]:
            found[place] = (start + 1 + end) / 2
        start = end
    return found


def mean_absolute_error(wanted: Sequence[float], given: Sequence[float]) -> float:
    """Mean |wanted − given|.

    >>> mean_absolute_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    0.5

    Raises:
        ValueError: not as many values, or none.
    """
    gaps = [abs(one - other) for one, other in zip(wanted, given, strict=True)]
    if not gaps:
        raise ValueError("there is nothing to compare")
    return math.fsum(gaps) / len(gaps)


def macro_f1[Label: Hashable](wanted: Sequence[Label], given: Sequence[Label]) -> float:
    """The mean over all classes, of either side, of their F1; a class never hit counts 0.

    >>> round(macro_f1([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1]), 4)
    0.2667

    Raises:
        ValueError: not as many values, or none.
    """
    pairs = list(zip(wanted, given, strict=True))
    if not pairs:
        raise ValueError("there is nothing to compare")
    labels = {label for pair in pairs for label in pair}
    scores = []
    for label in labels:
        hit = sum(one == other == label for one, other in pairs)
        named = sum((one == label) + (other == label) for one, other in pairs)
        scores.append(2 * hit / named)
    return math.fsum(scores) / len(scores)

"""Likelihoods, their uncertainty and the labels in; accuracy, calibration and escalation out. The positive class is "risky"."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from guardian_core.matching.evidential import CLASSES, Network
from guardian_core.matching.features import Floats
from guardian_core.matching.gradient import Batch

type Row = dict[str, object]

TAU_U = 0.25  # paper Eq. 3: from this uncertainty on System 2 is asked
BINS = 10


def opinions(network: Network, examples: Batch) -> tuple[Floats, Floats]:
    """L and u of every pair, [n] each."""
    alpha = network.alpha(examples.behaviours, examples.statements)
    total = alpha.sum(axis=1)
    return alpha[:, 1] / total, CLASSES / total


def mean(measured: Sequence[Mapping[str, float]]) -> Row:
    """The mean of every number, and `spread` with its standard deviation over the seeds."""
    names = measured[0]
    values = {name: np.array([one[name] for one in measured]) for name in names}
    return {
        **{name: float(value.mean()) for name, value in values.items()},
        "spread": {name: float(value.std(ddof=1)) for name, value in values.items()},
    }


def scores(likelihood: Floats, ignorance: Floats, risky: Floats) -> dict[str, float]:
    """Every number of the paper's Table 12 but the time; all arrays [n]."""
    said, true = likelihood >= 0.5, risky > 0.5
    hit = int((said & true).sum())
    precision, recall = hit / max(1, int(said.sum())), hit / max(1, int(true.sum()))
    return {
        "accuracy": float((said == true).mean()),
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / max(1e-12, precision + recall),
        "ece": expected_calibration_error(likelihood, risky),
        "brier": float(((likelihood - risky) ** 2).mean()),
        "escalation": float((ignorance >= TAU_U).mean()),
    }


def expected_calibration_error(likelihood: Floats, risky: Floats) -> float:
    """ECE: the mean of |share right − confidence| over bins of confidence in the class that was chosen, weighted by their size."""
    total = 0.0
    for row in reliability(likelihood, risky):
        total += float(str(row["share"])) * abs(float(str(row["right"])) - float(str(row["confidence"])))
    return total


def reliability(likelihood: Floats, risky: Floats) -> Iterator[Row]:
    """The bins of a reliability plot that hold something: bounds, share of all pairs, mean confidence, share right."""
    confidence = np.maximum(likelihood, 1 - likelihood)
    right = (likelihood >= 0.5) == (risky > 0.5)
    edges = np.linspace(0.5, 1.0, BINS + 1)
    place = np.clip(np.searchsorted(edges, confidence, side="right") - 1, 0, BINS - 1)
    for index in range(BINS):
        inside = place == index
        if inside.any():
            yield {
                "from": float(edges[index]),
                "to": float(edges[index + 1]),
                "share": float(inside.mean()),
                "confidence": float(confidence[inside].mean()),
                "right": float(right[inside].mean()),
            }


def ranked(likelihood: Floats, risky: Floats) -> float:
    """AUC: how often a risky one has a higher L than a compliant one; ties count half."""
    order = np.argsort(likelihood, kind="stable")
    values, start = likelihood[order], 0
    ranks = np.empty(len(values))
    for stop in range(1, len(values) + 1):
        if stop == len(values) or values[stop] != values[start]:
            ranks[start:stop] = (start + stop + 1) / 2
            start = stop
    true = risky[order] > 0.5
    positive, negative = int(true.sum()), int((~true).sum())
    if not positive or not negative:
        return float("nan")
    return (float(ranks[true].sum()) - positive * (positive + 1) / 2) / (positive * negative)

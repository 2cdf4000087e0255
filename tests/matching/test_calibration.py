"""The numbers of Table 12 on examples worked by hand."""

import numpy as np
import pytest

from guardian_core.matching.calibration import expected_calibration_error, mean, opinions, ranked, reliability, scores
from guardian_core.matching.evidential import Network
from guardian_core.matching.gradient import Batch

L, RISKY = np.array([0.9, 0.8, 0.4, 0.1]), np.array([1.0, 0.0, 1.0, 0.0])


def test_counts_by_hand():
    """Said risky: the first two, of which one is; of two risky ones, one was found."""
    found = scores(L, np.array([0.1, 0.25, 0.3, 0.2]), RISKY)
    assert (found["accuracy"], found["precision"], found["recall"], found["f1"]) == (0.5, 0.5, 0.5, pytest.approx(0.5))
    assert found["brier"] == pytest.approx((0.01 + 0.64 + 0.36 + 0.01) / 4)
    assert found["escalation"] == 0.5


def test_measures_calibration_by_hand():
    """Two sure ones at .95, both right; two at .65, one right: .5·|1 − .95| + .5·|.5 − .65|."""
    likelihood, risky = np.array([0.95, 0.05, 0.65, 0.35]), np.array([1.0, 0.0, 1.0, 1.0])
    assert expected_calibration_error(likelihood, risky) == pytest.approx(0.5 * 0.05 + 0.5 * 0.15)


def test_bins_confidence_in_the_class_that_was_chosen():
    bins = list(reliability(np.array([0.95, 0.05, 0.65, 0.35]), np.array([1.0, 0.0, 1.0, 1.0])))
    assert [(row["share"], row["right"]) for row in bins] == [(0.5, 0.5), (0.5, 1.0)]
    assert [round(float(row["confidence"]), 9) for row in bins] == [0.65, 0.95]


def test_finds_nothing_wrong_where_confidence_is_what_comes_true():
    likelihood = np.full(1000, 0.8)
    assert expected_calibration_error(likelihood, np.arange(1000) % 5 > 0) == pytest.approx(0.0)


def test_holds_the_edges():
    assert sum(float(row["share"]) for row in reliability(np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0, 1.0]))) == pytest.approx(1)


@pytest.mark.parametrize(
    ("likelihood", "risky", "right"),
    [
        ([0.9, 0.8, 0.4, 0.1], [1, 1, 0, 0], 1.0),
        ([0.9, 0.8, 0.4, 0.1], [1, 0, 1, 0], 0.75),
        ([0.5, 0.5, 0.5, 0.5], [1, 0, 1, 0], 0.5),
        ([0.1, 0.9], [1, 0], 0.0),
    ],
    ids=["sorted", "one swap", "ties", "reversed"],
)
def test_ranks(likelihood, risky, right):
    assert ranked(np.array(likelihood), np.array(risky, dtype=float)) == right


def test_has_no_rank_without_both_sides():
    assert np.isnan(ranked(np.array([0.1, 0.2]), np.array([1.0, 1.0])))


def test_takes_the_mean_and_the_spread_over_seeds():
    found = mean([{"accuracy": 0.8}, {"accuracy": 0.9}])
    assert found["accuracy"] == pytest.approx(0.85)
    assert found["spread"] == {"accuracy": pytest.approx(np.sqrt(0.005))}


def test_reads_likelihood_and_ignorance_from_evidence():
    """Two zero logits: α = ln 2 + 1 twice."""
    network = Network(np.zeros((1, 4)), np.zeros(1), np.zeros((2, 1)), np.zeros(2))
    likelihood, ignorance = opinions(network, Batch(np.ones((3, 1)), np.ones((3, 1)), np.ones(3), np.ones(3)))
    assert likelihood.tolist() == [0.5] * 3
    assert ignorance == pytest.approx([1 / (np.log(2) + 1)] * 3)

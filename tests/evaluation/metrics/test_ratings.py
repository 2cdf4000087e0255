"""ratings.py: correlations, errors, Macro-F1."""

import pytest

from guardian_core.evaluation.metrics.ratings import macro_f1, mean_absolute_error, pearson, ranks, spearman

# Anscombe 1973, first set.
X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
Y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
# The example of many textbooks, IQ and hours of television: ρ = −29/165.
IQ = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
HOURS = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]


def test_as_published():
    assert pearson(X, Y) == pytest.approx(0.816, abs=5e-4)
    assert spearman(IQ, HOURS) == pytest.approx(-29 / 165)
    assert mean_absolute_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]) == 0.5
    assert macro_f1([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1]) == pytest.approx(0.26667, abs=1e-5)  # scikit-learn's documentation


def test_by_hand():
    """r of (1,2,3) and (2,4,7): 5 / √(2 · 38/3); F1 of a: 2·1/(2+1), of b: 2·1/(1+2)."""
    assert pearson([1, 2, 3], [2, 4, 7]) == pytest.approx(5 / (2 * 38 / 3) ** 0.5)
    assert macro_f1(["a", "a", "b"], ["a", "b", "b"]) == pytest.approx(2 / 3)
    assert macro_f1(["a"], ["b"]) == 0


def test_ranks_share_ties():
    assert ranks([30, 10, 30, 20]) == [3.5, 1, 3.5, 2]


def test_only_what_varies_correlates():
    assert pearson([1, 1], [1, 2]) is None
    assert spearman([], []) is None


def test_refuses_what_does_not_pair():
    with pytest.raises(ValueError, match="argument 2"):
        mean_absolute_error([1], [])
    with pytest.raises(ValueError, match="nothing to compare"):
        macro_f1([], [])

"""intervals.py: bootstrap, paired bootstrap, Holm."""

import pytest

from guardian_core.evaluation.anonymization.metrics import wilson
from guardian_core.evaluation.metrics.intervals import Interval, bootstrap, holm, paired_bootstrap


def test_bootstrap_of_what_does_not_vary():
    assert bootstrap([0.4] * 7, seed=1) == Interval(pytest.approx(0.4), pytest.approx(0.4), pytest.approx(0.4))


def test_bootstrap_by_hand():
    """Means of three draws from {0, 3} are 0, 1, 2, 3 with chances 1, 3, 3, 1 of 8: 95 % takes both ends in."""
    found = bootstrap([0, 3, 0, 3], seed=3, resamples=4000)
    assert (found.mean, found.low, found.high) == (1.5, 0.0, 3.0)


def test_bootstrap_agrees_with_the_normal_interval_of_many_values():
    """n = 400, share 1/2: 0.5 ± 1.96 · 0.5 / 20 = 0.451 to 0.549."""
    found = bootstrap([0, 1] * 200, seed=5, resamples=4000)
    assert found.low == pytest.approx(0.451, abs=0.005)
    assert found.high == pytest.approx(0.549, abs=0.005)


def test_repeats_with_its_seed():
    values = [0.1, 0.9, 0.4, 0.3, 0.8]
    assert bootstrap(values, seed=1) == bootstrap(values, seed=1) != bootstrap(values, seed=2)


def test_pairs_see_through_the_spread_between_samples():
    """Values spread over 0..1, every difference exactly 0.01: unpaired noise would hide it."""
    second = [at / 100 for at in range(100)]
    found = paired_bootstrap([value + 0.01 for value in second], second, seed=1)
    assert found.difference == pytest.approx(0.01)
    assert found.low == pytest.approx(0.01)
    assert found.p == pytest.approx(2 / 1001)


def test_pairs_that_do_not_differ():
    assert paired_bootstrap([1, 2, 3], [1, 2, 3], seed=1).p == 1
    with pytest.raises(ValueError, match="3 and 2"):
        paired_bootstrap([1, 2, 3], [1, 2], seed=1)
    with pytest.raises(ValueError, match="nothing to resample"):
        bootstrap([], seed=1)


def test_holm_by_hand():
    """0.005·4, 0.01·3, 0.03·2, then 0.04·1 raised to the one before it."""
    adjusted = holm({"H1": 0.01, "H2": 0.04, "H3": 0.03, "H4": 0.005})
    assert {name: round(p, 6) for name, (p, _) in adjusted.items()} == {"H1": 0.03, "H2": 0.06, "H3": 0.06, "H4": 0.02}
    assert [name for name, (_, kept) in adjusted.items() if kept] == ["H1", "H4"]


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (16, 50, 0.208, 0.458)],
)
def test_wilson_as_published(hits, trials, low, high):
    """Newcombe 1998, Table I, method 3; the last is the paper's own, Table 14."""
    assert wilson(hits, trials) == (pytest.approx(low, abs=6e-4), pytest.approx(high, abs=6e-4))

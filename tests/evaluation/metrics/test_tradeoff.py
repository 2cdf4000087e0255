"""tradeoff.py: GRASP's overall score."""

import pytest

from guardian_core.evaluation.metrics.tradeoff import overall


@pytest.mark.parametrize(("attacked", "utility", "published"), [(0.260, 0.815, 0.396), (0.365, 0.880, 0.292)])
def test_as_published(attacked, utility, published):
    """GRASP §4.2: its best round, and Claude; accuracy on the originals 0.620. Published figures are rounded."""
    assert overall(0.620, attacked, utility) == pytest.approx(published, abs=1e-3)


def test_by_hand():
    assert overall(0.5, 0.25, 0.6, 0.8) == pytest.approx(0.5 - 0.25)
    assert overall(0.5, 0.5, 1.0) == 0


def test_needs_something_to_lose():
    with pytest.raises(ValueError, match="relative to originals"):
        overall(0.0, 0.0, 1.0)

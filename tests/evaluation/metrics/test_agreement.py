"""agreement.py: Krippendorff's alpha."""

import pytest

from guardian_core.evaluation.metrics.agreement import krippendorff

# Krippendorff 2011, section C: four observers, twelve units, some ratings missing.
OBSERVERS = ("123321412...", "12332241 25.3".replace(" ", ""), ".3332342251.", "12332441251.")
UNITS = [[None if one == "." else int(one) for one in unit] for unit in zip(*OBSERVERS, strict=True)]


@pytest.mark.parametrize(("scale", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_as_published(scale, alpha):
    assert krippendorff(UNITS, scale) == pytest.approx(alpha, abs=5e-4)


def test_by_hand():
    """Ratings 11, 22, 12: n = 6, three of each; D_o = 2/6, D_e = 2·3·3/(6·5) = 0.6; α = 1 − 0.3333/0.6."""
    assert krippendorff([[1, 1], [2, 2], [1, 2]], "nominal") == pytest.approx(1 - (2 / 6) / 0.6)


def test_agreement_is_one_and_a_mirror_is_below_zero():
    assert krippendorff([[1, 1], [2, 2], [5, 5]], "interval") == 1
    assert krippendorff([[1, 5], [5, 1]], "interval") < 0


def test_says_nothing_of_nothing():
    assert krippendorff([[1, None], [None, 2]], "nominal") is None
    assert krippendorff([[3, 3], [3, 3]], "nominal") is None

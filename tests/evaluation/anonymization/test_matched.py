"""matched.py: utility at a given privacy, computed by hand."""

import pytest

from guardian_core.evaluation.anonymization.matched import Point, strict, utility_at
from guardian_core.evaluation.anonymization.samples import Output

POINTS = [Point(0.0, 1.0), Point(0.9, 0.8), Point(1.0, 0.1)]


@pytest.mark.parametrize(
    ("privacy", "points", "utility"),
    [
        (0.45, POINTS, 0.9),  # half of the texts left alone
        (0.95, POINTS, 0.45),  # half of them masked
        (0.9, POINTS, 0.8),
        (0.5, [Point(0.9, 0.8)], 0.8),  # no partner: the method itself is private enough
        (0.95, [Point(0.9, 0.8)], None),
        (0.5, [Point(0.0, 1.0), Point(0.6, 0.1), Point(1.0, 0.8)], 0.9),  # the line that passes over a poor method
    ],
)
def test_mixes_two_methods(privacy, points, utility):
    assert utility_at(privacy, points) == (None if utility is None else pytest.approx(utility))


def test_masks_capitals_and_digits_that_are_the_users():
    text = "Ünal saw [ORG_1] at 5pm with Bo"
    assert strict(Output(text, (), ((9, 16),))) == "*** saw [ORG_1] at *** with ***"
    assert strict(Output("")) == ""

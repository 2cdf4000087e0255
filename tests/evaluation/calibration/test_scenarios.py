"""scenarios.py: drawn evenly, told in words."""

from collections import Counter

import pytest

from guardian_core.evaluation.calibration.scenarios import PLAUSIBLE, drawn
from guardian_core.vocabulary import Recipient


def test_at_least_five_hundred_different_ones_each_with_reasons():
    found = drawn()
    assert len({one.text for one in found}) == len(found) >= 500
    assert all(one.rating.rationale and one.text[0].isupper() and one.text.endswith(".") for one in found)
    assert {one.rating.rating for one in found} == {1, 2, 3, 4, 5}


def test_evenly_over_recipients_and_bases_and_the_same_for_a_seed():
    found = drawn(600, 3)
    assert set(Counter((one.recipient, one.basis) for one in found).values()) == {25}
    assert found == drawn(600, 3) != drawn(600, 4)
    assert all(one.purpose in PLAUSIBLE[one.recipient] for one in found)
    assert set(PLAUSIBLE) == set(Recipient)


def test_refuses_more_than_there_are():
    with pytest.raises(ValueError, match="only 1050 different scenarios for first_party and user_initiated"):
        drawn(100_000)

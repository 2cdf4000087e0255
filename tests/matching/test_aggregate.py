"""Three ways to one opinion."""

import numpy as np
import pytest

from guardian_core.matching.aggregate import WAYS, best_match, evidence_sum, noisy_or

PERMITS, SILENT = [9.0, 1.0], [1.0, 9.0]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_finds_a_permission_among_statements_on_other_things(way):
    (found,) = way(np.array([[SILENT, PERMITS, SILENT, SILENT]]))
    assert found[0] / found.sum() >= 0.75


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_finds_none_where_all_are_silent(way):
    (found,) = way(np.array([[SILENT] * 3]))
    assert found[0] / found.sum() < 0.5


def test_takes_the_best_of_each_behaviour():
    found = best_match(np.array([[PERMITS, SILENT], [SILENT, [3.0, 2.0]]]))
    assert found.tolist() == [PERMITS, [3.0, 2.0]]


def test_adds_up_weak_permissions():
    weak = np.array([[[4.0, 6.0]] * 3])
    assert noisy_or(weak)[0, 0] / 10 == pytest.approx(1 - 0.6**3)
    assert evidence_sum(weak).tolist() == [[10.0, 6.0]]
    assert best_match(weak).tolist() == [[4.0, 6.0]]

"""Precision, recall and F1 by hand."""

import pytest

from guardian_core.evaluation.policy_fields import Judged, score, truth


def test_counts_by_hand():
    judged = [Judged(frozenset({"a", "b"}), frozenset({"a", "c"}))]
    assert score(judged, {"a", "b", "c"}) == {"precision": 0.5, "recall": 0.5, "f1": pytest.approx(0.5), "n": 2}


def test_takes_a_named_kind_over_third_parties_in_general():
    votes = {"recipient:advertising": 2, "recipient:unknown_third_party": 3, "flag:negated": 1}
    assert truth(votes, 2) == {"recipient:advertising"}
    assert "negation:negated" in truth(votes, 1)

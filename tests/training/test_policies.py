"""Training of the statement classifier, on made-up policies in OPP-115's format."""

import numpy as np

from guardian_core.training.policies import Tried, best_together, choose, describe, train
from guardian_core.training.policy_data import policies
from policy_cache.annotate import FIRST_PARTY, THIRD_PARTY
from tests.training.test_policy_data import corpus


def test_learns_and_finds_thresholds(tmp_path):
    labels = (f"practice:{FIRST_PARTY}", f"practice:{THIRD_PARTY}")
    described = [describe(one, labels) for of in policies(corpus(tmp_path)).values() for one in of]
    model = train(described, labels)
    logits = [np.array([model.logits(parts) for parts in one.parts]) for one in described]
    assert (logits[0][1, 0] > logits[0][1, 1], logits[0][2, 1] > logits[0][2, 0]) == (True, True)
    assert choose(described, logits, labels).shape == (2, 2)


def test_weighs_a_rare_label_by_how_often_it_is_met():
    """Of a rare label nothing separates, all but a few decisions are wrong: alone it is said everywhere, together hardly ever."""
    often = np.arange(200) < 100
    rare = np.arange(200) % 20 == 0
    ways = [
        Tried.of(np.where(true, 1.0, -1.0) if clear else np.full(200, 0.1), [(true, np.asarray)])
        for true, clear in ((often, True), (rare, False))
    ]
    alone, together = ways[1].best(), best_together(ways)[1]
    assert alone < 0 < together
    assert -1 < best_together(ways)[0] < 1

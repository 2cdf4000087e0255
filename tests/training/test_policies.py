"""Training of the statement classifier, on made-up policies in OPP-115's format."""

import numpy as np

from guardian_core.training.policies import choose, describe, train
from guardian_core.training.policy_data import policies
from policy_cache.annotate import FIRST_PARTY, THIRD_PARTY
from tests.training.test_policy_data import corpus


def test_learns_and_finds_thresholds(tmp_path):
    labels = (f"practice:{FIRST_PARTY}", f"practice:{THIRD_PARTY}")
    described = [describe(one, labels) for of in policies(corpus(tmp_path)).values() for one in of]
    model = train(described, labels)
    logits = [np.array([model.logits(parts) for parts in one.parts]) for one in described]
    assert (logits[0][1, 0] > logits[0][1, 1], logits[0][2, 1] > logits[0][2, 0]) == (True, True)
    assert choose(described, logits, labels).shape == (2, 2, 2)

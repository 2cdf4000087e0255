"""Annotated policies in, what the annotator says of those it was not trained on out: what System 1 may learn from.

The shipped classifier has seen the policies that System 1 is trained on, and reads them better than any policy it will meet. So
each fifth of them is read by a classifier trained on the other four, with the shipped labels and thresholds. Minutes on one core.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from guardian_core.training.policies import FOLDS, describe, train
from guardian_core.training.policy_data import SEED, Passage, held_out
from guardian_core.vocabulary import Statement
from policy_cache.annotate import annotate
from policy_cache.classifier import shipped


def cross_fitted(policies: Mapping[str, Sequence[Passage]]) -> dict[str, list[tuple[Statement, ...]]]:
    """For every policy and passage, one predicted statement per sentence, by a classifier that never saw the policy."""
    labels, thresholds = shipped().labels, shipped().thresholds
    described = [describe(passage, labels) for passages in policies.values() for passage in passages if passage.sentences]
    folds = {name: place % FOLDS for place, name in enumerate(held_out(policies, SEED + 1, len(policies)))}
    found = {}
    for fold in range(FOLDS):
        model = replace(train([one for one in described if folds[one.policy] != fold], labels), thresholds=thresholds)
        for name in policies:
            if folds[name] == fold:
                found[name] = [annotate(passage.sentences, classifier=model) for passage in policies[name]]
    return found

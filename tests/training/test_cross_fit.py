"""Cross-fitting: every policy is read by a classifier that never saw it."""

from guardian_core.training import cross_fit
from guardian_core.training.policy_data import Passage
from policy_cache.classifier import shipped
from policy_cache.segment import Segment


def test_reads_each_policy_by_a_classifier_of_the_others(monkeypatch):
    policies = {f"p{number}.example": [Passage(f"p{number}.example", (Segment("We collect cookies.", (), 0, "en"),), {}, ({},))]
                for number in range(10)}  # fmt: skip
    trained = []

    def train(described, labels):
        trained.append({one.policy for one in described})
        assert labels == shipped().labels
        return shipped()

    monkeypatch.setattr(cross_fit, "train", train)
    found = cross_fit.cross_fitted(policies)
    assert found.keys() == policies.keys()
    assert all(len(readings) == 1 and len(readings[0]) == 1 for readings in found.values())
    assert [len(seen) for seen in trained] == [8] * 5
    left_out = [policies.keys() - seen for seen in trained]
    assert sorted(name for names in left_out for name in names) == sorted(policies)

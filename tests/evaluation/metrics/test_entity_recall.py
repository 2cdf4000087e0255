"""entity_recall.py: one mention left gives the whole entity away."""

import pytest

from guardian_core.evaluation.metrics.entity_recall import Mention, Recall, entity_recall, is_masked


def test_by_hand():
    """Two direct entities (one with a mention left), three quasi (one left): so 1/2 and 2/3; 4/6 mentions, 7/10 tokens."""
    mentions = [
        Mention("applicant", "DIRECT", 3, masked=True),
        Mention("applicant", "DIRECT", 1, masked=False),
        Mention("number", "DIRECT", 1, masked=True),
        Mention("town", "QUASI", 1, masked=True),
        Mention("date", "QUASI", 2, masked=False),
        Mention("court", "QUASI", 2, masked=True),
    ]
    assert entity_recall(mentions) == Recall(1 / 2, 2 / 3, 4 / 6, 7 / 10)


def test_says_nothing_of_nothing():
    assert entity_recall([]) == Recall(None, None, None, None)
    assert entity_recall([Mention("a", "QUASI", 1, masked=True)]).direct is None


@pytest.mark.parametrize(
    ("masked", "wanted"),
    [([(0, 9)], True), ([(0, 3), (4, 9)], True), ([(0, 3)], False), ([(0, 8)], False), ([], False), ([(0, 13)], True)],
)
def test_a_mention_is_masked_with_its_last_letter(masked, wanted):
    assert is_masked("Ann Quill, 34", (0, 9), masked) is wanted

"""attacker.py: naive Bayes, computed by hand where that is short."""

import math

import pytest

from guardian_core.evaluation.anonymization.attacker import Attacker, Author, accuracy, features, label

ANN, BOB = Author("ann", ("red red tea",), {"sex": "female"}), Author("bob", ("blue tea",), {"sex": "male"})


def test_takes_the_label_whose_words_these_are():
    attacker = Attacker([ANN, BOB])
    assert attacker.infer("sex", ["I like red"]) == "female"
    assert attacker.infer("sex", ["blue and blue"]) == "male"
    assert attacker.infer("age", ["red"]) is None


def test_scores_as_bayes_does():
    attacker = Attacker([ANN, BOB])
    # Features of Ann: red 2, tea 1, "red red" 1, "red tea" 1: 5; of Bob: blue, tea, "blue tea": 3;
    # 6 different in all, and one unseen.
    score = attacker._score("sex", "female", features("red"))
    assert score == pytest.approx(math.log((2 + 0.3) / (5 + 0.3 * 7)) + math.log(1 / 2))


@pytest.mark.parametrize(
    ("attribute", "value", "made"),
    [
        ("age", "24", "under 25"),
        ("age", "25", "25 to 34"),
        ("age", "about 61 years", "50 and older"),
        ("age", "old", None),
        ("education", "PhD in Law", "doctorate"),
        ("education", "In High School", "school"),
        ("education", "", None),
        ("sex", " Male ", "male"),
        ("sex", "", None),
    ],
)
def test_puts_values_into_classes(attribute, value, made):
    assert label(attribute, value) == made


def test_counts_what_it_gets_right():
    attacker = Attacker([ANN, BOB])
    others = {
        "cy": Author("cy", (), {"sex": "female", "age": "25 to 34"}),
        "di": Author("di", (), {"sex": "female"}),
    }
    assert accuracy(attacker, others, {"cy": ["red"], "di": ["blue"]}) == pytest.approx(1 / 3)
    assert accuracy(attacker, others, {}) is None

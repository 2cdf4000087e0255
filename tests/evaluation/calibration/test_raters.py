"""raters.py: each score by hand."""

import numpy as np
import pytest

from guardian_core.evaluation.calibration.norms import Stance, rate
from guardian_core.evaluation.calibration.raters import amrsf, chances, classifier, fit, nist
from guardian_core.evaluation.calibration.scenarios import Scenario, drawn
from guardian_core.vocabulary import Basis, Category, Purpose, Recipient, Verdict


def scenario(category, stance, recipient=Recipient.ADVERTISING, purpose=Purpose.ADVERTISING, basis=Basis.BACKGROUND):
    disclosed = {"permits": "full", "silent": "missing", "denies": "vague"}[stance]
    given = Stance(stance)
    return Scenario("S", category, recipient, purpose, basis, given, disclosed, rate(category, recipient, purpose, basis, given))


def test_amrsf_by_hand():
    """.55 · 1.64·.4^.4 · .45^(1/3) · 1 = .4791…; L .6, M_T 1.3."""
    one = scenario(Category.EMAIL, "silent", Recipient.SERVICE_PROVIDER, Purpose.ANALYTICS, Basis.DEFAULT)
    severity = 0.55 * 1.64 * 0.4**0.4 * 0.45 ** (1 / 3)
    (judged,) = amrsf()([one])
    assert judged.score == pytest.approx(0.6 * severity * 1.3)
    assert judged.verdict is Verdict.TRANSFORM
    assert amrsf("M_T")([one])[0].score == pytest.approx(0.6 * severity)
    assert amrsf("M_p")([one])[0].score == pytest.approx(0.6 * 1.3 * 0.55 * 1.64 * 0.4**0.4)
    assert amrsf("M_b")([one])[0].score == pytest.approx(judged.score)  # M_b is 1 by default


def test_a_factor_taken_out_is_taken_out_before_the_ceiling():
    one = scenario(Category.HEALTH, "denies")
    full, without = amrsf()([one])[0], amrsf("M_b")([one])[0]
    assert full.score == pytest.approx(min(1.0, 0.9 * 1.0 * 1.2))  # S_eff is at its ceiling of 1
    assert without.score == full.score  # still above it: .95 · 1.5 · .928
    assert amrsf("M_T")([one])[0].score == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("category", "stance", "score", "verdict"),
    [("Health", "denies", 0.9, "deny"), ("Email", "silent", 0.3, "transform"), ("Cookies", "permits", 0.02, "allow")],
)
def test_nist_by_hand(category, stance, score, verdict):
    (judged,) = nist([scenario(Category(category), stance)])
    assert (judged.score, judged.verdict.value) == (pytest.approx(score), verdict)


def test_the_regression_finds_a_chance_by_hand():
    """Three of four are wrong and there is but a constant: log(3)."""
    weights = fit(np.ones((4, 1)), np.array([1.0, 1, 1, 0]), ridge=0)
    assert weights[0] == pytest.approx(np.log(3))
    assert chances(np.ones((1, 1)), weights)[0] == pytest.approx(0.75)


def test_the_classifier_learns_the_rules_without_seeing_what_it_judges():
    scenarios = drawn(600, 1)
    judged = classifier(scenarios)
    right = [
        (one.rating.verdict is Verdict.ALLOW) == (said.verdict is Verdict.ALLOW)
        for one, said in zip(scenarios, judged, strict=True)
    ]
    assert sum(right) / len(right) > 0.8
    assert all(said.verdict is not Verdict.TRANSFORM for said in judged)

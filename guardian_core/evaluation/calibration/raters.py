"""A scenario in, a score on 0..1 and a decision out: AMRSF, AMRSF with a factor taken out, NIST's table, a learnt classifier."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from guardian_core.evaluation.calibration.scenarios import Scenario
from guardian_core.risk import assess, decide
from guardian_core.vocabulary import CATEGORY_TIER, Tier, Verdict

type Floats = npt.NDArray[np.float64]
FOLDS = 5


@dataclass(frozen=True, slots=True)
class Judged:
    """What a method says of one scenario."""

    score: float
    verdict: Verdict


type Rater = Callable[[Sequence[Scenario]], list[Judged]]


def amrsf(without: str | None = None) -> Rater:
    """The formula of risk/; `without` names a factor that is set to 1: "M_b", "M_T" or "M_p" (the purpose)."""

    def one(scenario: Scenario) -> Judged:
        risk = assess(
            {scenario.category},
            {scenario.recipient},
            {scenario.purpose},
            scenario.basis,
            scenario.transparency,
            scenario.likelihood,
        )
        if without is not None:
            factors = {name: getattr(risk, name) for name in ("M_tr", "M_p", "M_b", "M_T")} | {without: 1.0}
            severity = min(1.0, risk.S_d * factors["M_tr"] * factors["M_p"] * factors["M_b"])
            risk = risk.model_copy(update=factors | {"S_eff": severity, "R": min(1.0, risk.L * severity * factors["M_T"])})
        return Judged(risk.R, decide(risk).verdict)

    return lambda scenarios: [one(scenario) for scenario in scenarios]


# NIST SP 800-30 (2002), Tables 3-6 and 3-7: impact 100, 50 or 10; a risk above 50 is high, above 10 medium. Which kind of data has
# which impact is ours, after the levels of SP 800-122 §3.1.
IMPACT: dict[Tier, float] = {Tier.CRITICAL: 1.0, Tier.HIGH: 0.5, Tier.MODERATE: 0.5, Tier.LOW: 0.1}


def nist(scenarios: Sequence[Scenario]) -> list[Judged]:
    """Likelihood × impact; blind to recipient, purpose and basis."""

    def one(scenario: Scenario) -> Judged:
        score = scenario.likelihood * IMPACT[CATEGORY_TIER[scenario.category]]
        return Judged(score, Verdict.DENY if score > 0.5 else Verdict.TRANSFORM if score > 0.1 else Verdict.ALLOW)

    return [one(scenario) for scenario in scenarios]


def classifier(scenarios: Sequence[Scenario]) -> list[Judged]:
    """Logistic regression on every field of a scenario, acceptable or not, each fold judged by what the others taught.

    The score is the chance of "not acceptable"; a binary classifier knows no third decision, so it never rewrites.
    """
    seen = features(scenarios)
    wrong = np.array([scenario.rating.verdict is not Verdict.ALLOW for scenario in scenarios], dtype=np.float64)
    fold = np.arange(len(scenarios)) % FOLDS
    scores = np.zeros(len(scenarios))
    for held in range(FOLDS):
        if (fold == held).any() and (fold != held).any():
            scores[fold == held] = chances(seen[fold == held], fit(seen[fold != held], wrong[fold != held]))
    return [Judged(float(score), Verdict.DENY if score >= 0.5 else Verdict.ALLOW) for score in scores]


def features(scenarios: Sequence[Scenario]) -> Floats:
    """One column for each value of each field, and a constant: [scenarios, values + 1]."""
    names = ("category", "recipient", "purpose", "basis", "stance", "disclosed")
    known: Mapping[tuple[str, str], int] = {
        value: at for at, value in enumerate(sorted({(name, str(getattr(one, name))) for one in scenarios for name in names}))
    }
    found = np.zeros((len(scenarios), len(known) + 1))
    found[:, -1] = 1
    for row, one in enumerate(scenarios):
        for name in names:
            found[row, known[name, str(getattr(one, name))]] = 1
    return found


def fit(seen: Floats, wrong: Floats, *, ridge: float = 1.0, steps: int = 25) -> Floats:
    """Weights by Newton's method with a ridge: a few steps suffice."""
    weights = np.zeros(seen.shape[1])
    for _ in range(steps):
        chance = chances(seen, weights)
        slope = seen.T @ (chance - wrong) + ridge * weights
        bend = (seen * (chance * (1 - chance))[:, None]).T @ seen + ridge * np.eye(len(weights))
        change = np.linalg.solve(bend, slope)
        weights -= change
        if np.abs(change).max() < 1e-8:
            break
    return weights


def chances(seen: Floats, weights: Floats) -> Floats:
    """The chance that each is not acceptable."""
    return np.asarray(1 / (1 + np.exp(-np.clip(seen @ weights, -30, 30))), dtype=np.float64)


RATERS: dict[str, Rater] = {
    "AMRSF (full)": amrsf(),
    "AMRSF -M_b": amrsf("M_b"),
    "AMRSF -M_T": amrsf("M_T"),
    "AMRSF -purpose": amrsf("M_p"),
    "NIST LxI": nist,
    "Binary classifier": classifier,
}

"""An action and what the destination's policy says in; how likely the action violates the policy, L, and why, out.

First form: the prior of the action's cell, moved by retrieved statements that speak of it. A denial ("we do not share health data")
raises L to at least 0.85; disclosure of the very act, categories, purpose and recipient lowers it towards the floor, never below,
because policies are written by those whose wish is to be permitted, and can be planted. Without a statement the prior stands.
"""

from collections.abc import Sequence

from guardian_core.matching.prior import floor_for, prior, worst
from guardian_core.matching.speaking import Bearing, bearing_of
from guardian_core.vocabulary import CATEGORY_TIER, Action, Category, Evidence, Likelihood, PolicyState, ScoredStatement, Tier

DENIED = 0.85  # L where the policy denies the act
CONDITIONAL = 0.5  # how far towards that a denial with a choice goes ("not without your consent"): a proxy sees no consent
SALE = 0.3  # how far towards it a collector's disclosure that it sells critical data raises L
TRUST = 0.8  # of the way from prior to floor that a policy covering everything may go
QUOTE = 160  # characters of a statement that an explanation quotes
EVIDENCE_MASS = 2.0  # K of SPEC §5: u = K / (K + statements that speak of the action)

_TIER_ORDER = (Tier.LOW, Tier.MODERATE, Tier.HIGH, Tier.CRITICAL)


def judge(action: Action, evidence: Evidence) -> Likelihood:
    """L for `action`, in [floor, 1]; without a known policy the prior of its cell."""
    tier = max((CATEGORY_TIER[category] for category in action.categories), key=_TIER_ORDER.index, default=Tier.LOW)
    before = worst(lambda who, why: prior(tier, who, why, action.basis), action.recipients, action.purposes)
    least = worst(lambda who, why: floor_for(action.categories, who, why, action.basis), action.recipients, action.purposes)
    speaking = _speaking(action, evidence.statements) if evidence.state is PolicyState.KNOWN else []
    value, because = _weigh(action, before, least, speaking)
    source = "evidence" if speaking else "prior"
    if value <= least:
        value, source = least, "floor"
    return Likelihood(
        value=value,
        source=source,
        uncertainty=EVIDENCE_MASS / (EVIDENCE_MASS + len(speaking)),
        floor=least,
        prior=before,
        because=because,
    )


def _speaking(action: Action, statements: Sequence[ScoredStatement]) -> list[tuple[ScoredStatement, Bearing]]:
    bearings = ((scored, bearing_of(scored.statement, action)) for scored in statements)
    return [(scored, bearing) for scored, bearing in bearings if bearing is not Bearing.SILENT]


def _weigh(action: Action, before: float, least: float, speaking: list[tuple[ScoredStatement, Bearing]]) -> tuple[float, str]:
    """The prior moved by the statements, and the sentence that says by which; a denial beats every permission."""
    denial = next((scored for scored, bearing in speaking if bearing is Bearing.DENIES), None)
    if denial is not None:
        return max(before, least, DENIED), f"the policy denies it: {_quoted(denial)}"
    condition = next((scored for scored, bearing in speaking if bearing is Bearing.DENIES_WITHOUT_CHOICE), None)
    if condition is not None:
        return _towards(before, max(before, DENIED), CONDITIONAL), f"the policy makes it depend on a choice: {_quoted(condition)}"
    sale = next((scored for scored, bearing in speaking if bearing is Bearing.SELLS), None)
    if sale is not None:
        return _towards(before, max(before, DENIED), SALE), f"the policy says it is passed on: {_quoted(sale)}"
    permits = [scored for scored, bearing in speaking if bearing is Bearing.PERMITS]
    covered = frozenset[Category]().union(*(scored.statement.categories for scored in permits)) & action.categories
    if not permits or not covered:
        return before, ""
    share = len(covered) / len(action.categories)
    purposes = frozenset[object]().union(*(scored.statement.purposes for scored in permits))
    fit = 1.0 if action.purposes <= purposes else 0.5
    return _towards(before, min(before, least), TRUST * share * fit), f"the policy discloses it: {_quoted(permits[0])}"


def _towards(start: float, goal: float, share: float) -> float:
    return start + (goal - start) * share


def _quoted(scored: ScoredStatement) -> str:
    text = " ".join(scored.statement.text.split())
    return f"“{text}”" if len(text) <= QUOTE else f"“{text[: QUOTE - 1]}…”"

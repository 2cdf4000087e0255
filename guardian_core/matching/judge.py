"""An action and what the destination's policy says in; how likely the action violates the policy, L, and why, out.

System 1 reads each retrieved statement beside each behaviour of the action (one category, recipient, purpose) and says how surely
the statement permits it; the best match speaks for the policy. That permission moves the prior of the action's cell towards the
floor; even odds move nothing, and a policy that is silent leaves what a user expects without it. A denial ("we do not share health
data") is a veto: it raises L to at least 0.85. System 1 may doubt a permission, never find one where data or act is not named; L
never falls below the floor, because policies are written by those whose wish is to be permitted, and can be planted.

Without System 1 the same is done by rules alone.
"""

from collections.abc import Sequence

from guardian_core.matching.evidential import Network
from guardian_core.matching.prior import floor_for, prior, worst
from guardian_core.matching.quoting import quotable
from guardian_core.matching.reading import Permission, by_rules, by_system1
from guardian_core.matching.speaking import Bearing, bearing_of
from guardian_core.vocabulary import CATEGORY_TIER, Action, Evidence, Likelihood, PolicyState, ScoredStatement, Tier

DENIED = 0.85  # L where the policy denies the act
CONDITIONAL = 0.5  # how far towards that a denial with a choice goes ("not without your consent"): a proxy sees no consent
SALE = 0.3  # how far towards it a collector's disclosure that it sells critical data raises L
TRUST = 0.8  # of the way from prior to floor that a policy covering everything may go
QUOTE = 160  # characters of a statement that an explanation quotes

_TIER_ORDER = (Tier.LOW, Tier.MODERATE, Tier.HIGH, Tier.CRITICAL)
# What stands against a permission, gravest first: how far L goes from its prior to DENIED, and how it is said.
_AGAINST = (
    (Bearing.DENIES, 1.0, "the policy denies it"),
    (Bearing.DENIES_WITHOUT_CHOICE, CONDITIONAL, "the policy makes it depend on a choice"),
    (Bearing.SELLS, SALE, "the policy says it is passed on"),
)


def judge(action: Action, evidence: Evidence, system1: Network | None = None) -> Likelihood:
    """L for `action`, in [floor, 1]; without a known policy the prior of its cell, without `system1` by rules."""
    tier = max((CATEGORY_TIER[category] for category in action.categories), key=_TIER_ORDER.index, default=Tier.LOW)
    before = worst(lambda who, why: prior(tier, who, why, action.basis), action.recipients, action.purposes)
    least = worst(lambda who, why: floor_for(action.categories, who, why, action.basis), action.recipients, action.purposes)
    statements = evidence.statements if evidence.state is PolicyState.KNOWN else ()
    said = [scored.statement for scored in statements]
    permission = by_system1(action, said, system1) if system1 is not None and said and action.categories else by_rules(action, said)
    value, because, used = _weigh(action, before, least, statements, permission)
    source = "system1" if system1 is not None and used else "prior"
    if value <= least:
        value, source = least, "floor"
    return Likelihood(
        value=value,
        source=source,
        uncertainty=permission.ignorance,
        floor=least,
        prior=before,
        because=because,
        statements=used,
    )


def _weigh(
    action: Action, before: float, least: float, statements: Sequence[ScoredStatement], permission: Permission
) -> tuple[float, str, tuple[int, ...]]:
    """The prior moved by the statements, the sentence that says by which, and which; a denial beats every permission."""
    bearings = [bearing_of(scored.statement, action) for scored in statements]
    for against, share, words in _AGAINST:
        used = tuple(place for place, bearing in enumerate(bearings) if bearing is against)
        if used:
            goal = max(before, least, DENIED)
            return _towards(before, goal, share), f"{words}: {_quoted(statements[used[0]])}", used
    if permission.share <= 0 or not permission.statements:
        return before, "", ()
    value = _towards(before, min(before, least), TRUST * permission.share)
    return value, f"the policy discloses it: {_quoted(statements[permission.statements[0]])}", permission.statements


def _towards(start: float, goal: float, share: float) -> float:
    return start + (goal - start) * share


def _quoted(scored: ScoredStatement) -> str:
    return f"“{quotable(scored.statement.text, QUOTE)}”"

"""Which published columns cannot all hold: sentences with the arithmetic in them, and the rows each one is about.

"Paper" is said where the paper's own numbers collide, "fit" where they do under our multipliers and the weights of Table 6.
"""

from dataclasses import dataclass

from guardian_core.evaluation.mix import MIX, TEXT_OF_TABLE_23, weigh
from guardian_core.evaluation.published import CONTEXTS, TABLE_2, TABLE_3, TABLE_23
from guardian_core.risk.decide import starting_level
from guardian_core.risk.tables import BAND, DATA_WEIGHT
from guardian_core.vocabulary import CATEGORY_TIER, Category, Tier


@dataclass(frozen=True, slots=True)
class Conflict:
    """Columns of `rows` (table, context) that cannot all hold; `text` says why."""

    rows: frozenset[tuple[int, str]]
    text: str


def conflicts() -> tuple[Conflict, ...]:
    """All that we know of, with their numbers computed anew."""
    return (_critical_samples(), _start_of_table_23(), _final_below_start(), _near_deny(), _saturated_spread(), _background())


def _critical_samples() -> Conflict:
    high = _risk_and_z("T_mild", Category.LOCATION_PRECISE)
    critical = _risk_and_z("C_low", Category.SSN)
    return Conflict(
        frozenset({(2, "C_low"), (3, "T_mild")}),
        f"fit: T_mild's {TABLE_3['T_mild'][8]} % at L3 need critical samples, for the heaviest high one (S_d .85) reaches "
        f"z = {high[1]:.2f}, L2; but the lightest critical one (S_d .90) has R = {critical[0]:.3f} in C_low, over its ceiling "
        f"of {BAND[Tier.CRITICAL].allow_ceiling:.2f}. So 100 % allow in C_low and L3 in T_mild cannot both hold.",
    )


def _start_of_table_23() -> Conflict:
    risk = float(TABLE_23["C_med"][0])
    z = {tier: (risk - BAND[tier].allow_ceiling) / (BAND[tier].deny_floor - BAND[tier].allow_ceiling) for tier in Tier}
    heaviest = max(weight for category, weight in DATA_WEIGHT.items() if CATEGORY_TIER[category] is Tier.MODERATE)
    return Conflict(
        frozenset({(23, "C_med")}),
        f"paper: R = {risk} starts at L1 by quarters only in the moderate band (z = {z[Tier.MODERATE]:.3f}); in the high one "
        f"z = {z[Tier.HIGH]:.3f} is L2, in the critical one z = {z[Tier.CRITICAL]:.3f} is L3, in the low one it is allowed. "
        f"Moderate weights end at {heaviest:.2f}, while the fit takes these texts for Content "
        f"({DATA_WEIGHT[TEXT_OF_TABLE_23]}, high).",
    )


def _final_below_start() -> Conflict:
    start = sum(share * starting_level(_risk_and_z("C_med", category)[1]) for category, share in MIX)
    return Conflict(
        frozenset({(2, "C_med")}),
        f"fit: the final level is never below l0 (caption of Table 20), but the mean l0 in C_med is {start:.2f} and the "
        f"published mean final level {TABLE_2['C_med'][5]:.2f}.",
    )


def _near_deny() -> Conflict:
    content, contact = _risk_and_z("T_near_deny", Category.CONTENT)[0], _risk_and_z("T_mild", Category.CONTACT)[0]
    return Conflict(
        frozenset({(3, "T_near_deny"), (3, "T_mild")}),
        f"fit: {TABLE_3['T_near_deny'][4]:g} % transform in T_near_deny need as many samples below the high tier, for the lightest "
        f"high one (S_d .65) has R = {content:.3f}, over its floor of {BAND[Tier.HIGH].deny_floor:.2f}; but those are allowed in "
        f"T_mild (Contact: R = {contact:.3f} < {BAND[Tier.MODERATE].allow_ceiling:.2f}), where "
        f"{TABLE_3['T_mild'][4]:g} % are said to transform.",
    )


def _saturated_spread() -> Conflict:
    lightest, _ = _risk_and_z("C_ext", Category.BROWSING_HISTORY)
    top, _ = _risk_and_z("C_ext", TEXT_OF_TABLE_23)
    spread = (top - lightest) * (1 / 200 * (1 - 1 / 200)) ** 0.5
    return Conflict(
        frozenset({(2, "C_high"), (2, "C_ext")}),
        f"fit: S_eff is 1 for every sample of the mix in C_ext, so R has no spread there; the published {TABLE_2['C_ext'][1]} is "
        f"what a single BrowsingHistory sample among 200 would give ({spread:.3f}). The mix, which is ours, has none.",
    )


def _background() -> Conflict:
    return Conflict(
        frozenset({(22, "C_high"), (22, "C_ext")}),
        "fit: both background rows saturate, so M_b for background is hardly identified; of M_tr, M_p and M_b only products are.",
    )


def _risk_and_z(context: str, category: Category) -> tuple[float, float]:
    where = next(own for own in CONTEXTS if own.name == context)
    risk, decision = weigh(where, category)
    return risk.R, decision.z

"""Weigh an action: its categories, recipients, purposes, basis, the policy's transparency and a likelihood in, a `Risk` out.

    R = clamp01(L · S_eff · M_T)    (Eq. 4)        S_eff = min(1, S_d · M_tr · M_p · M_b)    (Eq. 5)

Where an action has several recipients or purposes the largest multiplier counts. Every factor is kept, so that R can be explained.
"""

from collections.abc import Collection

from guardian_core.risk.tables import BASIS, CLEAREST_POLICY, CREDIT, DATA_WEIGHT, OPAQUE_POLICY, TIERS, WITHOUT_SIGNALS, m_p, m_tr
from guardian_core.vocabulary import CATEGORY_TIER, Basis, Category, Purpose, Recipient, Risk, Transparency


def m_t(transparency: Transparency) -> float:
    """The transparency multiplier of Table 9, between 0.8 (all six signals) and 1.3 (none, or no policy).

    >>> m_t(Transparency(text=True, category=True, purpose=True))
    0.95
    """
    if transparency.state in WITHOUT_SIGNALS:
        return WITHOUT_SIGNALS[transparency.state]
    credits = sum(credit for signal, credit in CREDIT.items() if getattr(transparency, signal))
    return max(CLEAREST_POLICY, round(OPAQUE_POLICY - credits, 6))


def assess(  # noqa: PLR0917 - the formula's own arguments, in its order
    categories: Collection[Category],
    recipients: Collection[Recipient],
    purposes: Collection[Purpose],
    basis: Basis,
    transparency: Transparency,
    likelihood: float,
) -> Risk:
    """Eq. 4 and 5. `likelihood` is L in 0..1; one that is not (NaN, negative, above 1) counts as 1.

    Raises:
        ValueError: no category, recipient or purpose at all: there is nothing to weigh, and zero would be permission.
    """
    for name, values in (("category", categories), ("recipient", recipients), ("purpose", purposes)):
        if not values:
            message = f"cannot weigh an action without a {name}"
            raise ValueError(message)
    sensitivity = max(DATA_WEIGHT[category] for category in categories)
    transmission = max(m_tr(recipient) for recipient in recipients)
    legitimacy = max(m_p(purpose) for purpose in purposes)
    severity = min(1.0, sensitivity * transmission * legitimacy * BASIS[basis])
    opacity = m_t(transparency)
    certain = likelihood if 0 <= likelihood <= 1 else 1.0
    return Risk(
        R=min(1.0, max(0.0, certain * severity * opacity)),
        S_d=sensitivity,
        S_eff=severity,
        M_tr=transmission,
        M_p=legitimacy,
        M_b=BASIS[basis],
        M_T=opacity,
        L=certain,
        tier=min((CATEGORY_TIER[category] for category in categories), key=TIERS.index),
    )

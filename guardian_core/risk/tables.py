"""The numbers of AMRSF: the paper's Tables 6 to 10, and the multipliers that were fitted to its published R.

The paper prints s_tr and s_p but not the multipliers made of them. Ours give the unsaturated rows of Table 23 within 0.001; what
it publishes identifies only products of factors, and M_b for background hardly at all (`guardian bench amrsf`).
"""

import math
from typing import NamedTuple

from guardian_core.vocabulary import Basis, Category, Level, PolicyState, Purpose, Recipient, Tier

# Table 6: data-sensitivity weights DW(c). S_d is the largest over D_a.
DATA_WEIGHT: dict[Category, float] = {
    Category.CREDENTIALS: 1.00,
    Category.FINANCIAL: 0.95,
    Category.HEALTH: 0.95,
    Category.BIOMETRIC: 0.95,
    Category.GENETIC: 0.95,
    Category.SSN: 0.90,
    Category.LOCATION_PRECISE: 0.85,
    Category.LOCATION: 0.75,
    Category.PHONE: 0.70,
    Category.CONTENT: 0.65,
    Category.POSTAL_ADDRESS: 0.65,
    Category.CONTACT: 0.60,
    Category.EMAIL: 0.55,
    Category.SEARCH_HISTORY: 0.50,
    Category.BROWSING_HISTORY: 0.45,
    Category.IP_ADDRESS: 0.40,
    Category.DEVICE_ID: 0.40,
    Category.LOCATION_COARSE: 0.35,
    Category.APP_USAGE: 0.25,
    Category.COOKIES: 0.20,
    Category.LANGUAGE: 0.10,
}

# Table 7: transmission risk s_tr by recipient.
TRANSMISSION: dict[Recipient, float] = {
    Recipient.FIRST_PARTY: 0.20,
    Recipient.SERVICE_PROVIDER: 0.40,
    Recipient.ANALYTICS: 0.50,
    Recipient.GOVERNMENT: 0.50,
    Recipient.SOCIAL_MEDIA: 0.60,
    Recipient.UNKNOWN_THIRD_PARTY: 0.70,
    Recipient.ADVERTISING: 0.80,
    Recipient.DATA_BROKER: 0.90,
}

# Table 8: purpose legitimacy s_p (higher is less legitimate).
PURPOSE: dict[Purpose, float] = {
    Purpose.FUNCTIONALITY: 0.15,
    Purpose.SECURITY: 0.15,
    Purpose.AUTHENTICATION: 0.15,
    Purpose.PERSONALIZATION: 0.35,
    Purpose.RESEARCH: 0.35,
    Purpose.ANALYTICS: 0.45,
    Purpose.MARKETING: 0.65,
    Purpose.UNDISCLOSED: 0.65,
    Purpose.PROFILING: 0.75,
    Purpose.ADVERTISING: 0.80,
}

# Action basis (paper §3.3 names the factor, no table gives its values): ours.
BASIS: dict[Basis, float] = {
    Basis.USER_INITIATED: 0.65,
    Basis.DEFAULT: 1.00,
    Basis.BACKGROUND: 1.25,
}

# Table 9: credits of the transparency multiplier, M_T = max(0.8, 1.3 − Σ credits); the names are the fields of `Transparency`.
CREDIT: dict[str, float] = {
    "text": 0.10,  # at least SUBSTANTIAL_TEXT characters
    "category": 0.15,
    "purpose": 0.10,
    "legal_basis": 0.08,  # GDPR Art. 6
    "rights": 0.05,
    "retention": 0.02,
}
SUBSTANTIAL_TEXT = 50
OPAQUE_POLICY = 1.3
CLEAREST_POLICY = 0.8
# Without signals to count. Unknown is not "bad" (ours): midway from the clearest policy to none.
WITHOUT_SIGNALS: dict[PolicyState, float] = {PolicyState.NONE: OPAQUE_POLICY, PolicyState.UNKNOWN: 1.05}


class Band(NamedTuple):
    """Allow below `allow_ceiling` (τ_a), deny from `deny_floor` (τ_d) on, transform between."""

    allow_ceiling: float
    deny_floor: float


# Table 10: thresholds by tier.
BAND: dict[Tier, Band] = {
    Tier.CRITICAL: Band(0.10, 0.55),
    Tier.HIGH: Band(0.25, 0.65),
    Tier.MODERATE: Band(0.35, 0.75),
    Tier.LOW: Band(0.45, 0.80),
}
TIERS = (Tier.CRITICAL, Tier.HIGH, Tier.MODERATE, Tier.LOW)  # the highest first

# Eq. 8: the starting level ℓ₀ by quarter of z; from the last quarter on, the strongest.
LADDER: tuple[tuple[float, Level], ...] = ((0.25, Level.PARTIAL), (0.50, Level.AGGRESSIVE), (0.75, Level.TAGS))
STRONGEST_START = Level.MINIMAL_EDIT


def m_tr(recipient: Recipient) -> float:
    """The transmission multiplier: 1.64 · s_tr^0.4, fitted (SPEC §6)."""
    return 1.64 * math.pow(TRANSMISSION[recipient], 0.4)


def m_p(purpose: Purpose) -> float:
    """The purpose multiplier: s_p^(1/3), fitted (SPEC §6)."""
    return math.pow(PURPOSE[purpose], 1 / 3)

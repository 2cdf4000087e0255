"""What a request is likely to violate before any policy is read: (tier, recipient, purpose, basis) in, L and its floor out.

Both are sums of log-odds from small tables, so that every cell exists, lies inside (0, 1), and never falls when recipient, purpose
or basis gets worse. Calibrated against AMRSF (SPEC §6) so that on a first visit, policy unknown, logins, searches, checkouts and
chats with the first party go through, what beacons, advertisers and strangers get is rewritten or refused, and a Social Security
number or an API key in a prompt is rewritten.
"""

import math
from collections.abc import Callable, Collection

from guardian_core.vocabulary import Basis, Category, Purpose, Recipient, Tier

# Log-odds of a violation by a routine fetch that serves the service itself: critical, high, moderate, low tier.
# Recipients in the order of the paper's Table 7.
_TIERS = (Tier.CRITICAL, Tier.HIGH, Tier.MODERATE, Tier.LOW)
_RECIPIENT: dict[Recipient, tuple[float, float, float, float]] = {
    Recipient.FIRST_PARTY: (-2.20, -2.30, -2.45, -2.75),
    Recipient.SERVICE_PROVIDER: (-0.49, -0.95, -1.15, -1.75),
    Recipient.GOVERNMENT: (-0.20, -0.60, -0.90, -1.60),
    Recipient.ANALYTICS: (1.00, -0.22, -0.25, -1.20),
    Recipient.SOCIAL_MEDIA: (1.40, -0.18, -0.20, -1.10),
    Recipient.UNKNOWN_THIRD_PARTY: (1.45, -0.12, -0.15, -1.00),
    Recipient.ADVERTISING: (1.60, 0.00, -0.05, -0.90),
    Recipient.DATA_BROKER: (2.00, 0.60, 0.40, 0.00),
}
# What other purposes and bases add. Purposes in the order of Table 8.
_PURPOSE: dict[Purpose, float] = {
    Purpose.FUNCTIONALITY: 0.0,
    Purpose.SECURITY: 0.0,
    Purpose.AUTHENTICATION: 0.0,
    Purpose.PERSONALIZATION: 0.5,
    Purpose.RESEARCH: 0.5,
    Purpose.ANALYTICS: 0.9,
    Purpose.MARKETING: 1.0,
    Purpose.UNDISCLOSED: 1.0,
    Purpose.PROFILING: 1.3,
    Purpose.ADVERTISING: 1.4,
}
_BASIS: dict[Basis, float] = {Basis.USER_INITIATED: -1.0, Basis.DEFAULT: 0.0, Basis.BACKGROUND: 0.3}

# The floor, likewise: how little the friendliest policy can make of it. A policy that says "we sell everything" earns credit in M_T
# for disclosing; it may not also buy permission.
_FLOOR_RECIPIENT: dict[Recipient, float] = {
    Recipient.FIRST_PARTY: -4.00,
    Recipient.SERVICE_PROVIDER: -3.00,
    Recipient.GOVERNMENT: -2.00,
    Recipient.ANALYTICS: -1.00,
    Recipient.SOCIAL_MEDIA: -0.80,
    Recipient.UNKNOWN_THIRD_PARTY: -0.60,
    Recipient.ADVERTISING: -0.20,
    Recipient.DATA_BROKER: 0.30,
}
_FLOOR_SHARE = 0.6  # of what purpose and basis add to the prior

# Credentials and Social Security numbers to anybody but the first party are never allowed by score alone (SPEC §5): with these
# floors R reaches the critical ceiling even at M_T = 0.8, S_d = 0.9 and the mildest purpose (S_eff .353 and up for processors
# and governments); for the others it reaches the floor of deny wherever S_eff is 1.
_IRREVOCABLE = frozenset({Category.CREDENTIALS, Category.SSN})
_ENTRUSTED = frozenset({Recipient.SERVICE_PROVIDER, Recipient.GOVERNMENT})
ENTRUSTED_FLOOR, THIRD_PARTY_FLOOR = 0.36, 0.80


def prior(tier: Tier, recipient: Recipient, purpose: Purpose, basis: Basis) -> float:
    """L of one cell, in (0, 1).

    >>> round(prior(Tier.CRITICAL, Recipient.FIRST_PARTY, Purpose.AUTHENTICATION, Basis.USER_INITIATED), 2)
    0.04
    """
    return _logistic(_RECIPIENT[recipient][_TIERS.index(tier)] + _PURPOSE[purpose] + _BASIS[basis])


def floor(recipient: Recipient, purpose: Purpose, basis: Basis) -> float:
    """L_min of one cell, in (0, 1) and never above the prior of any tier.

    >>> round(floor(Recipient.DATA_BROKER, Purpose.PROFILING, Basis.BACKGROUND), 2)
    0.78
    """
    least = _logistic(_FLOOR_RECIPIENT[recipient] + _FLOOR_SHARE * (_PURPOSE[purpose] + _BASIS[basis]))
    return min(least, prior(Tier.LOW, recipient, purpose, basis))


def floor_for(categories: Collection[Category], recipient: Recipient, purpose: Purpose, basis: Basis) -> float:
    """The floor for these categories: higher for what cannot be taken back."""
    least = floor(recipient, purpose, basis)
    if recipient is Recipient.FIRST_PARTY or not _IRREVOCABLE.intersection(categories):
        return least
    if recipient not in _ENTRUSTED:
        return max(least, THIRD_PARTY_FLOOR)
    # A password to the identity provider that is there to check it; `actions` grants this purpose to hardly anybody else.
    signs_on = purpose is Purpose.AUTHENTICATION and recipient is Recipient.SERVICE_PROVIDER and Category.SSN not in categories
    return least if signs_on else max(least, ENTRUSTED_FLOOR)


def worst(of: Callable[[Recipient, Purpose], float], recipients: Collection[Recipient], purposes: Collection[Purpose]) -> float:
    """The largest value over all pairs; nobody and nothing named counts as an unknown third party, undisclosed."""
    return max(
        of(recipient, purpose)
        for recipient in recipients or (Recipient.UNKNOWN_THIRD_PARTY,)
        for purpose in purposes or (Purpose.UNDISCLOSED,)
    )


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))

"""Decide: a `Risk` in, allow, transform (with a starting level) or deny out (paper Eq. 6 to 8).

Rules, provisional marks and reasons are added in guardian.py; here is the score alone.
"""

from guardian_core.risk.tables import BAND, LADDER, STRONGEST_START
from guardian_core.vocabulary import Decision, Level, Risk, Verdict


def starting_level(z: float) -> Level:
    """ℓ₀ of Eq. 8, by quarter of z; NaN falls through to the strongest.

    >>> starting_level(0.5)
    <Level.TAGS: 3>
    """
    return next((level for ceiling, level in LADDER if z < ceiling), STRONGEST_START)


def decide(risk: Risk) -> Decision:
    """Eq. 6 with the band of the risk's tier; an R that is no number in 0..1 falls through to deny."""
    allow_ceiling, deny_floor = BAND[risk.tier]
    z = (risk.R - allow_ceiling) / (deny_floor - allow_ceiling)  # Eq. 7, before clipping
    if 0 <= risk.R < allow_ceiling:
        return Decision(verdict=Verdict.ALLOW, z=0.0)
    if allow_ceiling <= risk.R < deny_floor:
        return Decision(verdict=Verdict.TRANSFORM, level=starting_level(z), z=z)
    return Decision(verdict=Verdict.DENY, z=1.0)

"""Eq. 6 to 8: thresholds, bands and starting levels."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.risk import decide
from guardian_core.risk.decide import starting_level
from guardian_core.risk.tables import BAND, TIERS
from guardian_core.vocabulary import Level, Risk, Tier, Verdict

VERDICTS = (Verdict.ALLOW, Verdict.TRANSFORM, Verdict.DENY)


def risk(score, tier=Tier.HIGH):
    return Risk(R=score, S_d=1, S_eff=1, M_tr=1, M_p=1, M_b=1, M_T=1, L=1, tier=tier)


def strength(decision):
    return (VERDICTS.index(decision.verdict), decision.level or 0, decision.z)


@pytest.mark.parametrize(
    ("tier", "allow_ceiling", "deny_floor"),
    [("critical", 0.10, 0.55), ("high", 0.25, 0.65), ("moderate", 0.35, 0.75), ("low", 0.45, 0.80)],
)
def test_turns_at_the_thresholds_of_table_10(tier, allow_ceiling, deny_floor):
    scores = (0.0, math.nextafter(allow_ceiling, 0), allow_ceiling, math.nextafter(deny_floor, 0), deny_floor, 1.0)
    verdicts = [decide(risk(score, Tier(tier))).verdict for score in scores]
    assert verdicts == ["allow", "allow", "transform", "transform", "deny", "deny"]


@pytest.mark.parametrize(
    ("score", "z", "level"),
    [
        (0.25, 0, Level.PARTIAL),
        (0.349, 0.2475, Level.PARTIAL),
        (0.351, 0.2525, Level.AGGRESSIVE),
        (0.376, 0.315, Level.AGGRESSIVE),
        (0.451, 0.5025, Level.TAGS),
        (0.551, 0.7525, Level.MINIMAL_EDIT),
        (0.649, 0.9975, Level.MINIMAL_EDIT),
    ],
)
def test_starts_by_quarter_of_the_band(score, z, level):
    decision = decide(risk(score))
    assert (decision.level, decision.z) == (level, pytest.approx(z))


@pytest.mark.parametrize(("z", "level"), [(0, 1), (0.25, 2), (0.5, 3), (0.75, 4), (1, 4), (math.nan, 4)])
def test_belongs_to_the_upper_quarter_at_its_edge(z, level):
    assert starting_level(z) == level


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf, -0.001, 1.001])
@pytest.mark.parametrize("tier", list(Tier))
def test_denies_a_score_that_is_none(score, tier):
    assert decide(risk(score, tier)).verdict is Verdict.DENY


@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from(Tier))
def test_is_never_milder_for_more_risk(one, other, tier):
    assert strength(decide(risk(min(one, other), tier))) <= strength(decide(risk(max(one, other), tier)))


@given(st.floats(0, 1))
def test_is_never_milder_for_a_higher_tier(score):
    verdicts = [VERDICTS.index(decide(risk(score, tier)).verdict) for tier in TIERS]
    assert verdicts == sorted(verdicts, reverse=True)


@given(st.floats(), st.sampled_from(Tier))
def test_has_a_level_only_to_transform(score, tier):
    decision = decide(risk(score, tier))
    assert (decision.level is not None) == (decision.verdict is Verdict.TRANSFORM)
    assert 0 <= decision.z <= 1
    assert BAND[tier].allow_ceiling <= score < BAND[tier].deny_floor or decision.verdict is not Verdict.TRANSFORM

"""The numbers of the paper's Tables 6 to 10."""

import pytest

from guardian_core.risk.tables import BAND, BASIS, CREDIT, DATA_WEIGHT, PURPOSE, TIERS, TRANSMISSION, m_p, m_tr
from guardian_core.vocabulary import CATEGORY_TIER, Basis, Category, Purpose, Recipient, Tier, Transparency


def test_has_a_number_for_every_word():
    assert set(DATA_WEIGHT) == set(CATEGORY_TIER) == set(Category)
    assert set(TRANSMISSION) == set(Recipient)
    assert set(PURPOSE) == set(Purpose)
    assert set(BASIS) == set(Basis)
    assert set(BAND) == set(TIERS) == set(Tier)
    assert set(CREDIT) == set(Transparency.model_fields) - {"state"}


def test_credits_reach_exactly_the_clearest_policy():
    assert 1.3 - sum(CREDIT.values()) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("category", "weight", "tier"),
    [
        ("Credentials", 1.00, "critical"),
        ("Financial", 0.95, "critical"),
        ("Health", 0.95, "critical"),
        ("Biometric", 0.95, "critical"),
        ("Genetic", 0.95, "critical"),
        ("SSN", 0.90, "critical"),
        ("Location_precise", 0.85, "high"),
        ("Location", 0.75, "high"),
        ("Phone", 0.70, "high"),
        ("Content", 0.65, "high"),
        ("PostalAddress", 0.65, "high"),
        ("Contact", 0.60, "moderate"),
        ("Email", 0.55, "moderate"),
        ("SearchHistory", 0.50, "moderate"),
        ("BrowsingHistory", 0.45, "moderate"),
        ("IPAddress", 0.40, "low"),
        ("DeviceID", 0.40, "low"),
        ("Location_coarse", 0.35, "moderate"),
        ("AppUsage", 0.25, "low"),
        ("Cookies", 0.20, "low"),
        ("Language", 0.10, "low"),
    ],
)
def test_prints_tables_6_and_10(category, weight, tier):
    assert (DATA_WEIGHT[Category(category)], CATEGORY_TIER[Category(category)]) == (weight, tier)


@pytest.mark.parametrize(
    ("recipient", "s_tr"), [("first_party", 0.2), ("service_provider", 0.4), ("advertising", 0.8), ("data_broker", 0.9)]
)
def test_fits_m_tr_to_table_7(recipient, s_tr):
    assert m_tr(Recipient(recipient)) == pytest.approx(1.64 * s_tr**0.4)


@pytest.mark.parametrize(
    ("purpose", "s_p"), [("functionality", 0.15), ("analytics", 0.45), ("undisclosed", 0.65), ("advertising", 0.8)]
)
def test_fits_m_p_to_table_8(purpose, s_p):
    assert m_p(Purpose(purpose)) == pytest.approx(s_p ** (1 / 3))

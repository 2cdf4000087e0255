"""Eq. 4 and 5: published numbers, and that no factor ever works backwards."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.risk import assess
from guardian_core.risk.amrsf import m_t
from guardian_core.risk.tables import BASIS, CREDIT, DATA_WEIGHT, PURPOSE, TIERS, TRANSMISSION
from guardian_core.vocabulary import Basis, Category, PolicyState, Purpose, Recipient, Tier, Transparency

FULL = Transparency(text=True, category=True, purpose=True, legal_basis=True, rights=True, retention=True)
PARTIAL = Transparency(text=True, category=True, purpose=True)
MISSING = Transparency()

transparencies = st.builds(Transparency, state=st.sampled_from(PolicyState), **dict.fromkeys(CREDIT, st.booleans()))
likelihoods = st.floats(0, 1)


def some(words):
    return st.frozensets(st.sampled_from(words), min_size=1)


@pytest.mark.parametrize(
    ("recipient", "purpose", "basis", "transparency", "published"),
    [
        ("first_party", "functionality", "user_initiated", FULL, 0.108),
        ("service_provider", "analytics", "default", PARTIAL, 0.376),
        ("advertising", "profiling", "background", MISSING, 0.910),
        ("data_broker", "advertising", "background", MISSING, 0.910),
    ],
    ids=["C_low", "C_med", "C_high", "C_ext"],
)
def test_gives_the_risks_of_table_23(recipient, purpose, basis, transparency, published):
    risk = assess({Category.CONTENT}, {Recipient(recipient)}, {Purpose(purpose)}, Basis(basis), transparency, 0.7)
    assert pytest.approx(published, abs=0.001) == risk.R
    assert risk.tier is Tier.HIGH


@pytest.mark.parametrize(
    ("transparency", "expected"),
    [
        (FULL, 0.80),
        (PARTIAL, 0.95),
        (MISSING, 1.30),
        (Transparency(text=True, retention=True), 1.18),
        (FULL.model_copy(update={"state": PolicyState.NONE}), 1.30),
        (FULL.model_copy(update={"state": PolicyState.UNKNOWN}), 1.05),
    ],
    ids=["full", "partial", "missing", "two signals", "no policy", "unknown"],
)
def test_multiplies_by_transparency(transparency, expected):
    assert m_t(transparency) == expected


def test_takes_the_largest_of_several_values():
    several = assess(set(Category), set(Recipient), set(Purpose), Basis.DEFAULT, MISSING, 0.5)
    worst = assess({Category.CREDENTIALS}, {Recipient.DATA_BROKER}, {Purpose.ADVERTISING}, Basis.DEFAULT, MISSING, 0.5)
    assert several == worst


@given(some(Category), some(Recipient), some(Purpose), st.sampled_from(Basis), transparencies, likelihoods)
def test_keeps_the_factors_it_was_made_of(categories, recipients, purposes, basis, transparency, likelihood):
    risk = assess(categories, recipients, purposes, basis, transparency, likelihood)
    assert risk.S_eff == min(1, risk.S_d * risk.M_tr * risk.M_p * risk.M_b)
    assert pytest.approx(min(1, risk.L * risk.S_eff * risk.M_T)) == risk.R
    assert 0 <= risk.R <= 1
    assert likelihood == risk.L
    assert risk.S_d in {DATA_WEIGHT[c] for c in categories}


@given(some(Category), some(Recipient), some(Purpose), st.sampled_from(Basis), transparencies, likelihoods, st.data())
def test_grows_with_every_factor(categories, recipients, purposes, basis, transparency, likelihood, data):
    now = assess(categories, recipients, purposes, basis, transparency, likelihood)
    more = assess(
        categories | data.draw(some(Category)),
        recipients | data.draw(some(Recipient)),
        purposes | data.draw(some(Purpose)),
        data.draw(st.sampled_from([b for b in Basis if BASIS[b] >= BASIS[basis]])),
        transparency.model_copy(update=dict.fromkeys(data.draw(st.sets(st.sampled_from(list(CREDIT)))), False)),
        data.draw(st.floats(likelihood, 1)),
    )
    assert more.R >= now.R
    assert TIERS.index(more.tier) <= TIERS.index(now.tier)


@pytest.mark.parametrize(
    ("table", "build"),
    [
        (DATA_WEIGHT, lambda word: ({word}, {Recipient.ANALYTICS}, {Purpose.ANALYTICS})),
        (TRANSMISSION, lambda word: ({Category.EMAIL}, {word}, {Purpose.ANALYTICS})),
        (PURPOSE, lambda word: ({Category.EMAIL}, {Recipient.ANALYTICS}, {word})),
    ],
    ids=["data", "recipient", "purpose"],
)
def test_orders_words_as_their_table_does(table, build):
    risks = [assess(*build(word), Basis.DEFAULT, PARTIAL, 0.6).R for word in sorted(table, key=table.__getitem__)]
    assert risks == sorted(risks)


@pytest.mark.parametrize("likelihood", [math.nan, math.inf, -math.inf, -0.01, 1.01])
def test_takes_a_nonsensical_likelihood_for_certainty(likelihood):
    arguments = ({Category.EMAIL}, {Recipient.FIRST_PARTY}, {Purpose.SECURITY}, Basis.USER_INITIATED, FULL)
    assert assess(*arguments, likelihood) == assess(*arguments, 1.0)


@pytest.mark.parametrize("missing", ["category", "recipient", "purpose"])
def test_refuses_to_weigh_nothing(missing):
    values = {"category": {Category.EMAIL}, "recipient": {Recipient.ANALYTICS}, "purpose": {Purpose.ANALYTICS}} | {missing: set()}
    with pytest.raises(ValueError, match=f"without a {missing}"):
        assess(*values.values(), Basis.DEFAULT, FULL, 0.5)

"""The likelihood: prior, evidence, and a floor that no policy buys its way under."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core import risk
from guardian_core.matching import judge
from guardian_core.matching.evidential import shipped
from guardian_core.vocabulary import (
    Act,
    Action,
    Basis,
    Category,
    Evidence,
    PolicyState,
    Purpose,
    Recipient,
    ScoredStatement,
    Statement,
    Verdict,
)


def action(*categories, recipient=Recipient.ADVERTISING, purpose=Purpose.ADVERTISING, basis=Basis.BACKGROUND):
    collects = recipient in {Recipient.FIRST_PARTY, Recipient.SERVICE_PROVIDER}
    return Action(
        destination="d.test",
        domain="d.test",
        categories=frozenset(categories),
        recipients=frozenset({recipient}),
        purposes=frozenset({purpose}),
        basis=basis,
        act=Act.COLLECTION if collects else Act.SHARING,
    )


def known(*statements, **whole):
    scored = tuple(ScoredStatement(statement=one, score=0.5, structured=0.5, lexical=0.5) for one in statements)
    return Evidence(state=PolicyState.KNOWN, statements=scored, length=5_000, **whole)


def says(text, act=Act.SHARING, **names):
    return Statement(
        text=text,
        acts=frozenset({act}),
        **{key: frozenset(value) if isinstance(value, set) else value for key, value in names.items()},
    )


EMAIL_AD = action(Category.EMAIL)
SHARES = says(
    "We share your e-mail address with advertisers.",
    categories={Category.EMAIL},
    purposes={Purpose.ADVERTISING},
    recipients={Recipient.ADVERTISING},
)
NEVER = says(
    "We never share your e-mail address with third parties.",
    categories={Category.EMAIL},
    recipients={Recipient.UNKNOWN_THIRD_PARTY},
    negated=True,
)


@pytest.mark.parametrize("state", [PolicyState.NONE, PolicyState.UNKNOWN])
def test_is_the_prior_without_a_known_policy(state):
    judged = judge(EMAIL_AD, Evidence(state=state, statements=known(NEVER).statements))
    assert (judged.value, judged.source, judged.uncertainty) == (judged.prior, "prior", 1.0)


def test_is_the_prior_where_the_policy_speaks_of_other_things():
    other = says("We share health data with hospitals.", categories={Category.HEALTH})
    judged = judge(EMAIL_AD, known(other))
    assert (judged.value, judged.source) == (judged.prior, "prior")


@pytest.mark.parametrize(
    ("acting", "denial"),
    [
        (EMAIL_AD, NEVER),
        (EMAIL_AD, says("We do not share personal information.", negated=True)),
        (action(Category.HEALTH, recipient=Recipient.FIRST_PARTY, purpose=Purpose.FUNCTIONALITY, basis=Basis.DEFAULT),
         says("We do not collect health data.", Act.COLLECTION, categories={Category.HEALTH}, negated=True)),
    ],
    ids=["named", "everything", "collection"],
)  # fmt: skip
def test_rises_where_the_policy_denies_the_act(acting, denial):
    judged = judge(acting, known(denial))
    assert judged.value >= 0.85
    assert judged.source == "prior"
    assert judged.statements == (0,)
    assert denial.text in judged.because


def test_lets_a_denial_beat_every_permission():
    assert judge(EMAIL_AD, known(SHARES, SHARES, NEVER)).value >= 0.85


@pytest.mark.parametrize(
    "statement",
    [
        says("We do not sell health data.", categories={Category.HEALTH}, negated=True),
        says("We do not use data for profiling.", purposes={Purpose.PROFILING}, negated=True),
        says("We do not share it with data brokers.", recipients={Recipient.DATA_BROKER}, negated=True),
        says("We do not collect e-mail addresses.", Act.COLLECTION, categories={Category.EMAIL}, negated=True),
    ],
    ids=["other data", "other purpose", "other recipient", "other act"],
)
def test_does_not_take_a_denial_of_something_else(statement):
    judged = judge(EMAIL_AD, known(statement))
    assert judged.value == judged.prior


def test_goes_half_way_where_it_depends_on_a_choice():
    plain = judge(action(Category.EMAIL, recipient=Recipient.ANALYTICS, purpose=Purpose.ANALYTICS), known())
    choice = says("Not without your consent.", categories={Category.EMAIL}, negated=True, choice=True)
    judged = judge(action(Category.EMAIL, recipient=Recipient.ANALYTICS, purpose=Purpose.ANALYTICS), known(choice))
    assert plain.prior < judged.value < 0.85


def test_does_not_let_a_loose_denial_break_a_login():
    login = action(
        Category.CREDENTIALS, recipient=Recipient.FIRST_PARTY, purpose=Purpose.AUTHENTICATION, basis=Basis.USER_INITIATED
    )
    loose = says("We do not collect passwords of other services.", Act.COLLECTION, categories={Category.CREDENTIALS}, negated=True)
    assert judge(login, known(loose)).value == judge(login, known()).value


def test_falls_where_the_policy_discloses_the_very_act():
    acting = action(Category.EMAIL, recipient=Recipient.ANALYTICS, purpose=Purpose.ANALYTICS)
    covers = says("We share e-mail addresses for statistics.", categories={Category.EMAIL}, purposes={Purpose.ANALYTICS})
    vague = says("We share e-mail addresses.", categories={Category.EMAIL})
    whole, part = judge(acting, known(covers)), judge(acting, known(vague))
    assert whole.floor <= whole.value < part.value < part.prior


def test_does_not_take_unnamed_data_for_permission():
    vague = says("We share information with advertisers.", recipients={Recipient.ADVERTISING})
    judged = judge(EMAIL_AD, known(vague))
    assert judged.value == judged.prior


def test_rises_where_a_first_party_trades_in_critical_data():
    acting = action(Category.HEALTH, recipient=Recipient.FIRST_PARTY, purpose=Purpose.FUNCTIONALITY, basis=Basis.DEFAULT)
    sells = says(
        "We sell your health data to third parties.", categories={Category.HEALTH}, recipients={Recipient.UNKNOWN_THIRD_PARTY}
    )
    judged = judge(acting, known(sells))
    assert judged.value > judged.prior
    assert "passed on" in judged.because


def test_is_surer_the_more_the_policy_says():
    ignorance = [judge(EMAIL_AD, known(*[SHARES] * count)).uncertainty for count in range(9)]
    assert ignorance == sorted(ignorance, reverse=True)
    assert ignorance[0] == 1.0


def test_quotes_no_more_than_a_sentence():
    long = NEVER.model_copy(update={"text": "We never share. " * 100})
    assert len(judge(EMAIL_AD, known(long)).because) < 250


sets = {
    "categories": st.frozensets(st.sampled_from(Category)),
    "acts": st.frozensets(st.sampled_from(Act)),
    "purposes": st.frozensets(st.sampled_from(Purpose)),
    "recipients": st.frozensets(st.sampled_from(Recipient)),
}
statements = st.builds(Statement, text=st.text(max_size=30), negated=st.booleans(), choice=st.booleans(), **sets)
actions = st.builds(
    action,
    st.sampled_from(Category),
    st.sampled_from(Category),
    recipient=st.sampled_from(Recipient),
    purpose=st.sampled_from(Purpose),
    basis=st.sampled_from(Basis),
)
CLEAREST = {"legal_basis": True, "rights": True, "retention": True}


@given(actions, st.lists(statements, max_size=8))
def test_never_goes_below_the_floor_whatever_the_policy_says(acting, said):
    judged = judge(acting, known(*said))
    assert judged.floor <= judged.value <= 1
    assert judged.floor == judge(acting, known()).floor
    assert (judged.source == "floor") <= (judged.value == judged.floor)


@given(st.data(), st.lists(statements, max_size=8))
def test_never_allows_a_third_party_credentials_or_a_social_security_number(data, said):
    """The poisoned policy: every category and purpose disclosed, every credit of M_T earned."""
    recipient = data.draw(st.sampled_from([who for who in Recipient if who is not Recipient.FIRST_PARTY]))
    purpose, basis = data.draw(st.sampled_from(Purpose)), data.draw(st.sampled_from(Basis))
    category = data.draw(st.sampled_from([Category.CREDENTIALS, Category.SSN]))
    if (category, recipient, purpose) == (Category.CREDENTIALS, Recipient.SERVICE_PROVIDER, Purpose.AUTHENTICATION):
        category = Category.SSN
    acting = action(category, recipient=recipient, purpose=purpose, basis=basis)
    yes = says("We share everything.", acting.act, categories=set(Category), purposes=set(Purpose), recipients=set(Recipient))
    assert verdict(acting, known(yes, *said, **CLEAREST)) is not Verdict.ALLOW


def verdict(acting, evidence):
    assessed = risk.assess(
        acting.categories,
        acting.recipients,
        acting.purposes,
        acting.basis,
        risk.transparency(acting, evidence),
        judge(acting, evidence).value,
    )
    return risk.decide(assessed).verdict


@pytest.mark.parametrize("basis", Basis)
def test_gives_an_honest_broker_no_social_security_number(basis):
    acting = action(Category.SSN, recipient=Recipient.DATA_BROKER, purpose=Purpose.PROFILING, basis=basis)
    sells = says(
        "We sell Social Security numbers.",
        categories={Category.SSN},
        purposes={Purpose.PROFILING},
        recipients={Recipient.DATA_BROKER},
    )
    assert verdict(acting, known(sells, **CLEAREST)) is not Verdict.ALLOW


WRONG = SHARES.model_copy(update={"recipients": frozenset({Recipient.GOVERNMENT}), "purposes": frozenset({Purpose.SECURITY})})
ACTLESS = SHARES.model_copy(update={"acts": frozenset()})
UNNAMED = SHARES.model_copy(update={"categories": frozenset()})


def test_hears_system_1_where_it_is_given():
    judged = judge(EMAIL_AD, known(WRONG, SHARES), shipped())
    assert judged.source == "system1"
    assert judged.statements[0] == 1
    assert judged.floor <= judged.value < judged.prior
    assert judged.uncertainty < 0.25


@pytest.mark.parametrize("said", [UNNAMED, ACTLESS, NEVER.model_copy(update={"text": "", "categories": frozenset()})],
                         ids=["data not named", "act not named", "denial"])  # fmt: skip
def test_lets_system_1_find_no_permission_that_is_not_named(said):
    assert judge(EMAIL_AD, known(said), shipped()).value >= judge(EMAIL_AD, known()).prior


def test_lets_a_denial_beat_what_system_1_permits():
    judged = judge(EMAIL_AD, known(SHARES, NEVER), shipped())
    assert judged.value >= 0.85
    assert judged.statements == (1,)


def test_trusts_a_policy_the_less_the_less_of_the_action_it_covers():
    both = action(Category.EMAIL, Category.PHONE)
    one, half = judge(EMAIL_AD, known(SHARES), shipped()), judge(both, known(SHARES), shipped())
    assert one.prior - one.value > half.prior - half.value > 0


@given(actions, st.lists(statements, max_size=8))
def test_never_goes_below_the_floor_whatever_system_1_says(acting, said):
    judged, ruled = judge(acting, known(*said), shipped()), judge(acting, known(*said))
    assert (judged.floor, judged.prior) == (ruled.floor, ruled.prior)
    assert judged.floor <= judged.value <= 1
    assert 0 < judged.uncertainty <= 1
    assert set(judged.statements) <= set(range(len(said)))

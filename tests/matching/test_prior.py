"""The prior and its floor: whole, inside (0, 1), and never milder for worse."""

from itertools import pairwise, product

import pytest

from guardian_core.matching.prior import floor, floor_for, prior, worst
from guardian_core.vocabulary import Basis, Category, Purpose, Recipient, Tier

# From mild to grave: the paper's Tables 7, 8 and 10 (what stands in one group is equal there), and M_b.
RECIPIENTS = (
    (Recipient.FIRST_PARTY,),
    (Recipient.SERVICE_PROVIDER,),
    (Recipient.ANALYTICS, Recipient.GOVERNMENT),
    (Recipient.SOCIAL_MEDIA,),
    (Recipient.UNKNOWN_THIRD_PARTY,),
    (Recipient.ADVERTISING,),
    (Recipient.DATA_BROKER,),
)
PURPOSES = (
    (Purpose.FUNCTIONALITY, Purpose.SECURITY, Purpose.AUTHENTICATION),
    (Purpose.PERSONALIZATION, Purpose.RESEARCH),
    (Purpose.ANALYTICS,),
    (Purpose.MARKETING, Purpose.UNDISCLOSED),
    (Purpose.PROFILING,),
    (Purpose.ADVERTISING,),
)
BASES = ((Basis.USER_INITIATED,), (Basis.DEFAULT,), (Basis.BACKGROUND,))
TIERS = ((Tier.LOW,), (Tier.MODERATE,), (Tier.HIGH,), (Tier.CRITICAL,))
ORDERS = (TIERS, RECIPIENTS, PURPOSES, BASES)
CELLS = list(product(Tier, Recipient, Purpose, Basis))


def test_has_every_cell_inside_the_open_interval():
    assert len(CELLS) == 960
    assert all(0 < floor(*cell[1:]) <= prior(*cell) < 1 for cell in CELLS)


@pytest.mark.parametrize("axis", range(4), ids=["tier", "recipient", "purpose", "basis"])
def test_never_falls_along(axis):
    for cell in CELLS:
        for milder, graver in pairwise(ORDERS[axis]):
            for low, high in product(milder, graver):
                before, after = [*cell], [*cell]
                before[axis], after[axis] = low, high
                assert prior(*before) <= prior(*after)
                assert floor(*before[1:]) <= floor(*after[1:])


@pytest.mark.parametrize("category", [Category.CREDENTIALS, Category.SSN])
@pytest.mark.parametrize("recipient", [who for who in Recipient if who is not Recipient.FIRST_PARTY])
def test_holds_a_higher_floor_for_what_cannot_be_taken_back(category, recipient):
    for purpose, basis in product(Purpose, Basis):
        exempt = (category, recipient, purpose) == (Category.CREDENTIALS, Recipient.SERVICE_PROVIDER, Purpose.AUTHENTICATION)
        if not exempt:
            assert floor_for([category, Category.EMAIL], recipient, purpose, basis) >= 0.36


def test_lets_an_identity_provider_check_a_password_but_not_a_social_security_number():
    cell = (Recipient.SERVICE_PROVIDER, Purpose.AUTHENTICATION, Basis.USER_INITIATED)
    assert floor_for([Category.CREDENTIALS], *cell) == floor(*cell)
    assert floor_for([Category.CREDENTIALS, Category.SSN], *cell) >= 0.36


def test_takes_the_worst_of_many_and_a_stranger_for_nobody():
    def of(recipient, purpose):
        return prior(Tier.HIGH, recipient, purpose, Basis.DEFAULT)

    assert worst(of, [Recipient.FIRST_PARTY, Recipient.ADVERTISING], [Purpose.FUNCTIONALITY]) == of(
        Recipient.ADVERTISING, Purpose.FUNCTIONALITY
    )
    assert worst(of, [], []) == of(Recipient.UNKNOWN_THIRD_PARTY, Purpose.UNDISCLOSED)

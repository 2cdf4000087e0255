"""The six signals of Table 9, from an action and its evidence."""

import pytest

from guardian_core.risk import transparency
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
    Transparency,
)


def action(categories=(Category.EMAIL,), purposes=(Purpose.MARKETING,)):
    return Action(
        destination="shop.example.test",
        domain="example.test",
        categories=categories,
        recipients=(Recipient.FIRST_PARTY,),
        purposes=purposes,
        basis=Basis.DEFAULT,
        act=Act.COLLECTION,
    )


def evidence(*statements, **rest):
    scored = tuple(ScoredStatement(statement=s, score=1, structured=1, lexical=1) for s in statements)
    return Evidence(**{"state": PolicyState.KNOWN, "length": 900} | rest, statements=scored)


def says(*categories, purposes=(), negated=False):
    return Statement(text="x", categories=categories, purposes=purposes, negated=negated)


@pytest.mark.parametrize(
    ("categories", "statements", "covered"),
    [
        ([Category.EMAIL], [says(Category.EMAIL)], True),
        ([Category.EMAIL], [says(Category.EMAIL, negated=True)], False),
        ([Category.EMAIL], [says(Category.EMAIL, negated=True), says(Category.EMAIL)], True),
        ([Category.EMAIL, Category.PHONE], [says(Category.EMAIL)], False),
        ([Category.EMAIL, Category.PHONE], [says(Category.EMAIL), says(Category.PHONE)], True),
        ([Category.EMAIL, Category.PHONE], [says(Category.EMAIL), says(Category.PHONE, negated=True)], False),
        ([Category.LOCATION_PRECISE], [says(Category.LOCATION)], False),
        ([Category.EMAIL], [], False),
        ([], [says(Category.EMAIL)], False),
    ],
    ids=["said", "denied", "denied and said", "half", "all in two", "half denied", "vaguer", "nothing said", "nothing sent"],
)
def test_covers_every_category_and_never_by_a_denial(categories, statements, covered):
    assert transparency(action(categories=categories), evidence(*statements)).category is covered


@pytest.mark.parametrize(
    ("purposes", "statements", "covered"),
    [
        ([Purpose.MARKETING], [says(purposes=[Purpose.MARKETING])], True),
        ([Purpose.MARKETING], [says(purposes=[Purpose.MARKETING], negated=True)], False),
        ([Purpose.MARKETING, Purpose.RESEARCH], [says(purposes=[Purpose.MARKETING])], False),
        ([Purpose.UNDISCLOSED], [says(purposes=[Purpose.UNDISCLOSED])], False),
        ([], [says(purposes=[Purpose.MARKETING])], False),
    ],
    ids=["said", "denied", "half", "undisclosed", "no purpose"],
)
def test_covers_every_purpose_and_never_by_a_denial(purposes, statements, covered):
    assert transparency(action(purposes=purposes), evidence(*statements)).purpose is covered


@pytest.mark.parametrize(("length", "substantial"), [(0, False), (49, False), (50, True)])
def test_asks_for_fifty_characters(length, substantial):
    assert transparency(action(), evidence(length=length)).text is substantial


@pytest.mark.parametrize("signal", ["legal_basis", "rights", "retention"])
def test_takes_the_rest_from_the_whole_policy(signal):
    """No retrieved statement says it, the policy does."""
    seen = transparency(action(), evidence(says(Category.EMAIL), **{signal: True}))
    assert [name for name in ("legal_basis", "rights", "retention") if getattr(seen, name)] == [signal]


@pytest.mark.parametrize("state", [PolicyState.NONE, PolicyState.UNKNOWN])
def test_has_no_signal_where_no_policy_was_read(state):
    seen = transparency(action(), evidence(says(Category.EMAIL), state=state, rights=True))
    assert seen == Transparency(state=state)

"""The 42 features: what is said has its bit, what is left open has none, and texts do not matter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.matching.features import NAMES, PLACES, SIZE, features, features_of, named
from guardian_core.vocabulary import Act, Action, Basis, Category, Purpose, Recipient, Statement

ACTION = Action(
    destination="d.test", domain="d.test", categories=frozenset({Category.EMAIL, Category.PHONE}),
    recipients=frozenset({Recipient.ADVERTISING}), purposes=frozenset({Purpose.MARKETING}), basis=Basis.BACKGROUND, act=Act.SHARING,
)  # fmt: skip


def test_has_forty_two_different_names_with_does_not_among_them():
    assert SIZE == len(set(NAMES)) == 42
    assert "does not" in NAMES
    assert [NAMES[PLACES[group]][0] for group in PLACES] == [
        "data: Credentials", "recipient: first_party", "purpose: functionality", "act: collection",
    ]  # fmt: skip


def test_sets_what_an_action_says():
    assert named(features(ACTION)) == (
        "data: Phone", "data: Email", "recipient: advertising", "purpose: marketing", "act: sharing",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("change", "name", "value"),
    [
        ({"basis": Basis.USER_INITIATED}, "choice", 1.0),
        ({"basis": Basis.DEFAULT}, "choice", 0.0),
        ({"purposes": frozenset({Purpose.UNDISCLOSED})}, "purpose: marketing", 0.0),
    ],
)
def test_takes_a_users_own_hand_for_a_choice_and_an_undisclosed_purpose_for_none(change, name, value):
    assert features(ACTION.model_copy(update=change))[NAMES.index(name)] == value


def test_sets_what_a_statement_says():
    statement = Statement(
        text="We do not sell.", acts=frozenset({Act.SHARING}), negated=True, choice=True, purposes=frozenset({Purpose.UNDISCLOSED})
    )
    assert named(features_of(statement)) == ("act: sharing", "does not", "choice")


def test_has_the_chance_of_what_the_classifier_read():
    chances = (
        ("category:Email", 0.8),
        ("category:Phone", 0.3),
        ("practice:Third Party Sharing/Collection", 0.9),
        ("practice:Other", 0.7),
    )
    said = Statement(text="", categories=frozenset({Category.EMAIL}), acts=frozenset({Act.SHARING}), chances=chances)
    found = dict(zip(NAMES, features_of(said).tolist(), strict=True))
    assert {name: value for name, value in found.items() if value} == {"data: Email": 0.8, "data: Phone": 0.3, "act: sharing": 0.9}
    assert named(features_of(said)) == ("data: Email", "act: sharing")


def test_takes_what_was_said_before_a_chance_that_disagrees():
    said = Statement(text="", categories=frozenset({Category.EMAIL}), chances=(("category:Email", 0.2), ("category:Phone", 0.9)))
    assert features_of(said)[PLACES["data"]].sum() == features_of(said)[NAMES.index("data: Email")] == 1.0


@given(st.text(), st.text())
def test_never_looks_at_texts(one, other):
    said, written = Statement(text=one, heading=(other,)), ACTION.model_copy(update={"text": one, "destination": other})
    assert not features_of(said).any()
    assert np.array_equal(features(written), features(ACTION))


@given(st.frozensets(st.sampled_from(Category)), st.frozensets(st.sampled_from(Recipient)), st.sampled_from(Act))
def test_sees_an_action_and_a_statement_of_the_same_fields_alike(categories, recipients, act):
    said = Statement(text="", categories=categories, recipients=recipients, acts=frozenset({act}))
    acting = ACTION.model_copy(
        update={"categories": categories, "recipients": recipients, "act": act, "purposes": frozenset({Purpose.UNDISCLOSED})}
    )
    assert np.array_equal(features(acting), features_of(said))

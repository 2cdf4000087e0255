"""Invented pairs are what they are called, by the very rule that labels the real ones."""

import numpy as np

from guardian_core.matching.features import CHOOSING, INDEX, NEGATION, PLACES
from guardian_core.matching.synthetic import KINDS, invented
from guardian_core.training.pairs import Kind, kind_of
from guardian_core.vocabulary import Act, Action, Basis, Category, Purpose, Recipient, Statement

RIGHT = {
    "covered": Kind.COVERED, "absent": Kind.ABSENT, "denied": Kind.DENIED, "wrong recipient": Kind.RECIPIENT,
    "wrong purpose": Kind.PURPOSE, "choice required": Kind.CHOICE,
}  # fmt: skip


def members(vector, group, kind):
    return frozenset(kind(name) for name, place in INDEX[group].items() if vector[place])


def test_labels_by_the_documented_rule():
    made = invented(600, seed=8)
    for b, p, kind in zip(made.pairs.behaviours, made.pairs.statements, made.kinds, strict=True):
        (act,) = members(b, "act", Act)
        action = Action(
            destination="d.test", domain="d.test", categories=members(b, "data", Category), act=act,
            recipients=members(b, "recipient", Recipient), purposes=members(b, "purpose", Purpose),
            basis=Basis.USER_INITIATED if b[CHOOSING] else Basis.DEFAULT,
        )  # fmt: skip
        said = Statement(
            text="", categories=members(p, "data", Category), acts=members(p, "act", Act), purposes=members(p, "purpose", Purpose),
            recipients=members(p, "recipient", Recipient), negated=bool(p[NEGATION]), choice=bool(p[CHOOSING]),
        )  # fmt: skip
        assert kind_of(action, said) is RIGHT[kind]


def test_is_the_same_for_a_seed_and_balanced():
    one, again, other = invented(100, 1), invented(100, 1), invented(100, 2)
    assert np.array_equal(one.pairs.statements, again.pairs.statements)
    assert not np.array_equal(one.pairs.statements, other.pairs.statements)
    assert one.pairs.risky.sum() == 50
    assert set(one.kinds) == set(KINDS)


def test_gives_every_behaviour_one_category():
    assert (invented(50, 3).pairs.behaviours[:, PLACES["data"]].sum(axis=1) == 1).all()

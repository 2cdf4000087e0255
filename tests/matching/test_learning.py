"""System 1 of an installation: what it keeps, what it never keeps, and the way back."""

import json
import sqlite3
from dataclasses import replace

import numpy as np
import pytest

from guardian_core.matching.evidential import shipped
from guardian_core.matching.learning import EVERY, System1, labels_of
from guardian_core.matching.system2 import Opinion
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
)

KEY = b"k" * 32
EMAIL, PHONE = frozenset({Category.EMAIL}), frozenset({Category.PHONE})
SHARE = frozenset({Act.SHARING})
SHARED = Statement(text="Wren Applegate's list of partners gets e-mails.", acts=SHARE, categories=EMAIL,
                   recipients=frozenset({Recipient.UNKNOWN_THIRD_PARTY}))  # fmt: skip
DENIED = SHARED.model_copy(update={"negated": True})
VAGUE = SHARED.model_copy(update={"categories": frozenset()})
CHOSEN = SHARED.model_copy(update={"choice": True})


def acting(categories=EMAIL, domain="metrics.example", basis=Basis.BACKGROUND):
    return Action(
        destination=domain, domain=domain, categories=categories, recipients=frozenset({Recipient.ANALYTICS}),
        purposes=frozenset({Purpose.ANALYTICS}), basis=basis, act=Act.SHARING, text="my name is Nora Quist",
    )  # fmt: skip


def known(*statements):
    scored = tuple(ScoredStatement(statement=one, score=0.5, structured=0.5, lexical=0.5) for one in statements)
    return Evidence(state=PolicyState.KNOWN, statements=scored, length=500)


def said(likelihood, *evidence):
    return Opinion(likelihood, "because of the first statement", evidence)


@pytest.mark.parametrize(
    ("action", "evidence", "opinion", "risky"),
    [
        (acting(), known(SHARED), said(0.9, 0), [True]),
        (acting(), known(SHARED), said(0.1, 0), [False]),
        (acting(EMAIL | PHONE), known(SHARED), said(0.1, 0), [False]),
        (acting(EMAIL | PHONE), known(SHARED), said(0.9, 0), []),
        (acting(), known(SHARED, DENIED), said(0.9, 0, 1), [True, True]),
        (acting(), known(DENIED), said(0.1, 0), []),
        (acting(), known(VAGUE), said(0.1, 0), []),
        (acting(), known(CHOSEN), said(0.1, 0), []),
        (acting(basis=Basis.USER_INITIATED), known(CHOSEN), said(0.1, 0), [False]),
        (acting(), known(SHARED), said(0.9), []),
        (acting(), known(SHARED), said(0.5, 0), []),
    ],
    ids=[
        "violation", "permission", "permission of the category that is named", "violation by one of two", "two statements",
        "permission by a denial", "permission by unnamed data", "permission by a choice nobody made", "a choice made by hand",
        "no statement named", "even odds",
    ],
)  # fmt: skip
def test_takes_labels_only_from_what_an_opinion_can_say_of_a_pair(action, evidence, opinion, risky):
    assert [label.risky for label in labels_of(action, evidence, opinion, "owner")] == risky


def test_is_as_sure_as_the_opinion():
    (label,) = labels_of(acting(), known(SHARED), said(0.9, 0), "owner")
    assert label.weight == pytest.approx(0.8)


def taught(system1, count=EVERY, likelihood=0.95):
    for number in range(count):
        system1.heard(acting(domain=f"site{number}.example"), known(CHOSEN), said(likelihood, 0))
    system1.settle()


def test_learns_in_the_background_and_remembers_it(tmp_path):
    system1 = System1(tmp_path / "learned.db", KEY)
    taught(system1)
    (version,) = system1.versions()
    assert system1.network is not shipped()
    assert 0 < version.accuracy <= 1
    system1.close()
    again = System1(tmp_path / "learned.db", KEY)
    assert np.array_equal(again.network.w1, system1.network.w1)
    again.close()


def test_takes_an_update_back_and_forgets_its_labels(tmp_path):
    system1 = System1(tmp_path / "learned.db", KEY)
    taught(system1)
    assert system1.withdraw()
    assert system1.network is shipped()
    assert not system1.versions()
    assert not system1.withdraw()
    system1.close()
    connection = sqlite3.connect(tmp_path / "learned.db")
    assert connection.execute("select count(*) from labels").fetchone() == (0,)
    connection.close()


def test_keeps_features_and_a_keyed_digest_and_nothing_else(tmp_path):
    system1 = System1(tmp_path / "learned.db", KEY)
    taught(system1)
    system1.close()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for private in (b"Nora", b"Wren", b"metrics.example", b"site1.example", b"because of"):
        assert private not in stored
    assert oct((tmp_path / "learned.db").stat().st_mode)[-3:] == "600"


def test_does_not_use_what_was_learned_from_other_weights(tmp_path):
    system1 = System1(tmp_path / "learned.db", KEY)
    taught(system1)
    system1.close()
    weights = tmp_path / "own.npz"
    replace(shipped(), w1=shipped().w1 * 0.99).save(weights)
    again = System1(tmp_path / "learned.db", KEY, weights=weights)
    assert not again.versions()
    again.close()


def test_learns_nothing_where_it_is_told_not_to(tmp_path):
    system1 = System1(tmp_path / "learned.db", KEY, learns=False)
    taught(system1)
    assert system1.network is shipped()
    system1.close()
    assert not (tmp_path / "learned.db").exists()


@pytest.mark.parametrize("content", [b"no database", b"SQLite format 3\x00 cut"])
def test_goes_on_in_memory_where_the_database_is_damaged(tmp_path, content, caplog):
    path = tmp_path / "learned.db"
    path.write_bytes(content * 50)
    system1 = System1(path, KEY)
    taught(system1)
    assert system1.versions()
    assert "forgotten at the next start" in caplog.text
    system1.close()


def test_keeps_chances_and_forgets_labels_that_were_bits(tmp_path):
    likely = SHARED.model_copy(update={"chances": (("category:Email", 0.75), ("category:Phone", 0.31))})
    (label,) = labels_of(acting(), known(likely), said(0.9, 0), "owner")
    path = tmp_path / "learned.db"
    system1 = System1(path, KEY)
    for _ in range(EVERY):
        system1.heard(acting(), known(likely), said(0.9, 0))
    system1.settle()
    system1.close()
    with sqlite3.connect(path) as db:
        assert {tuple(json.loads(row[0])) for row in db.execute("select statement from labels")} == {tuple(label.statement)}
        db.execute("update labels set statement = ?, behaviour = ?", ["0" * 42, "1" * 42])  # as they were written at first
        db.execute("delete from _sqlite_migrations where name = 'forget_labels_of_bits'")
    system1 = System1(path, KEY)
    assert system1.versions() == []
    taught(system1)
    assert system1.versions()
    system1.close()


def test_takes_a_hardly_named_datum_for_no_permission():
    unsure = VAGUE.model_copy(update={"chances": (("category:Email", 0.4),)})
    assert list(labels_of(acting(), known(unsure), said(0.1, 0), "owner")) == []

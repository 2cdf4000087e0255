"""System 1 on sentence vectors: what a behaviour reads like, and rows of made-up vectors; real ones need an encoder."""

import numpy as np
import pytest

from guardian_core.evaluation.policy_encoder import ENCODER
from guardian_core.evaluation.system1_encoder import Lessons, Vectors, encoder_rows, in_words, vector_rows
from guardian_core.training.pairs import Judged, Kind, Pair, behaviour
from guardian_core.vocabulary import Act, Basis, Category, Purpose, Recipient, Statement

SHARED = behaviour(Act.SHARING, Category.EMAIL, Recipient.ADVERTISING, Purpose.MARKETING)
COLLECTED = behaviour(Act.COLLECTION, Category.HEALTH, Recipient.FIRST_PARTY, Purpose.RESEARCH, Basis.USER_INITIATED)
SAID = {Kind.COVERED: "We share e-mail addresses.", Kind.ABSENT: "Our office is green."}


def pairs(count):
    made = {kind: Judged("p.example", *[Statement(text=text)] * 3) for kind, text in SAID.items()}
    return [Pair(SHARED, made[kind], kind) for number in range(count) for kind in [list(SAID)[number % 2]]]


def vectors():
    basis = np.eye(4, dtype=np.float32) * 2
    return Vectors({in_words(SHARED): basis[0], **dict(zip(SAID.values(), basis[1:], strict=False))})


def test_puts_a_behaviour_as_a_policy_would():
    words = in_words(SHARED)
    assert words.startswith("We share your")
    assert "email" in words
    assert " with " in words
    assert words.endswith("without asking you.")
    words = in_words(COLLECTED)
    assert words.startswith("We collect your")
    assert "health" in words
    assert "through" not in words
    assert words.endswith("as you asked us to.")


def test_has_words_for_every_behaviour():
    texts = {
        in_words(behaviour(act, category, recipient, purpose, basis))
        for act in Act
        for category in Category
        for recipient in Recipient
        for purpose in Purpose
        if purpose is not Purpose.UNDISCLOSED
        for basis in (Basis.USER_INITIATED, Basis.DEFAULT)
    }
    assert len(texts) == 2 * len(Category) * len(Recipient) * (len(Purpose) - 1) * 2


def test_gives_each_pair_its_vectors():
    batch = vectors().batch(pairs(3))
    assert batch.risky.tolist() == [0.0, 1.0, 0.0]
    assert batch.statements.argmax(axis=1).tolist() == [1, 2, 1]
    assert batch.behaviours.argmax(axis=1).tolist() == [0, 0, 0]


def test_learns_what_the_vectors_tell():
    pytest.importorskip("torch")
    (row,) = vector_rows(Lessons(pairs(600), pairs(100), pairs(600)), vectors(), {"natural": pairs(40)})
    assert (row["fields"], row["method"], row["mix"], row["seed"]) == ("text", "minilm", "natural", "mean")
    assert row["accuracy"] == 1.0
    assert row["spread"]["accuracy"] == 0.0


def test_says_why_it_was_not_run(monkeypatch):
    def never():
        raise AssertionError

    monkeypatch.delenv(ENCODER, raising=False)
    (row,) = encoder_rows(never, {"natural": pairs(2)})
    assert ENCODER in row["not_run"]
    assert row["mix"] == "natural"

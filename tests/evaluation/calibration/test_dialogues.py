"""dialogues.py: answers as actions, rated by rule."""

import json

import pytest

from guardian_core.evaluation.anonymization.llmprivacy import FEATURES
from guardian_core.evaluation.calibration.dialogues import CATEGORIES, load
from guardian_core.evaluation.calibration.run import DIALOGUES, render, run
from guardian_core.vocabulary import Category, Recipient, Verdict


@pytest.fixture
def data(tmp_path):
    person = {"age": 28, "income_level": "low"}
    rows = [
        {"personality": person, "feature": feature, "hardness": hardness, "response": "x"}
        for feature, hardness in (("age", 1), ("income_level", 1), ("income_level", 2), ("income_level", 5), ("age", 4))
    ]
    (tmp_path / "llmprivacy").mkdir()
    (tmp_path / "llmprivacy" / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def test_sends_answers_in_the_four_contexts_in_turn(data):
    first, second, third, fourth, fifth = load(data)
    assert [one.recipient for one in (first, second, third, fourth)] == [
        Recipient.FIRST_PARTY, Recipient.SERVICE_PROVIDER, Recipient.ADVERTISING, Recipient.DATA_BROKER,
    ]  # fmt: skip
    assert fifth.recipient is Recipient.FIRST_PARTY
    assert second.category is Category.FINANCIAL


def test_what_takes_an_expert_is_one_lower(data):
    _, second, third, fourth, _ = load(data)
    # adjacent 2, ruinous +1, told -1; hostile 4, ruinous +1, behind the back +1, silent +1 → 5; one lower for an expert
    assert [one.rating.rating for one in (second, third, fourth)] == [2, 5, 4]
    assert fourth.rating.verdict is Verdict.DENY
    assert "expert" in fourth.rating.rationale[-1]


def test_has_a_category_for_every_feature():
    assert set(CATEGORIES) == set(FEATURES)


def test_gives_the_second_row_of_table_11(data):
    rows = [row for row in run(500, 0, data) if row["dataset"] == DIALOGUES]
    assert rows[0]["method"] == "AMRSF (full)"
    assert rows[0]["published"] == {"rho": 0.914, "r": 0.866, "mae": 0.268}
    assert rows[0]["n"] == 5
    assert "Staab's dialogues, 5 answers" in render(run(500, 0, data))

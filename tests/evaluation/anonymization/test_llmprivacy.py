"""llmprivacy.py: answers of invented people."""

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization import llmprivacy

PERSON = {"age": 28, "sex": "male", "city_country": "Leeds, United Kingdom", "income": "20 thousand pounds", "income_level": "low"}


def record(**more):
    about = {
        "personality": PERSON,
        "feature": "city_country",
        "hardness": 2,
        "question_asked": "Where?",
        "response": "Up in Leeds.",
    }
    return about | more


def test_takes_answers_with_what_they_were_after(lines):
    path = lines("a.jsonl", record(), record(feature="age", hardness=5, response="Old enough."))
    first, second = llmprivacy.answers(path)
    assert (first.feature, first.true, first.hardness) == ("city_country", "Leeds, United Kingdom", 2)
    assert [(first.sample.said(gold), gold.type) for gold in first.sample.gold] == [("Leeds", "city_country")]
    assert (second.true, second.sample.gold) == ("28", ())
    assert first.sample.document == second.sample.document  # one person
    assert [one.text for one in llmprivacy.load(path)] == ["Up in Leeds."]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"personality": None}, "'personality' is missing"),
        ({"feature": "shoe_size"}, "'feature' must be one of age, sex"),
        ({"feature": "occupation"}, "'personality' has no 'occupation'"),
        ({"hardness": 9}, "'hardness' is not from 1 to 5"),
        ({"response": 3}, "'response' is not text"),
    ],
)
def test_says_what_is_not_of_the_form(lines, wrong, said):
    with pytest.raises(DataError, match=f"a.jsonl, line 1: {said}"):
        llmprivacy.load(lines("a.jsonl", record(**wrong)))


def test_says_that_there_is_none(tmp_path):
    with pytest.raises(DataError, match="no file of llmprivacy"):
        llmprivacy.load(tmp_path)

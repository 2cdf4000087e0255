"""synthpai.py: which words of a comment tell an attribute, and of whom."""

import json

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization import synthpai


def profile(author, texts, **values):
    told = {name: {"guess": [value]} for name, value in values.items()}
    return {"author": author, "comments": [{"text": text} for text in texts], "predictions": {"ground_truth": told, "human": {}}}


@pytest.fixture
def data(tmp_path):
    rows = [
        profile(
            "p1",
            ["I sell shoes, a Shoe Seller at 28", "nothing here", "from Leeds, UK"],
            occupation="shoe seller",
            age="28",
            city_country="Leeds, UK",
            education="Bachelor degree in shoes",
        ),
        profile("p2", ["I study law"], education="Masters in Law", sex="female", income_level="high"),
    ]
    (tmp_path / "comments.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def test_takes_words_of_an_attribute_and_joins_neighbours(data):
    first, second, third = synthpai.load(data)
    assert [(first.said(gold), gold.type) for gold in first.gold] == [
        ("shoes", "education"),
        ("Shoe Seller", "occupation"),
        ("28", "age"),
    ]
    assert [(second.said(gold), gold.type) for gold in second.gold] == [("Leeds", "city_country")]  # two letters say too little
    assert [third.said(gold) for gold in third.gold] == ["law"]
    assert first.document == "p1"


def test_knows_every_author_for_the_attacker(data):
    authors = synthpai.authors(data)
    assert {name: len(author.texts) for name, author in authors.items()} == {"p1": 3, "p2": 1}
    assert authors["p1"].labels == {"age": "25 to 34", "education": "bachelor"}
    assert authors["p2"].labels == {"sex": "female", "income_level": "high", "education": "master"}


@pytest.mark.parametrize(
    ("row", "wrong"), [({"comments": []}, "'author' is missing"), ({"author": "p", "comments": ["x"]}, "comment 1: 'text'")]
)
def test_says_what_is_not_of_the_form(tmp_path, row, wrong):
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    with pytest.raises(DataError, match=wrong):
        synthpai.load(tmp_path)


def test_knows_what_a_reader_could_tell(tmp_path):
    row = profile("p1", ["x"], occupation="shoe seller", age="28")
    row["predictions"]["human"] = {"age": {"guess": ["25"]}, "occupation": {"guess": [""]}, "sex": {"guess": ["male"]}}
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    assert synthpai.truths(tmp_path) == {"p1": {"age": "28"}}  # occupation was not told, of sex nothing is known

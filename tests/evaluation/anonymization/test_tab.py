"""tab.py: records of the Text Anonymization Benchmark."""

import os
from pathlib import Path

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization.samples import Gold
from guardian_core.evaluation.anonymization.tab import load

TEXT = "Ms Quill v. Utopia\n\nIn 1995 she met\nMr Reed."


def test_splits_at_line_breaks_and_keeps_what_must_be_masked(lines, tab_record):
    record = tab_record(TEXT, ("Ms Quill", "PERSON", "DIRECT"), ("Utopia", "LOC", "NO_MASK"), ("1995", "DATETIME", "QUASI"))
    first, second = load(lines("a.jsonl", record))
    assert (first.text, first.gold) == ("Ms Quill v. Utopia", (Gold(0, 8, "PERSON", "DIRECT"),))
    assert (second.text, second.gold) == ("In 1995 she met", (Gold(3, 7, "DATETIME", "QUASI"),))
    assert (first.document, first.file, first.dataset) == ("d1", "a", "tab")


def test_splits_into_sentences_but_not_at_titles_nor_within_gold(lines, tab_record):
    text = "On 1 May Mr. J. Reed left. “Why?” He met Ann (no. 4). 12 men saw St. Ann Court. Ltd. there!\nThe end. Ann"
    path = lines(
        "a.jsonl", tab_record(text, ("Ann", "PERSON", "QUASI"), ("St. Ann Court. Ltd.", "ORG", "QUASI"), ("May", "D", "QUASI"))
    )
    made = load(path, "sentence")
    assert [one.text for one in made] == [
        "On 1 May Mr. J. Reed left.",
        "He met Ann (no. 4).",
        "12 men saw St. Ann Court. Ltd. there!",
    ]
    assert {one.dataset for one in made} == {"tab-sentences"}
    assert [one.said(one.gold[0]) for one in made] == ["May", "Ann", "St. Ann Court. Ltd."]


def test_takes_whole_documents(lines, tab_record):
    (one,) = load(lines("a.jsonl", tab_record(TEXT, ("1995", "DATETIME", "QUASI"))), "document")
    assert (one.text, one.dataset, one.said(one.gold[0])) == (TEXT, "tab-documents", "1995")


def test_merges_what_several_annotators_say(lines, tab_record):
    one = tab_record(TEXT, ("Ms Quill", "PERSON", "QUASI"), ("1995", "DATETIME", "NO_MASK"))
    other = tab_record(TEXT, ("Ms Quill", "PERSON", "DIRECT"), ("Utopia", "LOC", "QUASI"))
    (merged,) = load(lines("a.jsonl", one, other))
    assert merged.gold == (Gold(0, 8, "PERSON", "DIRECT"), Gold(12, 18, "LOC", "QUASI"))


def test_keeps_documents_apart(lines, tab_record):
    gold = ("Ms Quill", "PERSON", "QUASI")
    lines("tab/a.jsonl", tab_record(TEXT, gold))
    path = lines("tab/b.jsonl", tab_record(TEXT, gold, document="d2"))
    assert [one.document for one in load(path.parent.parent)] == ["d1", "d2"]


def test_cuts_a_span_at_a_line_break(lines, tab_record):
    first, second = load(lines("a.jsonl", tab_record(TEXT, ("she met\nMr Reed", "MISC", "QUASI"))))
    assert (first.said(first.gold[0]), second.said(second.gold[0])) == ("she met", "Mr Reed")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"text": None}, "a.jsonl, line 1: 'text' is missing"),
        ({"entities": {}}, "a.jsonl, line 1: 'entities' is not a list"),
        ({"entities": [3]}, "line 1, entity 1: expected an object"),
        ({"entities": [{"start_offset": 0, "end_offset": 999}]}, r"entity 1: \[0, 999\) is not a span"),
        (
            {"entities": [{"start_offset": 0, "end_offset": 2, "entity_type": "X", "identifier_type": "MAYBE"}]},
            "must be one of DIRECT, QUASI, NO_MASK",
        ),
    ],
)
def test_says_what_is_wrong_with_a_record(lines, tab_record, change, complaint):
    with pytest.raises(DataError, match=complaint) as raised:
        load(lines("a.jsonl", tab_record(TEXT) | change))
    assert "Quill" not in str(raised.value)


@pytest.mark.data
def test_reads_the_real_set():
    data = Path(os.environ.get("GUARDIAN_DATA", "../shared/data")) / "tab"
    if not data.is_dir():
        pytest.skip("no TAB: set GUARDIAN_DATA to the folder of the research data")
    samples = load(data)
    assert len({one.document for one in samples}) == 113
    assert sum(len(one.gold) for one in samples) == 3485
    assert all(one.said(gold).strip() for one in samples for gold in one.gold)


def test_keeps_which_mentions_are_of_one_entity(lines, tab_record):
    record = tab_record("Ann Quill met Bo.", ("Ann Quill", "PERSON", "DIRECT"), ("Bo", "PERSON", "QUASI"))
    record["entities"][0]["entity_id"] = "e1"
    (sample,) = load(lines("t.jsonl", record))
    assert [gold.entity for gold in sample.gold] == ["e1", None]

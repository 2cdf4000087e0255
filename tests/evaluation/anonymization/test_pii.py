"""pii.py: three formats of annotated texts."""

import json
import os
from pathlib import Path

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization.pii import load
from guardian_core.evaluation.anonymization.samples import Gold


def test_reads_both_formats_of_a_folder(lines):
    lines("pii/one.jsonl", {"text": "Ann rang", "annotations": [{"start": 0, "end": 3, "entity_type": "PERSON"}]})
    path = lines(
        "pii/two.json", [{"full_text": "to Ann", "spans": [{"start_position": 3, "end_position": 6, "entity_type": "PERSON"}]}]
    )
    one, two = load(path.parent.parent)
    assert (one.file, one.text, one.gold) == ("one", "Ann rang", (Gold(0, 3, "PERSON", None),))
    assert (two.file, two.said(two.gold[0])) == ("two", "Ann")


def test_reads_pii_masking_300k(lines):
    mask = [{"value": "Ann", "start": 3, "end": 6, "label": "GIVENNAME1"}]
    (one,) = load(
        lines("a.jsonl", {"source_text": "to Ann", "target_text": "to [GIVENNAME1]", "privacy_mask": mask, "language": "English"})
    )
    assert (one.text, one.gold) == ("to Ann", (Gold(3, 6, "GIVENNAME1", None),))


def test_reads_pii_masking_300k_as_it_is_laid_out_and_its_english_alone(lines):
    row = {"source_text": "to Ann", "privacy_mask": json.dumps([{"value": "Ann", "start": 3, "end": 6, "label": "GIVENNAME1"}])}
    lines("pii-masking-300k/data/train/1english.jsonl", row | {"language": "English"})
    path = lines("pii-masking-300k/data/validation/german.jsonl", row | {"source_text": "an Ann", "language": "German"})
    lines("pii/other.jsonl", {"text": "x", "annotations": []})
    assert load(path.parents[3]) == load(path.parents[2])  # and not the others
    (one,) = load(path.parents[2])
    assert (one.file, one.text, one.gold) == ("1english", "to Ann", (Gold(3, 6, "GIVENNAME1", None),))


def test_keeps_texts_without_gold(lines):
    assert [one.gold for one in load(lines("a.jsonl", {"text": "nothing", "annotations": []}))] == [()]


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        ({"body": "x"}, "expected `full_text` with `spans`, `source_text` with `privacy_mask`, or `text` with `annotations`"),
        ({"text": "x"}, "'annotations' is missing"),
        ({"source_text": "x", "privacy_mask": "[{"}, "line 1, privacy_mask: not JSON"),
        ({"source_text": "x", "privacy_mask": "{}"}, "'privacy_mask' is not a list"),
        ({"source_text": "x", "privacy_mask": [{"start": 0, "end": 2, "label": "A"}]}, r"\[0, 2\) is not a span of a text of 1"),
        ({"text": "x", "annotations": [1]}, "span 1: expected an object"),
        ({"text": "x", "annotations": [{"start": 0, "end": 1}]}, "'entity_type' is missing"),
    ],
)
def test_says_what_is_wrong(lines, record, complaint):
    with pytest.raises(DataError, match=complaint):
        load(lines("a.jsonl", record))


@pytest.mark.data
def test_reads_the_real_set():
    data = Path(os.environ.get("GUARDIAN_DATA", "../shared/data")) / "pii"
    if not data.is_dir():
        pytest.skip("no pii texts: set GUARDIAN_DATA to the folder of the research data")
    samples = load(data)
    assert len({one.file for one in samples}) == 6
    assert len(samples) == 2152


def test_says_where_to_get_it(tmp_path):
    with pytest.raises(DataError, match=r"expected .json or .jsonl, from github.com/microsoft/presidio-research, or huggingface"):
        load(tmp_path)

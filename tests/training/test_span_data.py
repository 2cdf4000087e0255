"""Annotated files to examples."""

import json

import pytest

from guardian_core.training.span_data import FOLDS, Mark, annotated, fold_of, paragraphs


@pytest.fixture
def data(tmp_path):
    (tmp_path / "tab").mkdir()
    (tmp_path / "pii").mkdir()
    text = "Mr Quill lives in Leeds.\n\nHe met the Court."
    entities = [
        {"start_offset": 0, "end_offset": 8, "entity_type": "PERSON", "identifier_type": "DIRECT"},
        {"start_offset": 18, "end_offset": 23, "entity_type": "LOC", "identifier_type": "QUASI"},
        {"start_offset": 37, "end_offset": 42, "entity_type": "ORG", "identifier_type": "NO_MASK"},
    ]
    row = {"metadata": {"data_id": "one"}, "text": text, "entities": entities}
    (tmp_path / "tab" / "tab_train.jsonl").write_text(json.dumps(row) + "\n")
    (tmp_path / "tab" / "tab_dev.jsonl").write_text(json.dumps({**row, "metadata": {"data_id": "two"}}) + "\n")
    span = {"entity_type": "PERSON", "start_position": 5, "end_position": 9}
    other = {"entity_type": "EMAIL_ADDRESS", "start_position": 0, "end_position": 1}
    (tmp_path / "pii" / "presidio_x.json").write_text(
        json.dumps([{"full_text": "I am Dana", "spans": [span, other], "template_id": n} for n in (1, 2)])
    )
    pair = [
        {"id": "a", "context_pair": "b", "text": "Jordan left", "annotations": [{"start": 0, "end": 6, "entity_type": "PERSON"}]},
        {"id": "b", "context_pair": "a", "text": "in Jordan", "annotations": [{"start": 3, "end": 9, "entity_type": "LOCATION"}]},
    ]
    (tmp_path / "pii" / "ambientmeta_contextual_x.jsonl").write_text("\n".join(map(json.dumps, pair)))
    return tmp_path


def test_cuts_judgments_into_paragraphs(data):
    first, second = [e for e in annotated(data) if e.group == "one"]
    assert first.marks == (Mark(0, 8, "person"), Mark(18, 23, "place"))
    assert (second.text, second.marks) == ("He met the Court.", (Mark(11, 16, "organization", masked=False),))


def test_marks_what_the_model_is_to_find_and_leaves_the_rest_to_patterns(data):
    assert {e.marks for e in annotated(data) if e.source == "presidio"} == {(Mark(5, 9, "person"),)}


def test_never_tears_a_document_a_template_or_a_pair_apart(data):
    examples = annotated(data)
    assert all(e.fold == fold_of(e.group) for e in examples)
    assert len({e.group for e in examples if e.source == "ambientmeta:contextual"}) == 1
    assert len({e.group for e in examples if e.source == "presidio"}) == 2


def test_says_where_marks_are_not_all(data):
    assert {e.source: e.complete for e in annotated(data)} == {"tab": True, "presidio": True, "ambientmeta:contextual": False}


def test_spreads_groups_over_all_folds():
    assert {fold_of(f"document {n}") for n in range(100)} == set(range(FOLDS))


def test_skips_empty_lines():
    assert list(paragraphs("a\n \n\nbc")) == [(0, 1), (5, 7)]

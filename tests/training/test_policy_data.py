"""OPP-115's files in, votes per segment and sentence out."""

import csv
import json
from pathlib import Path

from guardian_core.training.policy_data import folder_of, held_out, labels_of, policies
from policy_cache.annotate import FIRST_PARTY, THIRD_PARTY

COLLECT, SHARE = "We collect your email address.", "We share your records with advertisers."


def corpus(folder: Path, count: int = 6) -> Path:
    """`count` policies of one segment with two sentences, each annotated alike by three people."""
    (folder / "annotations").mkdir()
    (folder / "sanitized_policies").mkdir()
    html = f"{COLLECT} {SHARE}"
    for number in range(count):
        (folder / "sanitized_policies" / f"{number}_shop.test.html").write_text(html)
        with (folder / "annotations" / f"{number}_shop.test.csv").open("w", newline="") as file:
            for annotator in range(3):
                for practice, words, value in ((FIRST_PARTY, COLLECT, "Contact"), (THIRD_PARTY, SHARE, "Unspecified")):
                    start = html.index(words)
                    span = {"selectedText": words, "startIndexInSegment": start, "endIndexInSegment": start + len(words)}
                    attributes = {"Personal Information Type": span | {"value": value}}
                    csv.writer(file).writerow([0, "b", annotator, number, 0, practice, json.dumps(attributes), "", ""])
    return folder


def test_gives_votes_to_the_sentence_they_are_about(tmp_path):
    (passage,) = policies(corpus(tmp_path))["0_shop.test"]
    assert passage.votes[f"practice:{FIRST_PARTY}"] == 3
    collect, share = passage.sentence_votes
    assert collect == {f"practice:{FIRST_PARTY}": 3, "recipient:first_party": 3, "type:Contact": 3, "category:Email": 3}
    assert set(share) == {f"practice:{THIRD_PARTY}"}


def test_maps_denials_purposes_and_receivers():
    attributes = {
        "Does/Does Not": {"value": "Does Not", "selectedText": "do not"},
        "Purpose": {"value": "Marketing", "selectedText": "to sell"},
        "Third Party Entity": {"value": "Unnamed third party", "selectedText": "advertisers"},
    }
    assert set(labels_of(THIRD_PARTY, attributes)) == {
        f"practice:{THIRD_PARTY}", "flag:negated", "purpose:marketing", "recipient:advertising",
    }  # fmt: skip


def test_splits_by_policy_and_always_alike():
    names = [f"{number}_shop.test" for number in range(50)]
    assert held_out(names) == held_out(list(reversed(names)))
    assert len(set(held_out(names))) == 24


def test_finds_the_corpus_in_either_folder(tmp_path):
    corpus(tmp_path)
    assert folder_of(tmp_path) == tmp_path
    assert folder_of(tmp_path / "annotations") == tmp_path / "annotations" / "opp115"

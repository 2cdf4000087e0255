"""privacylens.py: flows in words become actions."""

import json
import os
from pathlib import Path

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.calibration.privacylens import load
from guardian_core.vocabulary import Category, Recipient


def write(folder, *seeds):
    path = folder / "privacylens" / "scenarios.jsonl"
    path.parent.mkdir()
    path.write_text("\n".join(json.dumps({"name": f"n{at}", "seed": seed}) for at, seed in enumerate(seeds)))
    return folder


def test_reads_kind_of_data_and_recipient_from_words(tmp_path):
    told = [
        ("a salary figure", "Facebook friends"),
        ("notes of a therapist", "a police officer"),
        ("a plan for a party", "a friend"),
    ]
    found = load(write(tmp_path, *({"data_type": what, "data_recipient": who} for what, who in told)))
    assert [(one.category, one.recipient) for one in found] == [
        (Category.FINANCIAL, Recipient.SOCIAL_MEDIA),
        (Category.HEALTH, Recipient.GOVERNMENT),
        (Category.CONTENT, Recipient.UNKNOWN_THIRD_PARTY),
    ]
    assert {one.rating.rating for one in found} == {5}


def test_says_what_is_missing(tmp_path):
    with pytest.raises(DataError, match="line 1: `seed` needs"):
        load(write(tmp_path, {"data_type": "x"}))
    with pytest.raises(DataError, match="no file of privacylens"):
        load(tmp_path / "nowhere")


@pytest.mark.data
def test_reads_the_whole_set():
    data = Path(os.environ.get("GUARDIAN_DATA", "../shared/data"))
    if not (data / "privacylens").is_dir():
        pytest.skip("no PrivacyLens in GUARDIAN_DATA")
    assert len(load(data)) > 300

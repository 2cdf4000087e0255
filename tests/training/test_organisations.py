"""Training of the organisation head."""

import numpy as np
import pytest

from guardian_core.detect.organisations import CLASSES
from guardian_core.training.organisations import Document, Encoded, documents, scores, train


def made_up(seed: int) -> Encoded:
    """A text of one-letter words whose states say their class in one dimension each."""
    chance = np.random.default_rng(seed)
    classes = chance.integers(0, len(CLASSES), 300)
    states = chance.normal(0, 0.3, (300, 8)).astype(np.float32)
    states[np.arange(300), classes] += 3
    text = " ".join("a" * 300)
    offsets = [(2 * n, 2 * n + 1) for n in range(300)]
    return Encoded(Document("made up", False, text, ()), states, offsets, classes)


def test_learns_what_can_be_learned():
    head = train([made_up(n) for n in range(10)], seed=0)
    precision, recall, gold = scores(head, [made_up(99)], 1, 0.5)
    assert precision > 0.95
    assert recall > 0.95
    assert gold > 50


def test_gives_the_same_head_for_the_same_seed():
    one, other = train([made_up(0)], seed=3), train([made_up(0)], seed=3)
    assert np.array_equal(one.w1, other.w1)


def test_reads_both_kinds_of_files_and_never_splits_a_template(tmp_path):
    (tmp_path / "tab").mkdir()
    (tmp_path / "pii").mkdir()
    row = '{"text": "Acme met", "entities": [{"start_offset": 0, "end_offset": 4, "entity_type": "ORG"}]}\n'
    for name in ("tab_train", "tab_dev"):
        (tmp_path / "tab" / f"{name}.jsonl").write_text(row)
    span = '{"start_position": 3, "end_position": 9, "entity_type": "GPE"}'
    rows = [f'{{"full_text": "in Berlin", "template_id": {n % 8}, "spans": [{span}]}}' for n in range(24)]
    (tmp_path / "pii" / "presidio_x.json").write_text(f"[{','.join(rows)}]")
    found = list(documents(tmp_path))
    assert [(d.held_out, d.spans) for d in found[:2]] == [(False, ((0, 4, 1),)), (True, ((0, 4, 1),))]
    assert found[2].spans == ((3, 9, 2),)
    sides = [d.held_out for d in found[2:]]
    assert sides == sides[:8] * 3


def test_hides_the_text_of_documents():
    assert "Acme" not in repr(Document("tab", False, "Acme met", ()))


def test_needs_its_data(tmp_path):
    with pytest.raises(FileNotFoundError):
        list(documents(tmp_path))

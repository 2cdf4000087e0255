"""Examples to batches."""

import random

import pytest
from tokenizers import Tokenizer

torch = pytest.importorskip("torch", reason="needs the extra train")

from guardian_core.detect.pieces import PieceReader  # noqa: E402
from guardian_core.detect.spanmodel import MODELS  # noqa: E402
from guardian_core.training import span_batches as module  # noqa: E402
from guardian_core.training.span_batches import SKIP, batches, changed, encoded, labels  # noqa: E402
from guardian_core.training.span_data import KINDS, Example, Mark  # noqa: E402

NAME = 1 + 2 * KINDS.index("person")


@pytest.fixture(scope="module")
def reader():
    return PieceReader(Tokenizer.from_file(str(MODELS / "spans" / "tokenizer.json")))


def example(text, *marks, source="tab", complete=True):
    return Example(source, "one", 0, text, tuple(marks), complete)


def test_labels_the_first_piece_as_the_beginning(reader):
    one = example("hi dana quill", Mark(3, 13, "person"))
    kinds, masked = labels(reader.read(one.text), one)
    assert kinds.tolist()[:3] == [0, NAME, NAME + 1]
    assert set(kinds.tolist()[2:]) == {NAME + 1}
    assert masked.tolist() == [0.0] + [1.0] * (len(masked) - 1)


def test_knows_what_is_something_but_stays(reader):
    one = example("the Court", Mark(4, 9, "organization", masked=False))
    kinds, masked = labels(reader.read(one.text), one)
    assert kinds[1] == 1 + 2 * KINDS.index("organization")
    assert masked.tolist() == [0, 0]


def test_judges_no_capitals_where_marks_are_not_all(reader):
    one = example("Dana met Mira in may", Mark(0, 4, "person"), complete=False)
    kinds, _ = labels(reader.read(one.text), one)
    assert kinds.tolist() == [NAME, 0, SKIP, 0, 0]


def test_keeps_marks_where_they_were_when_texts_change():
    texts = [example(f"Dana Quill {n} İ" if n % 2 else f"Dana Quill {n}", Mark(0, 10, "person")) for n in range(200)]
    found = list(changed(texts, random.Random(1)))
    assert len(found) < 200
    assert any(one.text.islower() for one in found)
    assert any("\n" in one.text for one in found)
    assert sum(len(one.marks) for one in found) == 200
    assert {one.text[m.start : m.end].lower() for one in found for m in one.marks} == {"dana quill"}


def test_cuts_a_long_text_into_windows_that_overlap(reader, monkeypatch):
    monkeypatch.setattr(module, "WINDOW", 12)
    monkeypatch.setattr(module, "STEP", 8)
    windows = list(encoded(reader, example("word " * 30)))
    assert [len(window) for window in windows] == [12, 12, 12, 6]


def test_fills_batches_with_what_nobody_judges(reader):
    windows = [window for n in (3, 5, 40) for window in encoded(reader, example("word " * n))]
    ready = batches(windows, (101, 102), pieces=60, chance=random.Random(0))
    assert sorted(tuple(batch.ids.shape) for batch in ready) == [(1, 42), (2, 7)]
    batch = min(ready, key=lambda b: b.ids.shape[1])
    short = int((batch.ids == 0).any(dim=1).nonzero()[0])
    assert batch.labels[short].tolist() == [SKIP, 0, 0, 0, SKIP, SKIP, SKIP]
    assert batch.padding[short].flatten().tolist() == [0, 0, 0, 0, 0, -1e4, -1e4]

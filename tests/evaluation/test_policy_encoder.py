"""Practice rows of a head on vectors; the vectors themselves need an encoder."""

import numpy as np

from guardian_core.evaluation.policy_encoder import ENCODER, LABELS, encoder_rows, head_rows
from guardian_core.training.policy_data import Passage
from policy_cache.segment import Segment


def passages(count: int) -> list[Passage]:
    """Segments of five policies in turn, about security and about nothing in turn."""
    said = [("We protect data by encryption.", {"practice:Data Security": 3}), ("Our office is green.", {"practice:Other": 3})]
    return [
        Passage(f"{n % 5}_shop.test", (Segment(said[n // 5 % 2][0], (), 0, "en"),), said[n // 5 % 2][1], (said[n // 5 % 2][1],))
        for n in range(count)
    ]


def test_learns_what_the_vectors_tell():
    given = passages(40)
    vectors = np.array([[1.0, 0.0] if "practice:Data Security" in one.votes else [0.0, 1.0] for one in given], dtype=np.float32)
    rows = {(row["method"], row["label"]): row for row in head_rows(vectors, given, vectors[:10], given[:10])}
    assert {method for method, _ in rows} == {"minilm", "combined"}
    assert (rows["minilm", "Data Security"]["f1"], rows["minilm", "Other"]["f1"]) == (1.0, 1.0)
    assert rows["minilm", "all"]["macro_f1"] == 2 / len(LABELS)


def test_says_why_it_was_not_run(monkeypatch, tmp_path):
    monkeypatch.delenv(ENCODER, raising=False)
    assert [row["not_run"] for row in encoder_rows(passages(1), passages(1))] == [
        f"{ENCODER} does not name the folder of all-MiniLM-L6-v2"
    ] * 2
    monkeypatch.setenv(ENCODER, str(tmp_path))
    assert all("config.json" in row["not_run"] for row in encoder_rows(passages(1), passages(1)))
    assert all("train" in row["not_run"] for row in encoder_rows([], passages(1)))

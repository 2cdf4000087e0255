"""guardian bench policy: rows over a made-up corpus."""

from guardian_core.evaluation.policy import render, run
from tests.training.test_policy_data import corpus


def test_scores_fields_and_retrieval(tmp_path):
    rows = run(corpus(tmp_path))
    ways = {(row["method"], row["unit"]) for row in rows if row["field"] == "practice"}
    ours = {(method, unit) for method in ("lexicon", "classifier") for unit in ("segment", "statements", "sentence")}
    assert ways == ours | {("minilm", "segment"), ("combined", "segment")}
    assert {row["method"] for row in rows if row["field"] == "retrieval"} == {"lexical", "structured", "hybrid"}
    assert all(0 <= row["macro_f1"] <= 1 for row in rows if "macro_f1" in row)
    assert "macro F1" in render(rows)
    assert "not run: no policies to train on" in render(rows)


def test_leaves_out_what_is_not_there(tmp_path):
    assert run(tmp_path) == []

"""guardian bench policy: rows over a made-up corpus."""

import pytest

from guardian_core.evaluation.policy import render, run
from guardian_core.evaluation.policy_fields import Judged, score, truth
from tests.training.test_policies import corpus


def test_scores_fields_and_retrieval(tmp_path):
    rows = run(corpus(tmp_path))
    ways = {(row["method"], row["unit"]) for row in rows if row["field"] == "practice"}
    assert ways == {(method, unit) for method in ("lexicon", "classifier") for unit in ("segment", "statements", "sentence")}
    assert {row["method"] for row in rows if row["field"] == "retrieval"} == {"lexical", "structured", "hybrid"}
    assert all(0 <= row["macro_f1"] <= 1 for row in rows if "macro_f1" in row)
    assert "macro F1" in render(rows)


def test_leaves_out_what_is_not_there(tmp_path):
    assert run(tmp_path) == []


def test_counts_by_hand():
    judged = [Judged(frozenset({"a", "b"}), frozenset({"a", "c"}))]
    assert score(judged, {"a", "b", "c"}) == {"precision": 0.5, "recall": 0.5, "f1": pytest.approx(0.5), "n": 2}


def test_takes_a_named_kind_over_third_parties_in_general():
    votes = {"recipient:advertising": 2, "recipient:unknown_third_party": 3, "flag:negated": 1}
    assert truth(votes, 2) == {"recipient:advertising"}
    assert "negation:negated" in truth(votes, 1)

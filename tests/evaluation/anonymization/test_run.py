"""run.py: rows, computed by hand."""

import itertools
import json

import pytest

from guardian_core.evaluation.anonymization.baselines import gold_tags, keep_all, mask_all
from guardian_core.evaluation.anonymization.run import draw, measured, rows
from guardian_core.evaluation.anonymization.samples import Output, replaced


@pytest.fixture
def two(sample):
    return [
        sample("Ann Quill met Bo", ("Ann Quill", "PERSON", "DIRECT"), ("Bo", "PERSON", "QUASI")),
        sample("in May 1995", ("May 1995", "DATETIME", "QUASI"), document="d2"),
    ]


def half(sample) -> Output:
    """Finds "Quill" and "May"."""
    words = ("Quill", "May")
    return replaced(sample.text, [(sample.text.index(w), sample.text.index(w) + len(w), "x") for w in words if w in sample.text])


def test_counts_privacy_and_utility(two):
    (row,) = rows(measured(two, {"half": half}))
    assert (row["dataset"], row["method"], row["file"], row["samples"], row["spans"]) == ("tab", "half", "all", 2, 3)
    assert row["privacy"] == pytest.approx(2 / 3)  # Bo is left
    assert row["privacy_fuzzy"] == pytest.approx(2 / 3)  # "Ann" is one of two words, "1995", too
    assert row["privacy_words"] == 0.0
    assert (row["privacy_direct"], row["privacy_quasi"]) == (1.0, 0.5)
    assert row["utility"] == pytest.approx((3 / 5 + 2 / 4) / 2)  # {ann,met,bo} of 4 + x, {in,1995} of 3 + x
    assert row["privacy_by_type"]["PERSON"]["privacy"] == 0.5
    assert row["privacy_by_type"]["PERSON"]["spans"] == 2
    assert row["privacy_low"] < row["privacy"] < row["privacy_high"]
    assert 0 <= row["p50_ms"] <= row["p95_ms"]


def test_gives_the_bounds_what_they_must_get(two):
    keep, gold, mask = rows(measured(two, {"keep-all": keep_all, "gold-tags": gold_tags, "mask-all": mask_all}))
    assert (keep["privacy"], keep["utility"]) == (0.0, 1.0)
    assert gold["privacy"] == mask["privacy"] == 1.0
    assert mask["utility"] == 0.0
    assert gold["utility_at_95"] == pytest.approx(1 - 0.95 * (1 - gold["utility"]))  # the best line leaves texts alone


def test_counts_spans_by_file_for_annotated_texts(sample):
    samples = [
        sample("Ann met Bo", ("Ann", "PERSON", None), dataset="pii", file="presidio_x"),
        sample("Ann Quill", ("Ann Quill", "PERSON", None), dataset="pii", file="ambientmeta_y"),
    ]

    def first_word(one):
        return replaced(one.text, [(0, 3, "x"), (4, 7, "y")])

    _, presidio, ambient = rows(measured(samples, {"m": first_word}))
    assert (presidio["file"], presidio["recall"], presidio["precision"]) == ("presidio_x", 1.0, 0.5)
    assert presidio["f1"] == pytest.approx(2 / 3)
    assert (ambient["recall"], ambient["recall_whole"]) == (1.0, 0.0)  # 6 of 9 characters
    assert ambient["precision"] is None  # not everything is annotated there


def test_draws_by_lot_and_repeats(sample):
    many = [sample(f"text {number}") for number in range(20)]
    assert draw(many, 5, 1) == draw(many, 5, 1) != draw(many, 5, 2)
    assert draw(many, None, 1) == draw(many, 99, 1) == many
    assert [many.index(one) for one in draw(many, 5, 1)] == sorted(many.index(one) for one in draw(many, 5, 1))


def test_more_texts_are_the_same_and_others(sample):
    many = [sample("word " * (number % 7) + f"text {number}") for number in range(300)]
    draws = [draw(many, n, 1) for n in (3, 30, 200)]
    assert all(set(few) < set(more) for few, more in itertools.pairwise(draws))
    short = draw(many, 30, 1, longest=4)
    assert len(short) == 30
    assert all(len(one.text.split()) <= 4 for one in short)
    assert {one for one in draws[1] if len(one.text.split()) <= 4} <= set(short)


def test_keeps_outputs_where_asked(two, tmp_path):
    measured(two, {"keep-all": keep_all}, tmp_path / "out")
    kept = [json.loads(line) for line in (tmp_path / "out" / "outputs.jsonl").read_text().splitlines()]
    assert [(row["method"], row["document"], row["output"]) for row in kept] == [
        ("keep-all", "d1", "Ann Quill met Bo"),
        ("keep-all", "d2", "in May 1995"),
    ]


def test_has_no_privacy_without_spans(sample):
    (row,) = rows(measured([sample("nothing")], {"keep-all": keep_all}))
    assert row["privacy"] is None
    assert row["utility"] == 1.0

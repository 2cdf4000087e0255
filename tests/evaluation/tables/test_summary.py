"""summary.py: cells by hand."""

import pytest

from guardian_core.evaluation.tables import summary
from tests.evaluation.tables.records import record, span


def test_privacy_is_over_spans_not_texts():
    found = summary.privacy([record(spans=(span(), span(), span(left=True))), record(spans=(span(),))])
    assert found.value == 3 / 4
    assert found.low < 3 / 4 < found.high
    assert summary.privacy([record(spans=())]) is None
    assert summary.privacy([record(spans=(span(case=True),))], lambda one: one.case).value == 0


def test_means_leave_out_what_is_not_there():
    assert summary.mean([record(guess=0.2), record(guess=0.4), record()], lambda one: one.guess).value == pytest.approx(0.3)
    assert summary.mean([record()], lambda one: one.guess) is None


def test_utility_is_bertscore_on_synthpai_alone():
    assert summary.utility([record(utility=0.5, bert_f1=0.9)]).value == 0.5
    assert summary.utility([record(dataset="synthpai", bert_f1=0.9)]).value == 0.9
    assert summary.utility([record(dataset="synthpai")]) is None


def test_times():
    assert summary.milliseconds([record(ms=ms) for ms in (1, 2, 100)]) == 2
    assert summary.milliseconds([]) is None


def test_entities_are_of_a_document_and_mentions_without_id_stand_alone():
    first = record(spans=(span(identifier="DIRECT", entity="e1", words=2), span(identifier="QUASI")))
    second = record(sample="s2", spans=(span(left=True, identifier="DIRECT", entity="e1"), span(identifier="QUASI")))
    other = record(sample="s3", document="d2", spans=(span(identifier="DIRECT", entity="e1"), span(left=True)))
    found = summary.entities([first, second, other])
    assert (found.direct, found.quasi, found.mentions, found.tokens) == (1 / 2, 1.0, 4 / 5, 5 / 6)


def test_the_attacker_by_hand():
    """Right 2 of 3 before, 1 of 3 after; half lost; at utility 0.8 overall is 0.5 - 0.2."""
    found = summary.attacked(
        [record(attacked={"age": (True, False), "sex": (True, True)}), record(attacked={"age": (False, False)})]
    )
    assert (found.original, found.output, found.answers) == (2 / 3, 1 / 3, 3)
    assert found.overall(0.8) == pytest.approx(0.3)
    assert summary.attacked([record()]) is None


def test_compares_on_the_texts_that_both_saw():
    ours = [record(sample=f"s{at}") for at in range(20)]
    worse = [record(sample=f"s{at}", spans=(span(left=True),)) for at in range(30)]
    found = summary.compared(ours, {"has": worse, "none": []})
    paired, p, significant = found["has"]
    assert (list(found), paired.difference, significant) == (["has"], 1.0, True)
    assert p < 0.01


def test_a_clear_difference_stays_significant_among_many():
    ours = [record(sample=f"s{at}") for at in range(30)]
    worse = [record(sample=f"s{at}", spans=(span(left=True),)) for at in range(30)]
    found = summary.compared(ours, {f"m{at}": worse for at in range(30)})
    assert all(significant for _, _, significant in found.values())


def test_spread_over_seeds():
    assert summary.spread([1.0, 3.0]) == (2.0, pytest.approx(2**0.5))
    assert summary.spread([1.0]) == (1.0, 0.0)

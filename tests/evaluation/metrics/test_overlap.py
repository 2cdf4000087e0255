"""overlap.py: the paper's Jaccard, Lin's ROUGE-L."""

import pytest

from guardian_core.evaluation.metrics.overlap import longest_common, rouge_l, token_jaccard


def test_jaccard_by_hand():
    assert token_jaccard("Ann lives in Leeds", "she lives in Leeds") == 3 / 5
    assert token_jaccard("a a b", "B") == 1 / 2
    assert token_jaccard("", "") == 1


@pytest.mark.parametrize(("candidate", "score"), [("police kill the gunman", 3 / 4), ("the gunman kill police", 2 / 4)])
def test_rouge_l_as_published(candidate, score):
    """Lin 2004, §3.2: S2 and S3 against S1."""
    assert rouge_l("police killed the gunman", candidate) == score


def test_rouge_l_by_hand():
    """Common: "the applied to the"; 2·4 / (7 + 5)."""
    assert rouge_l("The applicant Yilmaz applied to the court", "the applied to the judge") == pytest.approx(8 / 12)
    assert rouge_l("", "") == 1
    assert rouge_l("a", "") == 0


def test_longest_common_subsequence_as_published():
    """Cormen et al., Introduction to Algorithms: ABCBDAB and BDCABA share four."""
    assert longest_common("ABCBDAB", "BDCABA") == 4

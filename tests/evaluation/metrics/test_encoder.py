"""encoder.py: the matching by hand and as published; a real encoder where GUARDIAN_ENCODER names one."""

import numpy as np
import pytest

from guardian_core.evaluation.metrics import encoder


def test_matching_by_hand():
    """Candidate (1,0), reference (1,0) and (0.6,0.8): best of the candidate 1; of the reference 1 and 0.6."""
    score = encoder.matched(np.array([[1, 0]], dtype=np.float32), np.array([[1, 0], [0.6, 0.8]], dtype=np.float32))
    assert (score.precision, score.recall) == (1, pytest.approx(0.8))
    assert score.f1 == pytest.approx(2 * 0.8 / 1.8)


def test_matching_as_published():
    """Zhang et al. 2020, Figure 1: recall 0.753, weighted by inverse document frequency."""
    assert encoder.weighted([0.713, 0.515, 0.858, 0.796, 0.913], [1.27, 7.94, 1.82, 7.90, 8.88]) == pytest.approx(0.753, abs=5e-4)


def test_texts_without_tokens():
    nothing, something = np.zeros((0, 2), dtype=np.float32), np.ones((1, 2), dtype=np.float32)
    assert encoder.matched(nothing, nothing).f1 == 1
    assert encoder.matched(nothing, something).f1 == 0


def test_says_why_there_is_none(monkeypatch, tmp_path):
    monkeypatch.delenv("GUARDIAN_ENCODER", raising=False)
    assert "GUARDIAN_ENCODER does not name" in encoder.absent()
    monkeypatch.setenv("GUARDIAN_ENCODER", str(tmp_path))
    assert "holds no config.json" in encoder.absent()


@pytest.mark.data
def test_a_real_encoder_ranks_a_paraphrase_above_another_subject():
    if why := encoder.absent():
        pytest.skip(why)
    model = encoder.Encoder()
    said = "The applicant lives in a small town."
    near, far = "The claimant resides in a little village.", "Quarterly profits of the bank rose."
    assert model.similarity(said, said) == pytest.approx(1, abs=1e-4)
    assert model.bert_score(said, said).f1 == pytest.approx(1, abs=1e-4)
    assert model.similarity(said, near) > model.similarity(said, far) + 0.3
    assert model.bert_score(said, near).f1 > model.bert_score(said, far).f1 + 0.1

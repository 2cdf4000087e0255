"""Trained weights to the files that the program loads."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")

from guardian_core.training.span_export import Outputs, quantised  # noqa: E402
from guardian_core.training.span_network import LABELS, start  # noqa: E402
from tests.training.test_span_network import SHAPE, published  # noqa: E402


def test_keeps_word_vectors_to_half_a_step():
    vectors = torch.randn(20, 16)
    rows, scales = quantised(vectors)
    assert rows.dtype == np.int8
    assert np.abs(rows * scales[:, None] - vectors.numpy()).max() <= scales.max() / 2 + 1e-6


def test_gives_chances():
    tagger, vectors = start(SHAPE, published())
    chances = Outputs(tagger).eval()(vectors[None, :7], torch.zeros(1, 7, dtype=torch.long))
    assert chances.shape == (7, LABELS)
    assert (chances[:, :-1].sum(dim=1) <= 1).all()

"""The organisation head."""

import numpy as np
import pytest

from guardian_core.detect.organisations import CLASSES, Head, neighbours
from guardian_core.detect.rampart import MODELS
from guardian_core.errors import ModelError


def test_gives_probabilities_for_every_piece():
    head = Head.load(MODELS / "organisations" / "head.npz")
    scores = head.scores(np.random.default_rng(0).normal(size=(5, 384)).astype(np.float32))
    assert scores.shape == (5, len(CLASSES))
    assert scores.sum(axis=1) == pytest.approx(np.ones(5), abs=1e-5)


def test_puts_a_piece_between_its_neighbours():
    assert neighbours(np.array([[1.0], [2.0], [3.0]], dtype=np.float32)).tolist() == [[0, 1, 2], [1, 2, 3], [2, 3, 0]]


@pytest.mark.parametrize("content", [None, b"", b"not a zip file", b"PK\x03\x04 broken"])
def test_says_what_to_do_where_the_file_is_missing_or_broken(tmp_path, content):
    path = tmp_path / "head.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelError, match="install the package again"):
        Head.load(path)

"""The numpy trainer: its sparse products and its minimum."""

import numpy as np
import pytest

from guardian_core.training.policy_fit import Example, Sparse, fit, minimise, vocabulary
from policy_cache.classifier import NEGATED, terms


def test_multiplies_as_the_dense_matrix_does():
    dense = np.array([[0, 2, 0, 1], [3, 0, 0, 0]], dtype=np.float32)
    rows = [(np.flatnonzero(row), row[row != 0]) for row in dense]
    matrix = Sparse.of(rows, 4)
    right = np.arange(8, dtype=np.float32).reshape(4, 2)
    assert np.allclose(matrix.times(right), dense @ right)
    assert np.allclose(matrix.transposed_times(right[:2]), dense.T @ right[:2])


def test_finds_the_minimum_of_a_bowl():
    target = np.array([[1.0, -2.0, 3.0]], dtype=np.float32)
    found = minimise(lambda at: (float(((at - target) ** 2).sum()), 2 * (at - target)), np.zeros((1, 3), dtype=np.float32))
    assert found == pytest.approx(target, abs=1e-2)


def test_keeps_only_terms_of_several_policies():
    examples = [Example(name, ({"we": 1.0, name: 1.0}, {}, {}, {})) for name in ("one", "two", "six")]
    assert list(vocabulary(examples)[0]) == ["we"]


def test_tells_two_words_apart():
    examples = [Example(str(n % 4), ({"mail" if n < 8 else "door": 1.0}, {}, {}, {})) for n in range(16)]
    model = fit(examples, ["mail"], np.array([[float(n < 8)] for n in range(16)], dtype=np.float32))
    assert model.logits(({"mail": 1.0}, {}, {}, {}))[0] > 0 > model.logits(({"door": 1.0}, {}, {}, {}))[0]


def test_learns_denials_from_denying_words_alone():
    def example(number: int, text: str) -> Example:
        return Example(str(number // 4), terms(text, "", ()))

    texts = ["we do not sell data", "we do not guarantee data", "we sell data", "we guarantee data"] * 4
    targets = np.array([[float(n % 4 == 0)] for n in range(16)], dtype=np.float32)
    model = fit([example(number, text) for number, text in enumerate(texts)], [NEGATED], targets)
    sells, guarantees, plain = (float(model.logits(terms(text, "", ()))[0]) for text in texts[:3])
    assert sells > 0 > guarantees > plain
    assert model.weights[model.index["!sell"], 0] > 0 > model.weights[model.index["!guarantee"], 0]

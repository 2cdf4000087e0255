"""Hidden states of the names model in, how much each word piece belongs to an organisation or a place out.

The names model has no label for organisations; its middle layers know them all the same. The head is one hidden layer over the
states of a piece and its two neighbours, trained by `guardian_core.training.organisations` (model card:
models/organisations/README.md).
"""

import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from guardian_core.detect.names import Floats
from guardian_core.errors import ModelError

CLASSES = ("other", "organization", "place")


def neighbours(states: Floats) -> Floats:
    """States [pieces, width] with those of the piece before and after: [pieces, 3·width]; zeros beyond the ends.

    >>> neighbours(np.array([[1.0], [2.0]], dtype=np.float32)).tolist()
    [[0.0, 1.0, 2.0], [1.0, 2.0, 0.0]]
    """
    left, right = np.zeros_like(states), np.zeros_like(states)
    left[1:], right[:-1] = states[:-1], states[1:]
    return np.concatenate([left, states, right], axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """softmax(relu(x̂·W₁ + b₁)·W₂ + b₂) over CLASSES; x̂ the standardised states with their neighbours."""

    w1: Floats = field(repr=False)  # [3·width, hidden], the standardisation folded in
    b1: Floats = field(repr=False)
    w2: Floats = field(repr=False)  # [hidden, 3]
    b2: Floats = field(repr=False)

    def scores(self, states: Floats) -> Floats:
        """States [pieces, width] to probabilities [pieces, 3]."""
        logits = np.maximum(neighbours(states) @ self.w1 + self.b1, 0) @ self.w2 + self.b2
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float32)

    @classmethod
    def load(cls, path: Path) -> "Head":
        """Read the file that training wrote.

        Raises:
            ModelError: missing or broken file.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                return cls(*(np.asarray(file[name], dtype=np.float32) for name in ("w1", "b1", "w2", "b2")))
        except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile):
            message = (
                f"the organisation head {path} is missing or broken: install the package again, or train it with "
                "python -m guardian_core.training.organisations"
            )
            raise ModelError(message) from None

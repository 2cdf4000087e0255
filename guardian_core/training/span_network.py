"""Word pieces in, what each is and whether it is to be masked out: the first layers of MiniLM, narrowed, with case and heads.

The weights start from all-MiniLM-L6-v2 (Apache-2.0); word vectors stay as they are, so that unseen words keep their meaning.
Tensors are [batch, pieces, …] throughout.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from guardian_core.detect.pieces import CASES
from guardian_core.training.span_data import KINDS

LABELS = 1 + 2 * len(KINDS)  # O, then B- and I- of each kind


@dataclass(frozen=True, slots=True)
class Shape:
    """How large the network is."""

    layers: int = 3
    inner: int = 512  # units kept of the 1,536 between the two products of a layer
    width: int = 384
    heads: int = 12
    positions: int = 512


class Layer(nn.Module):
    """Attention and two products, normalised after each sum (Vaswani et al. 2017; Devlin et al. 2019)."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads, self.size = shape.heads, shape.width // shape.heads
        self.qkv = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.norm1 = nn.LayerNorm(shape.width, eps=1e-12)
        self.up = nn.Linear(shape.width, shape.inner)
        self.down = nn.Linear(shape.inner, shape.width)
        self.norm2 = nn.LayerNorm(shape.width, eps=1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """States [batch, pieces, width]; `mask` [batch, 1, 1, pieces] is added to the attention, None where nothing is padding."""
        batch, pieces, width = x.shape
        q, k, v = self.qkv(x).view(batch, pieces, 3, self.heads, self.size).permute(2, 0, 3, 1, 4).unbind(0)
        weights = q @ k.transpose(-1, -2) / math.sqrt(self.size)
        weights = torch.softmax(weights if mask is None else weights + mask, dim=-1)
        seen = (weights @ v).transpose(1, 2).reshape(batch, pieces, width)
        x = self.norm1(x + self.drop(self.out(seen)))
        return self.norm2(x + self.drop(self.down(nn.functional.gelu(self.up(x)))))


class Tagger(nn.Module):
    """Vectors of word pieces [batch, pieces, width] and their cases to logits [batch, pieces, LABELS + 1], the mask last."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.position = nn.Embedding(shape.positions, shape.width)
        self.case = nn.Embedding(CASES, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.drop = nn.Dropout(0.1)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.head = nn.Linear(shape.width, LABELS + 1)

    def forward(self, vectors: Tensor, cases: Tensor, mask: Tensor | None = None) -> Tensor:
        """Logits; positions count from 0."""
        positions = self.position.weight[: vectors.shape[1]]
        x = self.drop(self.norm(vectors + positions + self.case(cases)))
        for layer in self.layers:
            x = layer(x, mask)
        logits: Tensor = self.head(self.drop(x))
        return logits


def start(shape: Shape, weights: dict[str, Any]) -> tuple[Tagger, Tensor]:
    """A tagger that starts from MiniLM's `weights`, and the vectors [vocabulary, width] of its word pieces.

    Of the inner units of a layer those with the largest product of norms are kept: the others move the states least.
    """
    tagger = Tagger(shape)
    state = tagger.state_dict()
    prefix = "embeddings."
    state["position.weight"] = weights[prefix + "position_embeddings.weight"][: shape.positions]
    state["case.weight"] = torch.zeros_like(state["case.weight"])
    state["norm.weight"], state["norm.bias"] = weights[prefix + "LayerNorm.weight"], weights[prefix + "LayerNorm.bias"]
    for number in range(shape.layers):
        old, new = f"encoder.layer.{number}.", f"layers.{number}."
        for part in ("weight", "bias"):
            state[f"{new}qkv.{part}"] = torch.cat([weights[f"{old}attention.self.{n}.{part}"] for n in ("query", "key", "value")])
            state[f"{new}out.{part}"] = weights[f"{old}attention.output.dense.{part}"]
            state[f"{new}norm1.{part}"] = weights[f"{old}attention.output.LayerNorm.{part}"]
            state[f"{new}norm2.{part}"] = weights[f"{old}output.LayerNorm.{part}"]
        up, down = weights[f"{old}intermediate.dense.weight"], weights[f"{old}output.dense.weight"]
        kept = (up.norm(dim=1) * down.norm(dim=0)).topk(shape.inner).indices.sort().values
        state[f"{new}up.weight"], state[f"{new}up.bias"] = up[kept], weights[f"{old}intermediate.dense.bias"][kept]
        state[f"{new}down.weight"], state[f"{new}down.bias"] = down[:, kept], weights[f"{old}output.dense.bias"]
    tagger.load_state_dict(state)
    kind = weights[prefix + "token_type_embeddings.weight"][0]  # every piece has type 0: part of its vector
    return tagger, weights[prefix + "word_embeddings.weight"] + kind


def minilm(folder: Path) -> dict[str, Any]:
    """The published weights."""
    from safetensors.torch import load_file  # noqa: PLC0415 - only training needs it

    return {name.removeprefix("bert."): tensor for name, tensor in load_file(folder / "model.safetensors").items()}

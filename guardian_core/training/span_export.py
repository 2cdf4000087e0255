"""Trained weights in, the folder that the program loads out: 8-bit network, 8-bit word vectors, vocabulary, configuration."""

import importlib
import json
import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from guardian_core.training import span_network
from guardian_core.training.span_data import KINDS
from guardian_core.training.span_network import Shape, Tagger

THRESHOLD = 0.2  # how likely masked a word must be; chosen on out-of-fold predictions, see the model card


class Outputs(nn.Module):
    """The tagger with its outputs as they are read: [pieces, 2 · kinds + 1], chances to begin, to go on, to be masked."""

    def __init__(self, tagger: Tagger) -> None:
        super().__init__()
        self.tagger = tagger

    def forward(self, vectors: Tensor, cases: Tensor) -> Tensor:
        """Vectors [1, pieces, width] and cases [1, pieces] of one window."""
        logits = self.tagger(vectors, cases)[0]
        kinds = torch.softmax(logits[:, :-1], dim=-1)
        return torch.cat([kinds[:, 1::2], kinds[:, 2::2], torch.sigmoid(logits[:, -1:])], dim=-1)


def quantised(vectors: Tensor) -> tuple[Any, Any]:
    """Rows of 8-bit numbers [vocabulary, width] and the scale of each row: vector = row · scale."""
    scales = vectors.abs().amax(dim=1).clamp_min(1e-8) / 127
    return (vectors / scales[:, None]).round().to(torch.int8).numpy(), scales.numpy().astype(np.float32)


def export(weights: Path, base: Path, shape: Shape, target: Path, threshold: float = THRESHOLD) -> None:
    """Write the model of `weights` to the folder `target`; needs `onnx`."""
    quantization: Any = importlib.import_module("onnxruntime.quantization")
    tagger, vectors = span_network.start(shape, span_network.minilm(base))
    tagger.load_state_dict(torch.load(weights, weights_only=True))
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter speaks of its successor
        wide = Path(folder) / "wide.onnx"
        torch.onnx.export(
            Outputs(tagger).eval(),
            (vectors[None, :9], torch.zeros(1, 9, dtype=torch.long)),
            str(wide),
            input_names=["vectors", "cases"],
            output_names=["chances"],
            dynamic_axes={"vectors": {1: "pieces"}, "cases": {1: "pieces"}, "chances": {0: "pieces"}},
            opset_version=17,
            dynamo=False,
        )
        quantization.quantize_dynamic(
            str(wide),
            str(target / "model.onnx"),
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            reduce_range=True,  # AVX2 adds up pairs of products in 16 bits
            weight_type=quantization.QuantType.QInt8,
            extra_options={"MatMulConstBOnly": True},
        )
    rows, scales = quantised(vectors)
    np.savez(target / "vectors.npz", rows=rows, scales=scales)
    shutil.copy(base / "tokenizer.json", target / "tokenizer.json")
    config = {"kinds": KINDS, "thresholds": dict.fromkeys(KINDS, threshold)}
    (target / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")

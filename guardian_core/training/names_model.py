"""The published names model in, the file that ships out: int8 weights, and the hidden states that the organisation head reads.

    python -m guardian_core.training.names_model --source model_q4.onnx --target guardian_core/detect/models/rampart/model.onnx

Needs the package `onnx`, which running does not. The published file holds 4-bit weights, which onnxruntime multiplies slowly on a
CPU without VNNI; they are expanded and quantised again to 8 bits, dynamically (activations when it runs), with the range that
AVX2 adds up without overflow.
"""

import argparse
import importlib
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

HIDDEN_LAYER = 3  # of 0..5; the last layers know only the model's own labels, the middle ones still what is a company


def convert(source: Path, target: Path) -> None:
    """Write `target` from the published `source`; needs `onnx`."""
    onnx: Any = importlib.import_module("onnx")
    quantization: Any = importlib.import_module("onnxruntime.quantization")
    model = onnx.load(str(source))
    _expand(model.graph, onnx)
    state = f"/bert/encoder/layer.{HIDDEN_LAYER}/output/LayerNorm/LayerNormalization_output_0"
    model.graph.node.append(onnx.helper.make_node("Identity", [state], ["hidden"], name="hidden_identity"))
    shape = ["batch_size", "sequence_length", 384]
    model.graph.output.append(onnx.helper.make_tensor_value_info("hidden", onnx.TensorProto.FLOAT, shape))
    with tempfile.TemporaryDirectory() as folder:
        wide = Path(folder) / "float.onnx"
        onnx.save(model, str(wide))
        quantization.quantize_dynamic(
            str(wide),
            str(target),
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            reduce_range=True,
            weight_type=quantization.QuantType.QInt8,
            extra_options={"MatMulConstBOnly": True},
        )


def _expand(graph: Any, onnx: Any) -> None:
    """Replace every 4-bit product by a float one: W = (nibble − 8) · scale, blocks of 32 along the input."""
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    nodes = []
    for node in graph.node:
        if node.op_type != "MatMulNBits":
            nodes.append(node)
            continue
        sizes = {attribute.name: attribute.i for attribute in node.attribute}
        packed = onnx.numpy_helper.to_array(tensors[node.input[1]])  # [N, blocks, 16]: two weights a byte, low nibble first
        scales = onnx.numpy_helper.to_array(tensors[node.input[2]]).reshape(sizes["N"], -1, 1)
        nibbles = np.stack([packed & 15, packed >> 4], -1).astype(np.float32) - 8
        weights = (nibbles.reshape(*packed.shape[:2], -1) * scales).reshape(sizes["N"], -1)[:, : sizes["K"]]
        name = f"{node.name}_weights"
        graph.initializer.append(onnx.numpy_helper.from_array(np.ascontiguousarray(weights.T, dtype=np.float32), name))
        for used in node.input[1:]:
            graph.initializer.remove(tensors[used])
        nodes.append(onnx.helper.make_node("MatMul", [node.input[0], name], list(node.output), name=node.name.removesuffix("_Q4")))
    del graph.node[:]
    graph.node.extend(nodes)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=convert.__doc__)
    parser.add_argument("--source", type=Path, required=True, help="the published model_q4.onnx")
    parser.add_argument("--target", type=Path, required=True, help="where to write the file that ships")
    arguments = parser.parse_args()
    convert(arguments.source, arguments.target)


if __name__ == "__main__":
    main()

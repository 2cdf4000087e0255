"""Making the shipped names model from the published one."""

import numpy as np
import pytest

from guardian_core.training import names_model


def test_expands_four_bit_weights_to_what_they_stand_for():
    onnx = pytest.importorskip("onnx")
    packed = np.random.default_rng(0).integers(0, 256, (2, 1, 16), dtype=np.uint8)
    scales = np.array([0.5, 2.0], dtype=np.float32)
    node = onnx.helper.make_node(
        "MatMulNBits", ["x", "w", "s"], ["y"], "dense_Q4", domain="com.microsoft", K=32, N=2, bits=4, block_size=32
    )
    graph = onnx.helper.make_graph(
        [node], "g", [], [], [onnx.numpy_helper.from_array(packed, "w"), onnx.numpy_helper.from_array(scales, "s")]
    )
    names_model._expand(graph, onnx)
    weights = onnx.numpy_helper.to_array(graph.initializer[0])
    assert weights.shape == (32, 2)
    assert weights[0, 0] == ((packed[0, 0, 0] & 15) - 8.0) * 0.5
    assert weights[1, 1] == ((packed[1, 0, 0] >> 4) - 8.0) * 2.0
    assert [n.op_type for n in graph.node] == ["MatMul"]


def test_needs_a_source(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["names_model"])
    with pytest.raises(SystemExit):
        names_model.main()
    assert "--source" in capsys.readouterr().err

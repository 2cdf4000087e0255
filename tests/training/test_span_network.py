"""The network: where it starts and what it gives."""

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")

from guardian_core.training.span_network import LABELS, Shape, start  # noqa: E402

SHAPE = Shape(layers=2, inner=8, width=16, heads=2, positions=32)


def published(seed=0, inner=24):
    """Weights of MiniLM's names and of a smaller size."""
    torch.manual_seed(seed)
    size = {"word": 40, "position": 32, "token_type": 2}
    made = {f"embeddings.{name}_embeddings.weight": torch.randn(count, 16) for name, count in size.items()}
    made |= {"embeddings.LayerNorm.weight": torch.ones(16), "embeddings.LayerNorm.bias": torch.zeros(16)}
    shapes = {
        "attention.self.query": (16, 16),
        "attention.self.key": (16, 16),
        "attention.self.value": (16, 16),
        "attention.output.dense": (16, 16),
        "intermediate.dense": (inner, 16),
        "output.dense": (16, inner),
    }
    for layer in range(3):
        for name, (out, into) in shapes.items():
            made[f"encoder.layer.{layer}.{name}.weight"] = torch.randn(out, into) / 4
            made[f"encoder.layer.{layer}.{name}.bias"] = torch.randn(out) / 4
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            made |= {f"encoder.layer.{layer}.{name}.weight": torch.ones(16), f"encoder.layer.{layer}.{name}.bias": torch.zeros(16)}
    return made


def test_gives_every_piece_its_labels_and_the_mask():
    tagger, vectors = start(SHAPE, published())
    assert tagger(vectors[torch.tensor([[1, 2, 3]])], torch.zeros(1, 3, dtype=torch.long)).shape == (1, 3, LABELS + 1)


def test_sees_no_padding():
    tagger, vectors = start(SHAPE, published())
    tagger.eval()
    ids, cases = torch.tensor([[1, 2, 3, 9, 9]]), torch.zeros(1, 5, dtype=torch.long)
    padding = torch.tensor([0, 0, 0, -1e4, -1e4]).view(1, 1, 1, 5)
    alone = tagger(vectors[ids[:, :3]], cases[:, :3])
    assert torch.allclose(tagger(vectors[ids], cases, padding)[:, :3], alone, atol=1e-5)


def test_keeps_the_inner_units_that_do_most():
    weights = published()
    weights["encoder.layer.0.intermediate.dense.weight"][5] *= 100
    tagger, _ = start(SHAPE, weights)
    assert any(torch.equal(row, weights["encoder.layer.0.intermediate.dense.weight"][5]) for row in tagger.layers[0].up.weight)
    assert tagger.layers[0].up.weight.shape == (8, 16)


def test_computes_what_torch_does_where_nothing_is_cut():
    """torch's own encoder layer is the same one: normalised after each sum, with GELU."""
    tagger, vectors = start(SHAPE, published(inner=8))
    tagger.eval()
    layer = tagger.layers[0]
    other = torch.nn.TransformerEncoderLayer(16, 2, 8, activation="gelu", batch_first=True, layer_norm_eps=1e-12).eval()
    parts = {"in_proj_": layer.qkv, "out_proj.": layer.out}
    state = {f"self_attn.{name}{part}": getattr(module, part) for name, module in parts.items() for part in ("weight", "bias")}
    named = {"linear1": layer.up, "linear2": layer.down, "norm1": layer.norm1, "norm2": layer.norm2}
    state |= {f"{name}.{part}": getattr(module, part) for name, module in named.items() for part in ("weight", "bias")}
    other.load_state_dict(state)
    x = vectors[torch.tensor([[3, 7, 1, 30]])]
    assert torch.allclose(other(x), layer(x, None), atol=1e-5)

"""The training: a tiny run from end to end, stopped and resumed."""

import json
import shutil

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("onnx", reason="needs the extra train")
safetensors = pytest.importorskip("safetensors.torch", reason="needs the extra train")

from guardian_core.detect.spanmodel import MODELS, SpanModel  # noqa: E402
from guardian_core.training import spans as module  # noqa: E402
from guardian_core.training.span_data import Example, Mark  # noqa: E402
from guardian_core.training.span_network import Shape  # noqa: E402
from guardian_core.training.spans import Plan, Trainer, folds_file, run  # noqa: E402
from tests.training.test_span_network import published  # noqa: E402

SHAPE = Shape(layers=1, inner=8, width=16, heads=2, positions=256)
PLAN = Plan(epochs=2, rate=1e-3, texts=6)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """A MiniLM of the right names, a small size and random weights, with the real vocabulary."""
    folder = tmp_path_factory.mktemp("base")
    shutil.copy(MODELS / "spans" / "tokenizer.json", folder)
    vocabulary = len(json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"])
    weights = published() | {
        "embeddings.word_embeddings.weight": torch.randn(vocabulary, 16),
        "embeddings.position_embeddings.weight": torch.randn(256, 16),
    }
    safetensors.save_file(weights, folder / "model.safetensors")
    return folder


@pytest.fixture
def examples():
    texts = [Example("tab", f"d{n}", n % 5, f"I am Dana Quill {n}", (Mark(5, 15, "person"),)) for n in range(10)]
    return [*texts, Example("presidio", "t", 1, "Hi", ())]


def test_goes_on_where_it_was_stopped(base, examples, tmp_path, monkeypatch):
    whole, stopped = (Trainer(base, tmp_path / name, 1, SHAPE) for name in ("whole", "stopped"))
    for trainer in (whole, stopped):
        trainer.out.mkdir()
    expected = torch.load(whole.part("final", examples, PLAN, None), weights_only=True)
    epoch = Trainer._epoch

    def only_the_first(self, learner, examples, plan, number):
        if number:
            raise KeyboardInterrupt
        return epoch(self, learner, examples, plan, number)

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "_epoch", only_the_first)
        with pytest.raises(KeyboardInterrupt):
            stopped.part("final", examples, PLAN, None)
    assert (stopped.out / "final.state.pt").exists()
    resumed = torch.load(stopped.part("final", examples, PLAN, None), weights_only=True)
    assert all(torch.equal(expected[name], resumed[name]) for name in expected)
    assert not (stopped.out / "final.state.pt").exists()


def test_writes_a_model_that_the_detector_loads(base, examples, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "GENERAL", PLAN)
    monkeypatch.setattr(module, "ANNOTATED", PLAN)
    run(Trainer(base, tmp_path, 1, SHAPE), examples, ["fold-0"])
    pieces, chances = SpanModel(tmp_path / "fold-0").chances("I am Dana Quill")
    assert chances.shape[0] == len(pieces) == 5
    assert ((chances >= 0) & (chances <= 1)).all()
    before = (tmp_path / "fold-0.pt").stat().st_mtime_ns
    run(Trainer(base, tmp_path, 1, SHAPE), examples, ["fold-0"])
    assert (tmp_path / "fold-0.pt").stat().st_mtime_ns == before


def test_says_which_documents_a_fold_never_saw(examples):
    folds = json.loads(folds_file(examples))["folds"]
    assert [fold["model"] for fold in folds] == [f"fold-{n}" for n in range(5)]
    assert folds[2]["documents"] == ["d2", "d7"]

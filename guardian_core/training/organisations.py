"""Annotated texts in, the organisation head (guardian_core/detect/organisations.py) and its scores on held-out documents out.

    python -m guardian_core.training.organisations --data DIR

DIR holds `tab/tab_train.jsonl`, `tab/tab_dev.jsonl` (Text Anonymization Benchmark, MIT) and `pii/presidio_*.json` (synthetic,
MIT). Held out: TAB's own dev documents, and every fourth sentence template of the synthetic texts, so that no template is on both
sides.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from guardian_core.detect.names import Floats, word_scores, words
from guardian_core.detect.organisations import CLASSES, Head, neighbours
from guardian_core.detect.rampart import MODELS, Rampart

_TARGETS = {"ORG": 1, "ORGANIZATION": 1, "LOC": 2, "GPE": 2, "LOCATION": 2}
HIDDEN, EPOCHS, BATCH, RATE = 96, 8, 256, 1.5e-3


@dataclass(frozen=True, slots=True)
class Document:
    """One annotated text: (start, end, class) of each span."""

    source: str
    held_out: bool
    text: str = field(repr=False)
    spans: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """A document's word pieces: states [pieces, width], offsets, classes [pieces]."""

    document: Document
    states: Floats = field(repr=False)
    offsets: list[tuple[int, int]] = field(repr=False)
    classes: npt.NDArray[np.int64] = field(repr=False)


def documents(data: Path) -> Iterator[Document]:
    """Every annotated text under `data`."""
    for name, held_out in (("tab_train", False), ("tab_dev", True)):
        for line in (data / "tab" / f"{name}.jsonl").read_text(encoding="utf-8").strip().split("\n"):
            row = json.loads(line)
            spans = tuple((e["start_offset"], e["end_offset"], _TARGETS.get(e["entity_type"], 0)) for e in row["entities"])
            yield Document("tab", held_out, row["text"], spans)
    for path in sorted((data / "pii").glob("presidio_*.json")):
        for row in json.loads(path.read_text(encoding="utf-8")):
            template = f"{path.stem}:{row['template_id']}"
            held_out = hashlib.sha256(template.encode()).digest()[0] % 4 == 0
            spans = tuple((s["start_position"], s["end_position"], _TARGETS.get(s["entity_type"], 0)) for s in row["spans"])
            yield Document("presidio", held_out, row["full_text"], spans)


def encode(model: Rampart, document: Document) -> Encoded | None:
    """The states of a document's pieces; None for a text without pieces."""
    windows = list(model.states(document.text))
    if not windows:
        return None
    offsets = [offset for window, _, _ in windows for offset in window]
    classes = np.zeros(len(offsets), dtype=np.int64)
    for start, end, kind in document.spans:
        for piece, (first, last) in enumerate(offsets):
            if kind and first < end and last > start:
                classes[piece] = kind
    return Encoded(document, np.concatenate([hidden for _, _, hidden in windows]), offsets, classes)


def train(encoded: list[Encoded], *, seed: int = 0) -> Head:
    """One hidden layer, ReLU, dropout, Adam with a falling rate; cross-entropy over the three classes."""
    chance = np.random.default_rng(seed)
    inputs = np.concatenate([neighbours(e.states) for e in encoded])
    classes = np.concatenate([e.classes for e in encoded])
    mean, deviation = inputs.mean(axis=0), inputs.std(axis=0) + 1e-6
    inputs = np.asarray((inputs - mean) / deviation, dtype=np.float32)
    width = inputs.shape[1]
    weights = [
        chance.normal(0, (2 / width) ** 0.5, (width, HIDDEN)).astype(np.float32),
        np.zeros(HIDDEN, dtype=np.float32),
        chance.normal(0, HIDDEN**-0.5, (HIDDEN, len(CLASSES))).astype(np.float32),
        np.zeros(len(CLASSES), dtype=np.float32),
    ]
    moments = [(np.zeros_like(w), np.zeros_like(w)) for w in weights]
    step = 0
    for epoch in range(EPOCHS):
        order = chance.permutation(len(inputs))
        for at in range(0, len(order), BATCH):
            step += 1
            chosen = order[at : at + BATCH]
            gradients = _gradients(weights, inputs[chosen], classes[chosen], chance)
            _adam(weights, gradients, moments, step, RATE * (1 - epoch / EPOCHS) + 1e-4)
    scaled = np.asarray(weights[0] / deviation[:, None], dtype=np.float32)
    return Head(scaled, np.asarray(weights[1] - mean @ scaled, dtype=np.float32), weights[2], weights[3])


def _gradients(weights: list[Floats], x: Floats, y: npt.NDArray[np.int64], chance: np.random.Generator) -> list[Floats]:
    """Backpropagation through dropout 0.1 on the input and 0.3 on the hidden layer."""
    x = x * (chance.random(x.shape, dtype=np.float32) > 0.1) / np.float32(0.9)
    keep = (chance.random((len(x), HIDDEN), dtype=np.float32) > 0.3) / np.float32(0.7)
    before = x @ weights[0] + weights[1]
    after = np.maximum(before, 0) * keep
    logits = after @ weights[2] + weights[3]
    error = np.exp(logits - logits.max(axis=1, keepdims=True))
    error /= error.sum(axis=1, keepdims=True)
    error[np.arange(len(y)), y] -= 1
    error /= len(y)
    back = (error @ weights[2].T) * keep * (before > 0)
    decay = np.float32(1e-4)
    return [x.T @ back + decay * weights[0], back.sum(axis=0), after.T @ error + decay * weights[2], error.sum(axis=0)]


def _adam(weights: list[Floats], gradients: list[Floats], moments: list[tuple[Floats, Floats]], step: int, rate: float) -> None:
    """One step of Adam (Kingma and Ba 2015, algorithm 1), in place."""
    for weight, gradient, (first, second) in zip(weights, gradients, moments, strict=True):
        first[...] = 0.9 * first + 0.1 * gradient
        second[...] = 0.999 * second + 0.001 * gradient**2
        weight[...] = weight - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)


def scores(head: Head, encoded: list[Encoded], kind: int, threshold: float) -> tuple[float, float, int]:
    """(precision, recall, gold words) of a class over words of held-out documents."""
    right = said = gold = 0
    for one in encoded:
        spans = words(one.document.text)
        truth = word_scores(spans, one.offsets, (one.classes == kind).astype(np.float32)[:, None])[:, 0] > 0.5
        guess = word_scores(spans, one.offsets, head.scores(one.states))[:, kind] >= threshold
        right, said, gold = right + int((truth & guess).sum()), said + int(guess.sum()), gold + int(truth.sum())
    return right / max(said, 1), right / max(gold, 1), gold


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the organisation head and print its scores on held-out documents.")
    parser.add_argument("--data", type=Path, required=True, help="folder with tab/ and pii/")
    parser.add_argument("--target", type=Path, default=MODELS / "organisations" / "head.npz", help="where to write the head")
    parser.add_argument("--seed", type=int, default=0, help="seed of the random numbers")
    arguments = parser.parse_args()
    model = Rampart()
    encoded = [one for one in (encode(model, document) for document in documents(arguments.data)) if one]
    head = train([one for one in encoded if not one.document.held_out], seed=arguments.seed)
    arguments.target.parent.mkdir(parents=True, exist_ok=True)
    half = {name: getattr(head, name).astype(np.float16) for name in ("w1", "b1", "w2", "b2")}
    np.savez(arguments.target, **half)
    head = Head.load(arguments.target)
    for source in ("tab", "presidio"):
        held_out = [one for one in encoded if one.document.held_out and one.document.source == source]
        for kind in (1, 2):
            for threshold in (0.5, 0.7, 0.85, 0.9):
                precision, recall, gold = scores(head, held_out, kind, threshold)
                line = f"{source:9} {CLASSES[kind]:13} >= {threshold}: precision {precision:.3f} recall {recall:.3f}"
                sys.stdout.write(f"{line} of {gold} words\n")


if __name__ == "__main__":
    main()

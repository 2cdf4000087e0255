"""Models of folds and annotated texts in, how likely masked a word must be out, written into the configuration of every model.

    python -m guardian_core.training.span_threshold --data DIR --out DIR

`--out` is the folder that `guardian_core.training.spans` wrote. The threshold is the largest one at which the share of gold spans
of the Text Anonymization Benchmark whose text is gone reaches the goal. A fold's own is chosen on the documents of the other folds,
each read by the model that never saw it; that of the model that ships, on all of them.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from guardian_core.detect.decoding import Words, spans, words
from guardian_core.detect.spanmodel import SpanModel
from guardian_core.training.span_data import FOLDS, KINDS, Example, tab

GOAL = 0.975  # privacy that is wanted is 0.97; what is chosen on some documents does a little worse on others
GRID = tuple(round(0.02 * step, 2) for step in range(1, 31))


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """A paragraph with gold, and what the model that never saw it says of its words."""

    example: Example = field(repr=False)
    found: Words = field(repr=False)


def left(read: Read, threshold: float) -> tuple[int, int]:
    """(gold spans whose text still stands when what is found is replaced, gold spans)."""
    text, at, output = read.example.text, 0, ""
    for span in spans(text, read.found, KINDS, dict.fromkeys(KINDS, threshold)):
        output += text[at : span.start] + "\0"
        at = span.end
    output += text[at:]
    gold = [text[mark.start : mark.end] for mark in read.example.marks if mark.masked]
    return sum(value in output for value in gold), len(gold)


def privacy(reads: Sequence[Read], threshold: float) -> float:
    """1 − the share of gold spans that are left; 1 without gold."""
    counts = [left(read, threshold) for read in reads]
    return 1 - sum(count[0] for count in counts) / max(sum(count[1] for count in counts), 1)


def choose(reads: Sequence[Read], goal: float) -> float:
    """The largest threshold of the grid that reaches the goal; the smallest where none does."""
    return next((threshold for threshold in reversed(GRID) if privacy(reads, threshold) >= goal), GRID[0])


def read(out: Path, data: Path) -> Mapping[int, list[Read]]:
    """For each fold its paragraphs with gold, read by its model."""
    models = {fold: SpanModel(out / f"fold-{fold}") for fold in range(FOLDS)}
    found: dict[int, list[Read]] = {fold: [] for fold in models}
    for example in tab(data):
        if any(mark.masked for mark in example.marks):
            found[example.fold].append(Read(example, words(*models[example.fold].chances(example.text))))
    return found


def write(folder: Path, threshold: float) -> None:
    """Set the threshold of a model."""
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["thresholds"] = dict.fromkeys(config["kinds"], threshold)
    path.write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Choose the span model's threshold on documents its models never saw.")
    parser.add_argument("--data", type=Path, required=True, help="folder with tab/")
    parser.add_argument("--out", type=Path, required=True, help="folder with fold-0 … fold-4 and final")
    parser.add_argument("--privacy", type=float, default=GOAL, help="share of gold spans that must be gone")
    arguments = parser.parse_args()
    folds = read(arguments.out, arguments.data)
    chosen = {f"fold-{fold}": [r for other in folds if other != fold for r in folds[other]] for fold in folds}
    chosen["final"] = [r for reads in folds.values() for r in reads]
    for name, reads in chosen.items():
        threshold = choose(reads, arguments.privacy)
        held_out = folds[int(name[-1])] if name != "final" else reads
        write(arguments.out / name, threshold)
        sys.stdout.write(f"{name}: threshold {threshold}, privacy {privacy(held_out, threshold):.4f} on its held-out documents\n")


if __name__ == "__main__":
    main()

"""Models of folds and annotated texts in, how likely masked a word of each kind must be out, written into every model's settings.

    python -m guardian_core.training.span_threshold --data DIR --out DIR

`--out` is the folder that `guardian_core.training.spans` wrote. Of a grid, the thresholds that keep most words of the Text
Anonymization Benchmark are taken among those at which the share of gold spans whose text is gone reaches the goal. A fold's own are
chosen on the documents of the other folds, each read by the model that never saw it; those of the model that ships, on all of them.
"""

import argparse
import itertools
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from guardian_core.detect.decoding import Words, spans, words
from guardian_core.detect.spanmodel import SpanModel
from guardian_core.training.span_data import FOLDS, KINDS, Example, tab
from guardian_core.vocabulary import Entity

GOAL = 0.975  # privacy that is wanted is 0.97; what is chosen on some documents does a little worse on others
# Addresses are as good as certain where they are any, names and codes nearly, and need little benefit of the doubt. Most
# organisations in judgments are courts that tell nothing: their threshold is their own.
DIRECT = {"person": 0.2, "address": 0.5, "code": 0.2}
OTHERS = (0.02, 0.03, 0.05, 0.08, 0.12, 0.16, 0.2, 0.25)
ORGANISATIONS = (0.05, 0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.35)
# As guardian_core.anonymize.tags has it; a stage is not imported here.
UNNUMBERED = frozenset({Entity.DATE, Entity.AGE, Entity.QUANTITY, Entity.DEMOGRAPHIC, Entity.MISC})
_WORD = re.compile(r"\w+")

type Thresholds = dict[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """A paragraph with gold, and what the model that never saw it says of its words."""

    example: Example = field(repr=False)
    found: Words = field(repr=False)


def thresholds(others: float, organisations: float) -> Thresholds:
    """Of each kind."""
    return dict.fromkeys(KINDS, others) | {"organization": organisations} | DIRECT


def judged(read: Read, needed: Thresholds) -> tuple[int, int, float]:
    """(gold spans whose text still stands when what is found is replaced by tags, gold spans, Jaccard index of the words)."""
    text, at, output = read.example.text, 0, ""
    tags: dict[str, str] = {}
    for span in spans(text, read.found, KINDS, needed):
        name = span.entity.name
        tag = f"[{name}]" if span.entity in UNNUMBERED else tags.setdefault(text[span.start : span.end], f"[{name}_{len(tags)}]")
        output += text[at : span.start] + tag
        at = span.end
    output += text[at:]
    gold = [text[mark.start : mark.end] for mark in read.example.marks if mark.masked]
    before, after = set(_WORD.findall(text.lower())), set(_WORD.findall(output.lower()))
    return sum(value in output for value in gold), len(gold), len(before & after) / max(len(before | after), 1)


def measured(reads: Iterable[Read], needed: Thresholds) -> tuple[float, float]:
    """(privacy, utility): 1 − the share of gold spans that are left, and the mean Jaccard index."""
    results = [judged(read, needed) for read in reads]
    left, gold = sum(r[0] for r in results), sum(r[1] for r in results)
    return 1 - left / max(gold, 1), sum(r[2] for r in results) / max(len(results), 1)


type Table = Mapping[tuple[float, float], tuple[float, float]]


def choose(table: Table, goal: float) -> tuple[float, float]:
    """Of the thresholds that reach the goal those with the best utility; the most private where none does.

    >>> choose({(0.1, 0.1): (0.99, 0.6), (0.1, 0.2): (0.98, 0.7), (0.2, 0.2): (0.9, 0.8)}, 0.97)
    (0.1, 0.2)
    """
    reached = [pair for pair, (privacy, _) in table.items() if privacy >= goal]
    return max(reached, key=lambda pair: table[pair][1]) if reached else max(table, key=lambda pair: table[pair][0])


def tabulated(reads: Sequence[Read]) -> Table:
    """(privacy, utility) at every point of the grid."""
    return {pair: measured(reads, thresholds(*pair)) for pair in itertools.product(OTHERS, ORGANISATIONS)}


def read(out: Path, data: Path) -> Mapping[int, list[Read]]:
    """For each fold its paragraphs with gold, read by its model."""
    models = {fold: SpanModel(out / f"fold-{fold}") for fold in range(FOLDS)}
    found: dict[int, list[Read]] = {fold: [] for fold in models}
    for example in tab(data):
        if any(mark.masked for mark in example.marks):
            found[example.fold].append(Read(example, words(*models[example.fold].chances(example.text))))
    return found


def write(folder: Path, needed: Thresholds) -> None:
    """Set the thresholds of a model."""
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["thresholds"] = {kind: needed[kind] for kind in config["kinds"]}
    path.write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Choose the span model's thresholds on documents its models never saw.")
    parser.add_argument("--data", type=Path, required=True, help="folder with tab/")
    parser.add_argument("--out", type=Path, required=True, help="folder with fold-0 … fold-4 and final")
    parser.add_argument("--privacy", type=float, default=GOAL, help="share of gold spans that must be gone")
    arguments = parser.parse_args()
    folds = read(arguments.out, arguments.data)
    tables = {fold: tabulated(reads) for fold, reads in folds.items()}
    weights = {fold: sum(sum(m.masked for m in r.example.marks) for r in reads) for fold, reads in folds.items()}
    lengths = {fold: len(reads) for fold, reads in folds.items()}
    for name in (*(f"fold-{fold}" for fold in folds), "final"):
        used = [fold for fold in folds if name != f"fold-{fold}"]
        chosen = choose(_pooled([(tables[fold], weights[fold], lengths[fold]) for fold in used]), arguments.privacy)
        write(arguments.out / name, thresholds(*chosen))
        held_out = measured(folds[int(name[-1])], thresholds(*chosen)) if name != "final" else None
        sys.stdout.write(f"{name}: others {chosen[0]}, organisations {chosen[1]}; held out (privacy, utility) {held_out}\n")


def _pooled(tables: Sequence[tuple[Table, int, int]]) -> Table:
    """Tables of several folds as one; privacy weighs by gold spans, utility by paragraphs."""
    spans_, texts = sum(weight for _, weight, _ in tables), sum(count for _, _, count in tables)
    return {
        pair: (
            sum(table[pair][0] * weight for table, weight, _ in tables) / max(spans_, 1),
            sum(table[pair][1] * count for table, _, count in tables) / max(texts, 1),
        )
        for pair in tables[0][0]
    }


if __name__ == "__main__":
    main()

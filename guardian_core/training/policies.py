"""OPP-115 in, the statement classifier (policy_cache/models/opp115.npz) and what is known of it out.

    python -m guardian_core.training.policies --data DIR

DIR holds `opp115/annotations` and `opp115/sanitized_policies` (or is that folder). HELD_OUT policies, drawn by a seeded hash of
their names, are never read here; thresholds are chosen by cross-validation by policy over
the others. A minute of one core's time, numpy only.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from guardian_core.training.policy_data import ANNOTATORS, SEED, Passage, folder_of, held_out, named, policies
from guardian_core.training.policy_fit import Example, fit
from policy_cache.annotate import PRACTICES, hits
from policy_cache.classifier import Classifier, Floats, Parts, terms

TARGET = Path("policy_cache/models/opp115.npz")
FOLDS = 5
SENTENCE_WEIGHT = 0.5  # beside the segment that holds the sentence
MAJORITY = 2
MIN_EXAMPLES = 25  # sentences that two annotators agree on; a label with fewer stays with the lexicon
ROUNDS = 30
GRID = np.linspace(-4.0, 2.0, 49)
_LEFT_TO_LEXICON = ("type:", "flag:retention", "flag:rights", "recipient:first_party")

type Truths = NDArray[np.bool_]
type Unit = tuple[Truths, Callable[[Truths], Truths]]  # what is true of each unit, and what decisions say of the units


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """A segment and its sentences as the classifier sees them, and the votes [1 + sentences, labels]."""

    policy: str
    parts: tuple[Parts, ...] = field(repr=False)  # the segment, then each sentence
    votes: Floats = field(repr=False)


def labels_to_learn(passages: Sequence[Passage]) -> tuple[str, ...]:
    """The ten practices, and every other label with enough agreed examples."""
    counts: dict[str, int] = {}
    for passage in passages:
        for votes in passage.sentence_votes:
            for label, count in votes.items():
                counts[label] = counts.get(label, 0) + (count >= MAJORITY)
    others = {label for label, count in counts.items() if count >= MIN_EXAMPLES and not label.startswith(_LEFT_TO_LEXICON)}
    practices = [f"practice:{practice}" for practice in PRACTICES]
    return (*practices, *sorted(others - set(practices)))


def describe(passage: Passage, labels: Sequence[str]) -> Described:
    """A passage with sentences, described for training."""
    found = [frozenset(hits(text)) for text in (passage.text, *(one.text for one in passage.sentences))]
    headings = [one.heading[-1] if one.heading else "" for one in (passage.sentences[0], *passage.sentences)]
    texts = (passage.text, *(one.text for one in passage.sentences))
    votes = (passage.votes, *passage.sentence_votes)
    return Described(
        passage.policy,
        tuple(terms(text, heading, hit) for text, heading, hit in zip(texts, headings, found, strict=True)),
        np.array([[vote.get(label, 0) for label in labels] for vote in votes], dtype=np.float32),
    )


def train(described: Sequence[Described], labels: Sequence[str]) -> Classifier:
    """Fit on segments and sentences together; the target is the share of annotators that gave the label."""
    examples, targets = [], []
    for one in described:
        for place, (parts, votes) in enumerate(zip(one.parts, one.votes, strict=True)):
            examples.append(Example(one.policy, parts, SENTENCE_WEIGHT if place else 1.0))
            targets.append(np.minimum(np.float32(1 / ANNOTATORS) * votes, 1))
    return fit(examples, labels, np.array(targets, dtype=np.float32))


def cross_validated(described: Sequence[Described], labels: Sequence[str]) -> list[Floats]:
    """The log-odds [1 + sentences, labels] of every passage by a classifier that did not see its policy."""
    found: list[Floats] = [np.zeros(0, dtype=np.float32)] * len(described)
    folds = {name: place % FOLDS for place, name in enumerate(held_out({one.policy for one in described}, SEED + 1, 10_000))}
    for fold in range(FOLDS):
        model = train([one for one in described if folds[one.policy] != fold], labels)
        for place, one in enumerate(described):
            if folds[one.policy] == fold:
                found[place] = np.array([model.logits(parts) for parts in one.parts])
        sys.stdout.write(f"fold {fold + 1} of {FOLDS}\n")
        sys.stdout.flush()
    return found


def f1(truth: Truths, said: Truths) -> float:
    """The F1 of one label; 0 where nothing is true and nothing said."""
    return 2 * int((truth & said).sum()) / max(1, int(truth.sum()) + int(said.sum()))


def choose(described: Sequence[Described], logits: Sequence[Floats], labels: Sequence[str]) -> Floats:
    """The thresholds [2, labels] (Classifier.thresholds) with the best F1 by the classifiers that had not seen the policies.

    For a sentence: the mean of F1 over sentences and F1 over segments by the union of their sentences, so that neither suffers.
    Data categories are chosen together for the F1 of all their decisions, in which a rare one counts as often as it is met: in
    nested cross-validation by policy .732 where the best threshold of each alone gave .714. Other labels are chosen each alone.
    """
    score, truth = np.concatenate(logits), np.concatenate([one.votes for one in described]) >= MAJORITY
    lengths = np.array([len(one.votes) for one in described])
    firsts = np.cumsum(lengths) - lengths
    whole = np.zeros(len(truth), dtype=np.bool_)
    whole[firsts] = True
    starts = firsts - np.arange(len(firsts))  # of each segment among the sentences

    def each(said: Truths) -> Truths:
        return said

    def union(said: Truths) -> Truths:
        return np.logical_or.reduceat(said, starts)

    together = [place for place, label in enumerate(labels) if label.startswith("category:")]
    thresholds = np.zeros((2, len(labels)), dtype=np.float32)
    for several, rows in enumerate((~whole, whole)):
        units: list[Unit] = [(truth[whole], each)] if several else [(truth[~whole], each), (truth[whole], union)]
        tried = [Tried.of(score[rows, place], [(true[:, place], view) for true, view in units]) for place in range(len(labels))]
        thresholds[several] = [one.best() for one in tried]
        thresholds[several, together] = best_together([tried[place] for place in together])
    return thresholds


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """Every threshold of GRID for one label, and what it gets right.

    Counts are means over a threshold and its neighbours: of a rare label the single best one is chance. In nested cross-validation
    by policy this gave .778 macro F1 over practices where the single best gave .772.
    """

    hits: Floats = field(repr=False)  # [thresholds, units]
    said: Floats = field(repr=False)  # [thresholds, units]
    true: Floats = field(repr=False)  # [units]

    @classmethod
    def of(cls, value: Floats, units: Sequence[Unit]) -> "Tried":
        """From log-odds, and what is true of each unit beside how decisions are read there."""
        found = np.array([_counts(value > level, units) for level in GRID])
        around = np.pad(found, ((1, 1), (0, 0), (0, 0)), mode="edge")
        hits, said = ((around[:-2] + around[1:-1] + around[2:]) / 3).astype(np.float32).transpose(2, 0, 1)
        return cls(hits, said, np.array([true.sum() for true, _ in units], dtype=np.float32))

    def best(self) -> float:
        """The threshold with the best mean F1 over the units."""
        return float(GRID[(2 * self.hits / np.maximum(1, self.said + self.true)).mean(axis=1).argmax()])


def _counts(said: Truths, units: Sequence[Unit]) -> list[list[int]]:
    """For each unit how many decisions are right and how many are made."""
    return [[int((true & view(said)).sum()), int(view(said).sum())] for true, view in units]


def best_together(labels: Sequence[Tried]) -> list[float]:
    """The thresholds of several labels with the best F1 over all their decisions, the mean over the units.

    F = 2 hits / (said + true) is best where every label has the most 2 hits - F·said (Dinkelbach, Management Science 1967), so F is
    raised until it stays.
    """
    true = sum((one.true for one in labels), np.zeros(1, dtype=np.float32))
    level, size = np.full_like(true, 0.5), np.maximum(np.float32(1), true)
    chosen: list[int] = []
    for _ in range(ROUNDS):
        chosen = [int(((2 * one.hits - level * one.said) / size).sum(axis=1).argmax()) for one in labels]
        hits = sum((one.hits[place] for one, place in zip(labels, chosen, strict=True)), np.zeros_like(true))
        said = sum((one.said[place] for one, place in zip(labels, chosen, strict=True)), np.zeros_like(true))
        size = np.maximum(np.float32(1), true + said)
        if np.allclose(level, 2 * hits / size):
            break
        level = (2 * hits / size).astype(np.float32)
    return [float(GRID[place]) for place in chosen]


def facts(model: Classifier, passages: Sequence[Passage], kept_back: Sequence[str]) -> str:
    """What the model card refers to: the policies on both sides, the seed and the thresholds."""
    said = {
        "trained_on": sorted({one.policy for one in passages}),
        "held_out": sorted(kept_back),
        "seed": SEED,
        "terms": len(model.index),
        "thresholds": {
            label: model.thresholds[:, place].astype(float).round(3).tolist() for place, label in enumerate(model.labels)
        },
    }
    return json.dumps(said, indent=1) + "\n"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the statement classifier on OPP-115.")
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds opp115")
    parser.add_argument("--target", type=Path, default=TARGET, help="where to write the file that ships")
    arguments = parser.parse_args()
    arguments.target.parent.mkdir(parents=True, exist_ok=True)
    folder = folder_of(arguments.data)
    kept_back = held_out(named(folder))
    trained_on = policies(folder, [name for name in named(folder) if name not in kept_back])
    passages = [one for of in trained_on.values() for one in of if one.sentences]
    labels = labels_to_learn(passages)
    described = [describe(one, labels) for one in passages]
    model = replace(train(described, labels), thresholds=choose(described, cross_validated(described, labels), labels))
    model.save(arguments.target)
    arguments.target.with_suffix(".json").write_text(facts(model, passages, kept_back), encoding="utf-8")
    sys.stdout.write(f"{len(labels)} labels over {len(model.index)} terms: {arguments.target.stat().st_size / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()

"""OPP-115 in, the statement classifier (policy_cache/models/opp115.npz) and what is known of it out.

    python -m guardian_core.training.policies --data DIR

DIR holds `opp115/annotations` and `opp115/sanitized_policies` (or is that folder). HELD_OUT policies, drawn by a seeded hash of
their names, are never read here; thresholds, and which source decides about a label, are chosen by cross-validation by policy over
the others. Minutes on two cores, numpy only.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from guardian_core.training.policy_data import ANNOTATORS, SEED, Passage, folder_of, held_out, policies
from guardian_core.training.policy_fit import Example, fit
from policy_cache.annotate import PRACTICES, hits
from policy_cache.classifier import Classifier, Floats, Terms, terms

TARGET = Path("policy_cache/models/opp115.npz")
FOLDS = 5
SENTENCE_WEIGHT = 0.5  # beside the segment that holds the sentence
MAJORITY = 2
MIN_EXAMPLES = 25  # sentences that two annotators agree on; a label with fewer stays with the lexicon
WORTH = 0.005  # of F1: what a finer choice must gain over a plainer one
GRID = np.linspace(-4.0, 2.0, 25)
GAPS = (0.25, 0.5, 0.75, 1.0, np.inf, None)  # how much less a word of the lexicon makes enough; None: without one, nothing is
_LEFT_TO_LEXICON = ("type:", "flag:retention", "flag:rights", "recipient:first_party")

type Truths = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """A segment and its sentences as the classifier sees them, what the lexicon says, and the votes [1 + sentences, labels]."""

    policy: str
    parts: tuple[tuple[Terms, Terms, Terms], ...] = field(repr=False)  # the segment, then each sentence
    lexicon: Truths = field(repr=False)
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
        np.array([[label in hit for label in labels] for hit in found]),
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
    return found


def f1(truth: Truths, said: Truths) -> float:
    """The F1 of one label; 0 where nothing is true and nothing said."""
    return 2 * int((truth & said).sum()) / max(1, int(truth.sum()) + int(said.sum()))


def choose(described: Sequence[Described], logits: Sequence[Floats], labels: Sequence[str]) -> Floats:
    """The thresholds [2, 2, labels] (Classifier.thresholds) with the best F1 by the classifiers that had not seen the policies.

    For a sentence: the mean of F1 over sentences and F1 over segments by the union of their sentences, so that neither suffers.
    """
    votes, lexicon = np.concatenate([one.votes for one in described]), np.concatenate([one.lexicon for one in described])
    score = np.concatenate(logits)
    starts = np.concatenate([[0], np.cumsum([len(one.votes) - 1 for one in described])[:-1]])
    whole = np.zeros(len(votes), dtype=np.bool_)
    whole[np.concatenate([[0], np.cumsum([len(one.votes) for one in described])[:-1]])] = True
    thresholds = np.zeros((2, 2, len(labels)), dtype=np.float32)
    for place in range(len(labels)):
        truth, listed, value = votes[:, place] >= MAJORITY, lexicon[:, place], score[:, place]

        def sentences(said: Truths, truth: Truths = truth) -> float:
            return (f1(truth[~whole], said) + f1(truth[whole], np.logical_or.reduceat(said, starts))) / 2

        def segments(said: Truths, truth: Truths = truth) -> float:
            return f1(truth[whole], said)

        thresholds[0, :, place] = _best(value[~whole], listed[~whole], sentences)
        thresholds[1, :, place] = _best(value[whole], listed[whole], segments)
    return thresholds


def _best(value: Floats, listed: Truths, quality: Callable[[Truths], float]) -> tuple[float, float]:
    """The thresholds without and with a word of the lexicon: the lexicon alone, one for both, or two, if each is worth it.

    What is compared is the mean of the quality at a threshold and its neighbours: of a rare label the single best one is chance.
    In nested cross-validation by policy this gave .778 macro F1 over practices where the single best gave .772.
    """
    chosen: tuple[float, float] = (np.inf, -np.inf)
    best = quality(listed)
    for gap in (0.0, *GAPS):
        without = GRID if gap is not None else np.full(len(GRID), np.inf)
        beside = GRID - gap if gap is not None else GRID
        found = np.array([quality(value > np.where(listed, low, high)) for high, low in zip(without, beside, strict=True)])
        smooth = np.convolve(np.pad(found, 1, mode="edge"), np.full(3, 1 / 3), "valid")
        place = int(smooth.argmax())
        if smooth[place] > best + WORTH:
            best, chosen = float(smooth[place]), (float(without[place]), float(beside[place]))
    return chosen


def facts(model: Classifier, passages: Sequence[Passage], kept_back: Sequence[str]) -> str:
    """What the model card refers to: the policies on both sides, the seed and the thresholds."""
    said = {
        "trained_on": sorted({one.policy for one in passages}),
        "held_out": sorted(kept_back),
        "seed": SEED,
        "terms": len(model.index),
        "thresholds": {
            label: [[str(level) for level in row] for row in model.thresholds[:, :, place].round(3).tolist()]
            for place, label in enumerate(model.labels)
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
    everything = policies(folder_of(arguments.data))
    kept_back = held_out(everything)
    passages = [one for name, of in everything.items() if name not in kept_back for one in of if one.sentences]
    labels = labels_to_learn(passages)
    described = [describe(one, labels) for one in passages]
    model = replace(train(described, labels), thresholds=choose(described, cross_validated(described, labels), labels))
    model.save(arguments.target)
    arguments.target.with_suffix(".json").write_text(facts(model, passages, kept_back), encoding="utf-8")
    sys.stdout.write(f"{len(labels)} labels over {len(model.index)} terms: {arguments.target.stat().st_size / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()

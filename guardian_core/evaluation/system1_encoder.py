"""Pairs as sentences in, how well System 1 does on vectors of 384 numbers instead of 42 features out.

Rows for comparison, nothing that ships: a frozen sentence encoder (`policy_encoder`: all-MiniLM-L6-v2 in the folder that
GUARDIAN_ENCODER names; needs torch and transformers) reads the behaviour, put into words, and the statement's own text. The same
network, loss and pairs as in `training.system1`, trained here on policies that are not held out, its temperature chosen on ten of
them. No annotator is involved: what the text says is the encoder's to find. Where the encoder is missing, the row says so in
`not_run`.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from guardian_core.evaluation.policy_encoder import ENCODER, encode, missing
from guardian_core.matching.calibration import Row, mean, opinions, scores
from guardian_core.matching.gradient import Batch
from guardian_core.training.pairs import Judged, Pair, draw, judged
from guardian_core.training.policy_data import SEED, Passage, held_out
from guardian_core.training.system1 import SEEDS, VALIDATING, VALIDATION, fit, sampled, temperature
from guardian_core.vocabulary import Act, Action, Basis, Recipient, Statement
from policy_cache.annotate import query_words
from policy_cache.classifier import Floats

ABOUT: Row = {"fields": "text", "method": "minilm"}


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """The vector of every text that some pair needs."""

    by_text: Mapping[str, Floats] = field(repr=False)

    def batch(self, pairs: Sequence[Pair]) -> Batch:
        """Vectors of pairs, [n, 384] each, with their labels."""
        return Batch(
            np.array([self.by_text[in_words(pair.action)] for pair in pairs]),
            np.array([self.by_text[pair.judged.gold.text] for pair in pairs]),
            np.array([float(pair.risky) for pair in pairs]),
            np.ones(len(pairs)),
        )


def encoder_rows(others: Callable[[], Mapping[str, Sequence[Passage]]], measured: Mapping[str, Sequence[Pair]]) -> Iterator[Row]:
    """One row per mix of held-out pairs: the mean over the seeds, or why it was not run. `others` reads what is trained on."""
    reason = missing()
    trained = {} if reason else others()
    if not reason and not trained:
        reason = "no policies to train on"
    if reason:
        yield from (ABOUT | {"mix": mix, "seed": "none", "not_run": reason} for mix in measured)
        return
    read = {name: labelled(passages) for name, passages in trained.items()}
    lessons = Lessons.of(read)
    start = time.perf_counter()
    vectors = embedded([*lessons.most, *lessons.rest, *lessons.every, *(pair for pairs in measured.values() for pair in pairs)])
    taken = (time.perf_counter() - start) / len(vectors.by_text)
    yield from (row | {"encode_ms": taken * 1e3} for row in vector_rows(lessons, vectors, measured))


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Pairs to train on, as `training.system1.train` draws them."""

    most: Sequence[Pair] = field(repr=False)  # without those of ten policies
    rest: Sequence[Pair] = field(repr=False)  # which choose the temperature
    every: Sequence[Pair] = field(repr=False)

    @classmethod
    def of(cls, read: Mapping[str, Sequence[Judged]]) -> "Lessons":
        """From the sentences of every policy that is not held out."""
        validating = set(held_out(read, SEED + 2, VALIDATING))
        return cls(
            sampled([one for name in sorted(read) if name not in validating for one in read[name]]),
            draw([one for name in sorted(read) if name in validating for one in read[name]], VALIDATION, seed=2),
            sampled([one for name in sorted(read) for one in read[name]]),
        )


def vector_rows(lessons: Lessons, vectors: Vectors, measured: Mapping[str, Sequence[Pair]]) -> Iterator[Row]:
    """Train on vectors with every seed, and measure."""
    best = temperature(fit(vectors.batch(lessons.most), min(SEEDS)), vectors.batch(lessons.rest))
    examples = vectors.batch(lessons.every)
    networks = [fit(examples, seed).at(best) for seed in SEEDS]
    for mix, pairs in measured.items():
        asked = vectors.batch(pairs)
        found = [scores(*opinions(network, asked), asked.risky) for network in networks]
        yield ABOUT | {"mix": mix, "seed": "mean"} | mean(found) | {"pairs": len(pairs), "temperature": best}


def labelled(passages: Sequence[Passage]) -> list[Judged]:
    """Sentences with people's labels alone: nothing is predicted for them."""
    return judged(passages, [(Statement(text=""),) * len(passage.sentences) for passage in passages])


def embedded(pairs: Sequence[Pair]) -> Vectors:
    """Each text of the pairs once, in vectors of about one in each place, as the network's start expects."""
    texts = sorted({text for pair in pairs for text in (in_words(pair.action), pair.judged.gold.text)})
    found = encode(Path(os.environ[ENCODER]), texts)
    return Vectors(dict(zip(texts, found * np.float32(np.sqrt(found.shape[1])), strict=True)))


def in_words(action: Action) -> str:
    """A behaviour of one category, recipient and purpose as a sentence: the words by which policies speak of each."""
    (category,), (recipient,), (purpose,) = action.categories, action.recipients, action.purposes
    act, to = ("share", "with") if action.act is Act.SHARING else ("collect", "through")
    whom = "" if recipient is Recipient.FIRST_PARTY else f" {to} {query_words(f'recipient.{recipient}')}"
    basis = "as you asked us to" if action.basis is Basis.USER_INITIATED else "without asking you"
    return f"We {act} your {query_words(category)}{whom} for {query_words(f'purpose.{purpose}')}, {basis}."

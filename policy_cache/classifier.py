"""The words of a statement, its heading and what the lexicon saw in it in, a log-odds for each label out.

A linear model: one logistic regression per label over words and pairs of words (tf-idf, of the statement and, apart, of its nearest
heading) and the labels that the lexicon gives. Whether a statement denies something is learned and asked of those with a word of
denial alone, from the words that follow it too. Only numpy is needed. Trained by `guardian_core.training.policies`; the file and
its model card are in `models/`.
"""

import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from guardian_core.errors import ModelError

MODEL = "models/opp115.npz"
HEADING = "#"  # marks a word of the heading
LEXICON = "="  # marks a label of the lexicon
DENIED = "!"  # marks a word that a denial covers
HEADING_WEIGHT, LEXICON_WEIGHT = 0.5, 0.2
NEGATED = "flag:negated"
NO_DENIAL = -10.0  # log-odds of a denial without a word of denial
LEAST = 0.02  # a smaller chance is none
REACH = 5  # words that a word of denial covers
KNOWN = 0.5  # share of its words that a statement must have in the vocabulary to be judged
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_DENIALS = frozenset({
    "not", "never", "no", "none", "nor", "neither", "cannot", "without", "prohibited", "prohibits", "prohibit", "dont", "doesnt",
    "didnt", "wont", "wouldnt", "cant", "couldnt", "isnt", "arent", "wasnt", "werent", "hasnt", "havent", "hadnt", "shouldnt",
    "mustnt",
})  # fmt: skip

type Floats = NDArray[np.float32]
type Terms = dict[str, float]
type Parts = tuple[Terms, Terms, Terms, Terms]


def words(text: str) -> list[str]:
    """Lower-case words; numbers are alike.

    >>> words("We keep e-mails for 90 days.")
    ['we', 'keep', 'e', 'mails', 'for', '0', 'days']
    """
    return [_DIGITS.sub("0", word) for word in _WORD.findall(text.lower().replace("’", "'").replace("'", ""))]


def terms(text: str, heading: str, hits: Iterable[str]) -> Parts:
    """What a statement is described by: words and pairs, words of its heading, labels of the lexicon, words that a denial covers.

    Words, pairs and denied words weigh 1 + ln(count).
    """
    said = words(text)
    counts = Counter(said)
    counts.update(f"{one} {other}" for one, other in pairwise(said))
    denied = Counter(f"{DENIED}{word}" for word in covered(said))
    return (
        _damped(counts),
        {f"{HEADING}{word}": 1.0 for word in words(heading)},
        {f"{LEXICON}{hit}": 1.0 for hit in sorted(hits)},  # sums of floats depend on the order
        _damped(denied),
    )


def covered(said: Iterable[str]) -> list[str]:
    """The words within REACH after a word of denial, without such words.

    >>> covered("we do not sell your data and we will never rent it".split())
    ['sell', 'your', 'data', 'and', 'we', 'rent', 'it']
    """
    found, left = [], 0
    for word in said:
        if word in _DENIALS:
            left = REACH
        elif left:
            found.append(word)
            left -= 1
    return found


def _damped(counts: Counter[str]) -> Terms:
    return {term: 1.0 + float(np.log(count)) if count > 1 else 1.0 for term, count in counts.items()}


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of one statement."""

    labels: frozenset[str]
    chances: tuple[tuple[str, float], ...]  # by label: the logistic function of the log-odds above its threshold, from LEAST on


@dataclass(frozen=True, slots=True, eq=False)
class Classifier:
    """Log-odds = x·W + b, and the log-odds above which a label is said to hold.

    The lexicon's word is one of the terms and needs no threshold of its own: with one for either case, or the lexicon deciding
    alone, nothing was gained in cross-validation by policy (.772 macro F1 over practices, .778 without).
    """

    labels: tuple[str, ...]
    index: Mapping[str, int] = field(repr=False)  # term → row of W
    idf: Floats = field(repr=False)  # [terms]; 1 for labels of the lexicon
    weights: Floats | NDArray[np.float16] = field(repr=False)  # [terms, labels]
    bias: Floats = field(repr=False)  # [labels]
    thresholds: Floats = field(repr=False)  # [2, labels]: of one sentence, of a text of several

    def row(self, parts: Parts) -> tuple[NDArray[np.intp], Floats]:
        """The places and values of a statement's terms; each part has a length of its own, so that none drowns another."""
        places: list[int] = []
        values: list[Floats] = []
        for part, weight in zip(parts, (1.0, HEADING_WEIGHT, LEXICON_WEIGHT, 1.0), strict=True):
            known = [(place, value) for term, value in part.items() if (place := self.index.get(term)) is not None]
            if not known:
                continue
            at = [place for place, _ in known]
            value = np.array([value for _, value in known], dtype=np.float32) * self.idf[at]
            length = 1.0 if weight == LEXICON_WEIGHT else float(np.sqrt(value @ value))
            places += at
            values.append(value * np.float32(weight / length))
        return np.array(places, dtype=np.intp), np.concatenate(values) if values else np.zeros(0, dtype=np.float32)

    def logits(self, parts: Parts) -> Floats:
        """The log-odds of every label for one statement, in the order of `labels`."""
        places, values = self.row(parts)
        found = np.asarray(values @ self.weights[places].astype(np.float32) + self.bias, dtype=np.float32)
        if not parts[-1] and NEGATED in self.labels:
            found[self.labels.index(NEGATED)] = NO_DENIAL
        return found

    def said(self, text: str, heading: str, hits: frozenset[str], *, several: bool) -> Said | None:
        """The labels that hold, untrained ones as the lexicon has them, and chances. None: the words are not its language."""
        parts = terms(text, heading, hits)
        alone = [term for term in parts[0] if " " not in term]
        if sum(term in self.index for term in alone) < KNOWN * len(alone):
            return None
        margins = self.logits(parts) - self.thresholds[int(several)]
        known = {label for label, margin in zip(self.labels, margins, strict=True) if margin > 0}
        chances = np.round(1 / (1 + np.exp(-margins.astype(np.float64))), 2)
        chances = np.where(margins > 0, chances, np.minimum(chances, 0.49))  # rounding makes nobody say anything
        likely = tuple((label, chance) for label, chance in zip(self.labels, chances.tolist(), strict=True) if chance >= LEAST)
        return Said(frozenset(known | (hits - frozenset(self.labels))), likely)

    @classmethod
    def load(cls, path: Path) -> "Classifier":
        """Read the file that training wrote.

        Raises:
            ModelError: missing or broken file.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                vocabulary = bytes(file["terms"]).decode().split("\n")
                labels = tuple(str(name) for name in file["labels"])
                return cls(
                    labels=labels,
                    index={term: place for place, term in enumerate(vocabulary)},
                    idf=np.asarray(file["idf"], dtype=np.float32),
                    weights=np.asarray(file["weights"], dtype=np.float16),  # as they are kept; more bits would say no more
                    bias=np.asarray(file["bias"], dtype=np.float32),
                    thresholds=np.asarray(file["thresholds"], dtype=np.float32).reshape(2, len(labels)),
                )
        except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile):
            message = (
                f"the statement classifier {path} is missing or broken: install the package again, or train it with "
                "python -m guardian_core.training.policies"
            )
            raise ModelError(message) from None

    def save(self, path: Path) -> None:
        """Write the file that `load` reads: 16-bit weights."""
        vocabulary = sorted(self.index, key=lambda term: self.index[term])
        np.savez_compressed(
            path,
            terms=np.frombuffer("\n".join(vocabulary).encode(), dtype=np.uint8),
            labels=np.array(self.labels),
            idf=self.idf.astype(np.float16),
            weights=self.weights.astype(np.float16),
            bias=self.bias,
            thresholds=self.thresholds,
        )


@cache
def shipped() -> Classifier:
    """The classifier that comes with the package, read when first asked for."""
    with as_file(files("policy_cache").joinpath(MODEL)) as path:
        return Classifier.load(path)

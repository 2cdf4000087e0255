"""The words of a statement, its heading and what the lexicon saw in it in, a log-odds for each label out.

A linear model: one logistic regression per label over words and pairs of words (tf-idf, of the statement and, apart, of its nearest
heading) and the labels that the lexicon gives. Only numpy is needed. Trained by `guardian_core.training.policies`; the file and its
model card are in `models/`.
"""

import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
HEADING_WEIGHT, LEXICON_WEIGHT = 0.5, 0.2
KNOWN = 0.5  # share of its words that a statement must have in the vocabulary to be judged
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")

type Floats = NDArray[np.float32]
type Terms = dict[str, float]


def words(text: str) -> list[str]:
    """Lower-case words; numbers are alike.

    >>> words("We keep e-mails for 90 days.")
    ['we', 'keep', 'e', 'mails', 'for', '0', 'days']
    """
    return [_DIGITS.sub("0", word) for word in _WORD.findall(text.lower().replace("’", "'").replace("'", ""))]


def terms(text: str, heading: str, hits: Iterable[str]) -> tuple[Terms, Terms, Terms]:
    """What a statement is described by: words and pairs with 1 + ln(count), words of its heading, labels of the lexicon."""
    said = words(text)
    counts = Counter(said)
    counts.update(f"{one} {other}" for one, other in pairwise(said))
    body = {term: 1.0 + float(np.log(count)) if count > 1 else 1.0 for term, count in counts.items()}
    return body, {f"{HEADING}{word}": 1.0 for word in words(heading)}, {f"{LEXICON}{hit}": 1.0 for hit in hits}


@dataclass(frozen=True, slots=True, eq=False)
class Classifier:
    """Log-odds = x·W + b, and the log-odds above which a label is said to hold.

    There are two thresholds per label, so that the two sources are weighed as they proved worth: a word of the lexicon may suffice,
    be required, or only help. Infinite ones leave the label to the lexicon.
    """

    labels: tuple[str, ...]
    index: Mapping[str, int] = field(repr=False)  # term → row of W
    idf: Floats = field(repr=False)  # [terms]; 1 for labels of the lexicon
    weights: Floats = field(repr=False)  # [terms, labels]
    bias: Floats = field(repr=False)  # [labels]
    thresholds: Floats = field(repr=False)  # [2, labels]: of one sentence, of a text of several
    rules: tuple[str, ...] = ()  # of each label, which source decides: a key of RULES

    def row(self, parts: Sequence[Terms]) -> tuple[NDArray[np.intp], Floats]:
        """The places and values of a statement's terms; each part has a length of its own, so that none drowns another."""
        places: list[int] = []
        values: list[Floats] = []
        for part, weight in zip(parts, (1.0, HEADING_WEIGHT, LEXICON_WEIGHT), strict=True):
            known = [(place, value) for term, value in part.items() if (place := self.index.get(term)) is not None]
            if not known:
                continue
            at = [place for place, _ in known]
            value = np.array([value for _, value in known], dtype=np.float32) * self.idf[at]
            length = 1.0 if weight == LEXICON_WEIGHT else float(np.sqrt(value @ value))
            places += at
            values.append(value * np.float32(weight / length))
        return np.array(places, dtype=np.intp), np.concatenate(values) if values else np.zeros(0, dtype=np.float32)

    def logits(self, parts: Sequence[Terms]) -> Floats:
        """The log-odds of every label for one statement, in the order of `labels`."""
        places, values = self.row(parts)
        return np.asarray(values @ self.weights[places] + self.bias, dtype=np.float32)

    def said(self, text: str, heading: str, hits: frozenset[str], *, several: bool) -> frozenset[str] | None:
        """The labels that hold; untrained ones are the lexicon's. None: the words are not its language."""
        parts = terms(text, heading, hits)
        alone = [term for term in parts[0] if " " not in term]
        if sum(term in self.index for term in alone) < KNOWN * len(alone):
            return None
        listed = [label in hits for label in self.labels]
        above = self.logits(parts) > np.where(listed, self.thresholds[int(several), 1], self.thresholds[int(several), 0])
        known = {label for label, holds in zip(self.labels, above, strict=True) if holds}
        return frozenset(known | (hits - frozenset(self.labels)))

    @classmethod
    def load(cls, path: Path) -> "Classifier":
        """Read the file that training wrote.

        Raises:
            ModelError: missing or broken file.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                vocabulary = bytes(file["terms"]).decode().split("\n")
                return cls(
                    labels=tuple(str(name) for name in file["labels"]),
                    index={term: place for place, term in enumerate(vocabulary)},
                    idf=np.asarray(file["idf"], dtype=np.float32),
                    weights=np.asarray(file["weights"], dtype=np.float32),
                    bias=np.asarray(file["bias"], dtype=np.float32),
                    thresholds=np.asarray(file["thresholds"], dtype=np.float32),
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

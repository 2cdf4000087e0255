"""Annotated policies in, practice F1 of MiniLM features and of their mean with the shipped classifier out.

Rows for comparison, nothing that ships: a sentence encoder (all-MiniLM-L6-v2, in the folder that GUARDIAN_ENCODER names; needs
torch and transformers) gives 384 numbers per segment, a logistic head is fitted on the training policies, and its thresholds come
from five-fold cross-validation by policy. Where the encoder is missing, the rows say so in `not_run`.
"""

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from guardian_core.evaluation.policy_fields import Row
from guardian_core.training.policies import FOLDS, GRID, MAJORITY, Truths, f1
from guardian_core.training.policy_data import ANNOTATORS, Passage
from guardian_core.training.policy_fit import minimise
from policy_cache.annotate import PRACTICES, hits
from policy_cache.classifier import Floats, shipped, terms

ENCODER = "GUARDIAN_ENCODER"
LABELS = tuple(f"practice:{practice}" for practice in PRACTICES)
STRENGTH = 10.0  # by cross-validation: .725 macro F1, .720 with 3
LENGTH = 128  # word pieces
_BATCH = 32
_ABOUT: Row = {"dataset": "OPP-115", "field": "practice", "unit": "segment", "gold": "majority"}


def encoder_rows(trained: Sequence[Passage], held: Sequence[Passage]) -> Iterator[Row]:
    """The rows "minilm" and "combined", or why they were not run."""
    reason = missing() if trained and held else "no policies to train on, or none kept back"
    if reason:
        yield from (_ABOUT | {"method": method, "label": "all", "not_run": reason} for method in ("minilm", "combined"))
        return
    vectors = encode(Path(os.environ[ENCODER]), [one.text for one in (*trained, *held)])
    yield from head_rows(vectors[: len(trained)], trained, vectors[len(trained) :], held)


def missing() -> str:
    """Why the encoder cannot be used; "" if it can."""
    if not os.environ.get(ENCODER):
        return f"{ENCODER} does not name the folder of all-MiniLM-L6-v2"
    if not (Path(os.environ[ENCODER]) / "config.json").is_file():
        return f"the folder that {ENCODER} names holds no config.json"
    absent = [name for name in ("torch", "transformers") if find_spec(name) is None]
    return f"not installed: {', '.join(absent)}" if absent else ""


def encode(folder: Path, texts: Sequence[str]) -> Floats:
    """Mean-pooled, normalised vectors [texts, 384]."""
    torch, transformers = import_module("torch"), import_module("transformers")
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModel.from_pretrained(folder).eval()
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))  # alike lengths need little padding
    vectors = np.zeros((len(texts), model.config.hidden_size), dtype=np.float32)
    with torch.inference_mode():
        for start in range(0, len(order), _BATCH):
            places = order[start : start + _BATCH]
            batch = tokenizer(
                [texts[place] for place in places], truncation=True, max_length=LENGTH, padding=True, return_tensors="pt"
            )
            mask = batch["attention_mask"][..., None].float()
            mean = (model(**batch).last_hidden_state * mask).sum(1) / mask.sum(1)
            vectors[places] = torch.nn.functional.normalize(mean, dim=1).numpy()
    return vectors


def head_rows(vectors: Floats, trained: Sequence[Passage], held_vectors: Floats, held: Sequence[Passage]) -> Iterator[Row]:
    """The rows for vectors [passages, n] of both sides."""
    centre = vectors.mean(axis=0)
    scale = np.float32(np.sqrt(((vectors - centre) ** 2).sum(axis=1).mean()) or 1.0)
    seen, new = (vectors - centre) / scale, (held_vectors - centre) / scale
    votes = _votes(trained)
    names = sorted({one.policy for one in trained})
    folds = np.array([names.index(one.policy) % FOLDS for one in trained])
    unseen = np.zeros_like(votes)
    for fold in range(FOLDS):
        if (folds == fold).any() and (folds != fold).any():
            unseen[folds == fold] = _logits(seen[folds == fold], fit_head(seen[folds != fold], votes[folds != fold]))
    levels = np.array([_level(unseen[:, place], votes[:, place] >= MAJORITY) for place in range(len(LABELS))])
    above = _logits(new, fit_head(seen, votes)) - levels
    truth = _votes(held) >= MAJORITY
    yield from _rows("minilm", truth, above > 0)
    yield from _rows("combined", truth, above + _shipped_above(held) > 0)


def fit_head(vectors: Floats, votes: Floats) -> Floats:
    """Weights [n + 1, labels] of a logistic regression on shares of annotators; the last row is the bias."""
    share = np.minimum(votes / np.float32(ANNOTATORS), 1)

    def loss(packed: Floats) -> tuple[float, Floats]:
        logits = _logits(vectors, packed)
        value = float((np.logaddexp(0, logits) - share * logits).sum()) + 0.5 / STRENGTH * float((packed[:-1] ** 2).sum())
        error = (1 / (1 + np.exp(-np.clip(logits, -30, 30))) - share).astype(np.float32)
        return value, np.vstack([vectors.T @ error + packed[:-1] / STRENGTH, error.sum(axis=0, keepdims=True)])

    return minimise(loss, np.zeros((vectors.shape[1] + 1, len(LABELS)), dtype=np.float32))


def _logits(vectors: Floats, packed: Floats) -> Floats:
    return np.asarray(vectors @ packed[:-1] + packed[-1], dtype=np.float32)


def _votes(passages: Sequence[Passage]) -> Floats:
    return np.array([[one.votes.get(label, 0) for label in LABELS] for one in passages], dtype=np.float32)


def _level(value: Floats, truth: Truths) -> float:
    """The threshold in the middle of the best stretch of thresholds."""
    found = np.array([f1(truth, value > level) for level in GRID])
    return float(GRID[np.convolve(np.pad(found, 1, mode="edge"), np.full(3, 1 / 3), "valid").argmax()])


def _shipped_above(passages: Sequence[Passage]) -> NDArray[np.float64]:
    """How far the shipped classifier's log-odds are above its thresholds for a text of several sentences."""
    model = shipped()
    places = [model.labels.index(label) for label in LABELS]
    rows = []
    for one in passages:
        heading, listed = one.sentences[0].heading, hits(one.text)
        logits = model.logits(terms(one.text, heading[-1] if heading else "", listed))
        rows.append((logits - model.thresholds[1])[places])
    return np.array(rows, dtype=np.float64)


def _rows(method: str, truth: Truths, said: Truths) -> Iterator[Row]:
    scores = [f1(truth[:, place], said[:, place]) for place in range(len(LABELS))]
    hit, claimed, true = int((truth & said).sum()), int(said.sum()), int(truth.sum())
    for place, (practice, score) in enumerate(zip(PRACTICES, scores, strict=True)):
        right, given, wanted = int((truth & said)[:, place].sum()), int(said[:, place].sum()), int(truth[:, place].sum())
        yield _ABOUT | {
            "method": method, "label": practice, "f1": score, "precision": right / max(1, given), "recall": right / max(1, wanted),
            "n": wanted,
        }  # fmt: skip
    yield _ABOUT | {
        "method": method, "label": "all", "macro_f1": sum(scores) / len(scores), "micro_f1": f1(truth, said),
        "precision": hit / max(1, claimed), "recall": hit / max(1, true), "n": true,
    }  # fmt: skip

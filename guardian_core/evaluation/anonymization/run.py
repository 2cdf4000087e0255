"""Samples and methods in, one row per method out (and for annotated texts one per file, with what was found).

Every method sees the same sample before the next one comes, so that they share the noise of the machine.
"""

import json
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from guardian_core.evaluation.anonymization import llmprivacy, pii, synthpai, tab
from guardian_core.evaluation.anonymization.attacker import Attacker, Author, accuracy
from guardian_core.evaluation.anonymization.baselines import mask_all
from guardian_core.evaluation.anonymization.in_parallel import ALONE, in_order
from guardian_core.evaluation.anonymization.matched import Point, strict, utility_at
from guardian_core.evaluation.anonymization.methods import ASKING
from guardian_core.evaluation.anonymization.metrics import (
    Found,
    Left,
    f1,
    jaccard,
    left,
    percentile,
    spans_found,
    wilson,
    words,
)
from guardian_core.evaluation.anonymization.samples import Gold, Method, Output, Sample
from guardian_core.evaluation.progress import Progress

type Row = dict[str, object]

DATASETS: dict[str, Callable[[Path], list[Sample]]] = {
    "tab": tab.load,
    "tab-sentences": partial(tab.load, unit="sentence"),
    "tab-documents": partial(tab.load, unit="document"),
    "pii": pii.load,
    "synthpai": synthpai.load,
    "llmprivacy": llmprivacy.load,
}
MATCHED = (0.95, 0.97)


@dataclass(frozen=True, slots=True)
class Measured:
    """One method on one sample."""

    sample: Sample
    left: tuple[Left, ...]  # of each gold span
    utility: float
    found: Found
    seconds: float
    privacy_strict: int = 0  # gold spans gone after `strict`
    utility_strict: float = 0.0
    output: Output = field(default_factory=lambda: Output(""))


def draw(samples: Sequence[Sample], n: int | None, seed: int, longest: int | None = None) -> list[Sample]:
    """`n` samples by lot, in their own order; all of them for None or where there are no more.

    A smaller `n` of the same seed gives some of the same samples, and so does `longest` (words of a text at most): the lot orders
    all of them, the first that are short enough are taken.
    """
    order = random.Random(seed).sample(range(len(samples)), len(samples))  # noqa: S311 - a lot, not a secret
    short = [index for index in order if longest is None or len(samples[index].text.split()) <= longest]
    return [samples[index] for index in sorted(short[:n])]


@dataclass(frozen=True, slots=True)
class Pace:
    """How texts are worked through."""

    parallel: int = 1  # texts at a time; what computes here still runs alone
    tell: Callable[[str], None] = lambda _: None  # shows how far it is


def measured(
    samples: Sequence[Sample], methods: Mapping[str, Method], out: Path | None = None, pace: Pace | None = None
) -> dict[str, list[Measured]]:
    """Every method on every sample; another text is read before, unmeasured, so that lazy parts are loaded.

    Args:
        samples: what is read.
        methods: by name.
        out: a folder for `outputs.jsonl`: what each method made of each text. It holds the texts.
        pace: several texts at a time; the result does not depend on it, but for the times.
    """
    pace = pace or Pace()
    for method in methods.values():
        for sample in samples[:1]:
            method(replace(sample, text="Nothing here.", gold=()))
    progress = Progress(len(samples) * len(methods), pace.tell)

    def work(number: int) -> list[Measured]:
        found = []
        for name, method in methods.items():
            found.append(measure(samples[number], *timed(name, method, samples[number])))
            progress.step(samples[number].dataset)
        return found

    result: dict[str, list[Measured]] = {name: [] for name in methods}
    with _outputs(out) as keep:
        for many in in_order(work, len(samples), pace.parallel):
            for name, one in zip(methods, many, strict=True):
                result[name].append(one)
                keep({"document": one.sample.document, "method": name, "text": one.sample.text, "output": one.output.text})
    return result


def timed(name: str, method: Method, sample: Sample) -> tuple[Output, float]:
    """What a method makes of a sample, and its seconds; what computes on this machine alone has it for itself."""
    with nullcontext() if name in ASKING else ALONE:
        start = time.perf_counter()
        output = method(sample)
        return output, time.perf_counter() - start + output.waited


@contextmanager
def _outputs(out: Path | None) -> Iterator[Callable[[Row], object]]:
    """Where outputs are kept, one object per line; nowhere without a folder."""
    if out is None:
        yield lambda _: None
        return
    out.mkdir(parents=True, exist_ok=True)
    with (out / "outputs.jsonl").open("w", encoding="utf-8") as file:
        yield lambda row: file.write(json.dumps(row, ensure_ascii=False) + "\n")


def measure(sample: Sample, output: Output, seconds: float) -> Measured:
    """The numbers of one output."""
    original, after = words(sample.text), words(output.text)
    bare = strict(output)
    return Measured(
        sample,
        tuple(left(sample.said(gold), output.text, after) for gold in sample.gold),
        jaccard(original, after),
        spans_found(sample.text, [(gold.start, gold.end) for gold in sample.gold], output.found),
        seconds,
        sum(sample.said(gold) not in bare for gold in sample.gold),
        jaccard(original, words(bare)),
        output,
    )


def rows(measured: Mapping[str, Sequence[Measured]]) -> list[Row]:
    """One row per method over everything; then, for texts whose every span is annotated, one per file and method."""
    dataset = next((one.sample.dataset for many in measured.values() for one in many), "")
    found = [privacy_row(name, many) for name, many in measured.items()]
    if dataset != "pii":
        return found
    files = dict.fromkeys(one.sample.file for many in measured.values() for one in many)
    return found + [
        span_row(name, file, [one for one in many if one.sample.file == file]) for file in files for name, many in measured.items()
    ]


def privacy_row(method: str, measured: Sequence[Measured]) -> Row:
    """Privacy, utility and time of one method."""
    spans = [(gold, was) for one in measured for gold, was in zip(one.sample.gold, one.left, strict=True)]
    row: Row = {
        "dataset": measured[0].sample.dataset if measured else "",
        "method": method,
        "file": "all",
        "samples": len(measured),
        "spans": len(spans),
        **_share("privacy", (was.exact for _, was in spans)),
        **_share("privacy_fuzzy", (was.fuzzy for _, was in spans)),
        **_share("privacy_words", (was.any_word for _, was in spans)),
        **_share("privacy_direct", (was.exact for gold, was in spans if gold.identifier == "DIRECT")),
        **_share("privacy_quasi", (was.exact for gold, was in spans if gold.identifier == "QUASI")),
        "privacy_by_type": _by_type(spans),
        "utility": _mean(one.utility for one in measured),
    }
    row |= _levels([one.output for one in measured])
    milliseconds = [one.seconds * 1000 for one in measured]
    if milliseconds:
        row |= {"p50_ms": percentile(milliseconds, 0.5), "p95_ms": percentile(milliseconds, 0.95)}
    return row | _matched(measured, len(spans), row)


def _levels(outputs: Sequence[Output]) -> Row:
    """The loop's columns (Tables 4, 14).

    `upgrade_rate` is the share of texts that ended above the level they began with, `guess` the mean of the largest verified
    confidence over the texts that an attacker saw.
    """
    moved = [(one.start, one.level) for one in outputs if one.start is not None and one.level is not None]
    calls = [one.calls for one in outputs if one.calls is not None]
    tokens = [one.tokens for one in outputs if one.tokens is not None]
    guesses = [one.guess for one in outputs if one.guess is not None]
    return {
        **({"level_mean": _mean(level for _, level in moved)} if moved else {}),
        **({"upgrade_rate": _mean(level > start for start, level in moved)} if calls and moved else {}),
        **({"calls": _mean(calls), "failed": _mean(one.failed for one in outputs)} if calls else {}),
        **({"tokens": _mean(tokens)} if tokens else {}),
        **({"guess": _mean(guesses)} if guesses else {}),
    }


def _by_type(spans: Iterable[tuple[Gold, Left]]) -> dict[str, Row]:
    kinds: dict[str, list[Left]] = defaultdict(list)
    for gold, was in spans:
        kinds[gold.type].append(was)
    return {
        kind: {
            "spans": len(many),
            **_share("privacy", (was.exact for was in many)),
            **_share("privacy_fuzzy", (was.fuzzy for was in many)),
        }
        for kind, many in sorted(kinds.items())
    }


def _matched(measured: Sequence[Measured], spans: int, row: Row) -> Row:
    """Utility at the privacies of `MATCHED`, see matched.py."""
    if not spans:
        return {}
    masked = _mean(jaccard(words(one.sample.text), words(mask_all(one.sample).text)) for one in measured)
    points = [
        Point(0.0, 1.0),
        Point(float(str(row["privacy"])), float(str(row["utility"]))),
        Point(sum(one.privacy_strict for one in measured) / spans, _mean(one.utility_strict for one in measured)),
        Point(1.0, masked),
    ]
    return {f"utility_at_{100 * target:.0f}": utility_at(target, points) for target in MATCHED}


def attacked(measured: Mapping[str, Sequence[Measured]], authors: Mapping[str, Author]) -> dict[str, Row]:
    """For each method how often an attacker trained on other authors is right, of the originals and of the outputs."""
    seen = {one.sample.document for many in measured.values() for one in many}
    attacker = Attacker(author for name, author in authors.items() if name not in seen)

    def share(many: Sequence[Measured], said: Callable[[Measured], str]) -> float | None:
        texts: dict[str, list[str]] = defaultdict(list)
        for one in many:
            texts[one.sample.document].append(said(one))
        return accuracy(attacker, authors, texts)

    return {
        name: {"attack_original": share(many, lambda one: one.sample.text), "attack": share(many, lambda one: one.output.text)}
        for name, many in measured.items()
    }


def span_row(method: str, file: str, measured: Sequence[Measured]) -> Row:
    """What one method found in one file. Precision only where every span is annotated: Presidio's generator, not ambientmeta."""
    gold, hit, whole = (sum(getattr(one.found, name) for one in measured) for name in ("gold", "hit", "whole"))
    found, right = (sum(getattr(one.found, name) for one in measured) for name in ("found", "right"))
    recall = hit / gold if gold else None
    row: Row = {"dataset": "pii", "method": method, "file": file, "samples": len(measured), "spans": gold, "recall": recall}
    row |= {"recall_whole": whole / gold if gold else None, "precision": None, "f1": None}
    if file.startswith("presidio") and found and recall is not None:
        row |= {"precision": right / found, "f1": f1(right / found, recall)}
    return row


def _share(name: str, still_there: Iterable[bool]) -> Row:
    """1 − the share, with its interval; None without any span."""
    gone = [not there for there in still_there]
    if not gone:
        return {name: None}
    low, high = wilson(sum(gone), len(gone))
    return {name: sum(gone) / len(gone), f"{name}_low": low, f"{name}_high": high}


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0

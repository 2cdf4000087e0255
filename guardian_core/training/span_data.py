"""Annotated texts of the data folder in, examples for the span model out: spans, whether each is to be masked, and the fold.

Folds are by document (TAB), by sentence template (presidio) and by record (ambientmeta), so that nothing is trained on what it is
measured on.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDS = 5
OWN = -1  # the fold of what is only trained on: generated texts

# What the model calls things, in the order of its outputs; each has a B- and an I- label, after O.
KINDS = ("person", "organization", "place", "address", "date", "age", "demographic", "quantity", "code", "misc")

_TAB = {
    "PERSON": "person",
    "ORG": "organization",
    "LOC": "place",
    "DATETIME": "date",
    "DEM": "demographic",
    "QUANTITY": "quantity",
    "CODE": "code",
    "MISC": "misc",
}
_PII = {
    "PERSON": "person",
    "ORGANIZATION": "organization",
    "LOCATION": "place",
    "GPE": "place",
    "STREET_ADDRESS": "address",
    "ADDRESS": "address",
    "ZIP_CODE": "address",
    "DATE_TIME": "date",
    "AGE": "age",
    "NRP": "demographic",
    "MRN": "code",
    "NPI": "code",
    "US_DRIVER_LICENSE": "code",
    # Patterns know these better, where they are written as usual; the model is the second pair of eyes.
    "PHONE": "code",
    "PHONE_NUMBER": "code",
    "SSN": "code",
    "US_SSN": "code",
    "CREDIT_CARD": "code",
    "IBAN_CODE": "code",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """Code points [start, end) of one text, what they are, and whether they are to be masked."""

    start: int
    end: int
    kind: str
    masked: bool = True


@dataclass(frozen=True, slots=True)
class Example:
    """One annotated text."""

    source: str  # "tab", "presidio", "ambientmeta:standard", "own:…"
    group: str  # what must not be torn apart between folds
    fold: int
    text: str = field(repr=False)
    marks: tuple[Mark, ...]
    complete: bool = True  # False: what is not marked may be something all the same


def fold_of(group: str) -> int:
    """The fold of a group, from its name alone, so that it is the same in every run."""
    return hashlib.sha256(group.encode()).digest()[0] % FOLDS


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Where the lines of `text` lie that hold anything.

    >>> list(paragraphs("One.\\n\\nTwo."))
    [(0, 4), (6, 10)]
    """
    for found in re.finditer(r"[^\n]+", text):
        if found[0].strip():
            yield found.span()


def tab(data: Path) -> Iterator[Example]:
    """Paragraphs of the Text Anonymization Benchmark, train and dev together."""
    for name in ("tab_train", "tab_dev"):
        for line in (data / "tab" / f"{name}.jsonl").read_text(encoding="utf-8").strip().split("\n"):
            row = json.loads(line)
            group = row["metadata"]["data_id"]
            marks = [
                Mark(e["start_offset"], e["end_offset"], _TAB[e["entity_type"]], e["identifier_type"] != "NO_MASK")
                for e in row["entities"]
            ]
            for start, end in paragraphs(row["text"]):
                inside = tuple(
                    Mark(m.start - start, m.end - start, m.kind, m.masked) for m in marks if start <= m.start and m.end <= end
                )
                yield Example("tab", group, fold_of(group), row["text"][start:end], inside)


def presidio(data: Path) -> Iterator[Example]:
    """Synthetic sentences made from templates; what else they hold (cards, e-mail) is left to patterns."""
    for path in sorted((data / "pii").glob("presidio_*.json")):
        for row in json.loads(path.read_text(encoding="utf-8")):
            group = f"{path.stem}:{row['template_id']}"
            spans = [(s["start_position"], s["end_position"], s["entity_type"]) for s in row["spans"]]
            yield Example("presidio", group, fold_of(group), row["full_text"], _marks(spans))


def ambientmeta(data: Path) -> Iterator[Example]:
    """Short texts of many origins; only a few kinds are marked in each."""
    for path in sorted((data / "pii").glob("ambientmeta_*.jsonl")):
        source = "ambientmeta:" + path.stem.split("_")[1]
        for line in path.read_text(encoding="utf-8").strip().split("\n"):
            row = json.loads(line)
            group = "-".join(sorted({row["id"], row.get("context_pair") or row["id"]}))
            spans = [(a["start"], a["end"], a["entity_type"]) for a in row["annotations"]]
            yield Example(source, group, fold_of(group), row["text"], _marks(spans), complete=False)


def _marks(spans: list[tuple[int, int, str]]) -> tuple[Mark, ...]:
    return tuple(Mark(start, end, _PII[name]) for start, end, name in spans if name in _PII)


def annotated(data: Path) -> list[Example]:
    """Every annotated text under `data` that permits commercial use."""
    return [*tab(data), *presidio(data), *ambientmeta(data)]

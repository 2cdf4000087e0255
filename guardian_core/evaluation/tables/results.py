"""What was measured of each text goes into a JSONL file, and comes back: a run goes on where it was, tables are made of it alone.

The file holds two kinds of lines: {"kind": "run", …} says with what was measured (provenance.py), {"kind": "sample", …} what one
method made of one text under that run. No text is in it, only counts; samples are named by a digest.
"""

import hashlib
import json
import threading
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization.samples import Sample

type Key = tuple[str, int, str, str, str]  # run, seed, dataset, method, sample


class Frozen(BaseModel):
    """Cannot be changed, and has no unknown field."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Span(Frozen):
    """What became of one gold span."""

    type: str
    identifier: str | None
    entity: str | None
    words: int
    exact: bool  # still there, by each reading of metrics/retained.py and anonymization/metrics.py
    case: bool
    spacing: bool
    partial: bool
    fuzzy: bool
    any_word: bool


class Record(Frozen):
    """What one method made of one text."""

    run: str
    seed: int
    dataset: str
    method: str
    sample: str  # digest
    document: str
    spans: tuple[Span, ...]
    utility: float  # token Jaccard
    rouge_l: float
    similarity: float | None = None  # of the encoder, None without one
    bert_f1: float | None = None
    guess: float | None = None  # the largest verified confidence against the output, None without a model
    attacked: dict[str, tuple[bool, bool]] = {}  # attribute → whether the trained attacker is right, of original and of output
    # attribute → how right the language model's guesses are (1, 0.5 less precise, 0), of original and of output
    inferred: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {}
    ms: float
    calls: int | None = None
    tokens: int | None = None
    start: int | None = None
    level: int | None = None
    failed: bool = False
    ratings: dict[str, tuple[int, int, int]] = {}  # rater → privacy, utility, fluency (Table 21)

    @property
    def key(self) -> Key:
        """What must not be measured twice."""
        return self.run, self.seed, self.dataset, self.method, self.sample

    @property
    def privacy(self) -> float | None:
        """The share of gold spans that are gone, None without any."""
        return 1 - sum(span.exact for span in self.spans) / len(self.spans) if self.spans else None


def digest(sample: Sample) -> str:
    """The name of a sample: of its text and document, 16 hexadecimal digits."""
    return hashlib.sha256(f"{sample.document}\0{sample.text}".encode()).hexdigest()[:16]


class Results:
    """A file of records."""

    def __init__(self, path: Path, run: Mapping[str, object]) -> None:
        """Open or make it; `run` is what provenance.py says, with its "run" id. Raises DataError for a file of another form."""
        self.path, self.run = path, str(run["run"])
        self.runs, self.records = read(path) if path.exists() else ([], [])
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.run not in {str(one["run"]) for one in self.runs}:
            self.runs.append(dict(run))
            self._write({"kind": "run", **run})
        self._known = {record.key for record in self.records}
        self._lock = threading.Lock()

    def __contains__(self, key: Key) -> bool:
        return key in self._known

    def keep(self, record: Record) -> None:
        """Write one down, at once, whichever thread has it; once."""
        with self._lock:
            if record.key in self._known:  # the same text twice in a data set, by two threads
                return
            self.records.append(record)
            self._known.add(record.key)
            self._write({"kind": "sample", **record.model_dump()})

    def _write(self, line: Mapping[str, object]) -> None:
        with self.path.open("ab", buffering=0) as file:  # one write: a whole line or none
            file.write((json.dumps(line) + "\n").encode())


def read(path: Path) -> tuple[list[dict[str, object]], list[Record]]:
    """The runs and the records of a file; a last line that was cut off is taken out of it.

    Raises:
        DataError: there is none, or it is of another form.
    """
    try:
        whole, newline, rest = path.read_bytes().rpartition(b"\n")
    except OSError as error:
        message = f"cannot read {path}: {error.strerror or error}"
        raise DataError(message) from None
    runs: list[dict[str, object]] = []
    records: list[Record] = []
    for number, line in enumerate(whole.split(b"\n") if newline else (), 1):
        try:
            _take(json.loads(line), runs, records)
        except (ValueError, KeyError, TypeError):  # pydantic's ValidationError is a ValueError
            message = f"{path.name}, line {number}: not a result of this version; name another --out to begin anew"
            raise DataError(message) from None
    if rest:  # cut off by an interruption: measured again
        with path.open("r+b") as file:
            file.truncate(len(whole) + len(newline))
    return runs, records


def _take(line: object, runs: list[dict[str, object]], records: list[Record]) -> None:
    if not isinstance(line, dict):
        raise TypeError
    kind = line.pop("kind")
    if kind == "run":
        runs.append(line | {"run": str(line["run"])})
    elif kind == "sample":
        records.append(Record.model_validate(line))
    else:
        raise KeyError(kind)

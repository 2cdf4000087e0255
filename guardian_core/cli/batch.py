"""A file of many texts in, the same file with one field rewritten out, row by row; an interrupted run goes on where it was.

Beside the output lies `NAME.progress`, which says what it was made from and how many rows are whole. A row that cannot be
rewritten is written with an empty field, never as it was.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from guardian_core.cli.shell import FailedError
from guardian_core.errors import EditError
from guardian_core.terms import Level

if TYPE_CHECKING:
    from guardian_core.adapt import Chosen

NAMED = 20  # rows that a report for a person names
type Row = dict[str, Any]  # a field's name → what stands there, whatever the format can hold
type Choose = Callable[[str], Chosen[str]]


@dataclass(frozen=True, slots=True)
class Batch:
    """What is read, what is written, and where the text is."""

    source: Path
    out: Path
    form: str  # "jsonl" or "csv"
    column: str

    @property
    def progress(self) -> Path:
        """The file that says how far a run came."""
        return self.out.with_name(self.out.name + ".progress")


@dataclass(slots=True)
class Report:
    """What a run did."""

    out: Path
    resumed: int = 0  # rows that an earlier run had written
    rows: int = 0
    changed: int = 0
    emptied: list[int] = field(default_factory=list)  # the numbers of rows that could not be rewritten, from 1
    by_rule: int = 0  # rows that were served by rule, wholly or in part, where a model was wanted
    levels: Counter[int] = field(default_factory=Counter)
    entities: Counter[str] = field(default_factory=Counter)

    def as_object(self) -> dict[str, object]:
        """For programs."""
        return {
            "out": str(self.out),
            "resumed": self.resumed,
            "rows": self.rows,
            "changed": self.changed,
            "emptied": len(self.emptied),
            "emptied_rows": self.emptied,
            "by_rule": self.by_rule,
            "levels": {str(level): count for level, count in sorted(self.levels.items())},
            "entities": dict(self.entities.most_common()),
        }

    def as_text(self) -> str:
        """For a person."""
        found = ", ".join(f"{count} {entity}" for entity, count in self.entities.most_common()) or "nothing"
        lines = [f"{self.out}: {self.rows} rows, {self.changed} changed, replaced: {found}"]
        if self.resumed:
            lines.append(f"{self.resumed} rows were there from an earlier run")
        if self.emptied:
            named = ", ".join(map(str, self.emptied[:NAMED])) + (", …" if len(self.emptied) > NAMED else "")
            lines.append(f"{len(self.emptied)} rows could not be rewritten; their field is empty: {named}")
        if self.by_rule:
            lines.append(f"{self.by_rule} rows were rewritten by rule, wholly or in part, where a language model was to do it")
        return "\n".join(lines)


def run(batch: Batch, choose: Choose, level: Level | None, *, asks: bool = False) -> Report:
    """Rewrite every row that is not written yet; `asks` says whether a language model takes part.

    Raises:
        click.BadParameter: a row is not of the format, the column is missing, or the output belongs to another run.
        FailedError: the output cannot be written on; what was written is kept.
    """
    try:
        return _run(batch, choose, level, asks=asks)
    except OSError as error:
        message = f"{batch.out} cannot be written on: {error.strerror or error}; the same command goes on where this one ended"
        raise FailedError(message) from None


def _run(batch: Batch, choose: Choose, level: Level | None, *, asks: bool) -> Report:
    identity = _identity(batch, level, asks=asks)
    done, size = _state(batch, identity)
    report = Report(batch.out, resumed=done)
    if not done:  # before the first byte, so that whatever an interruption leaves is known to be ours
        _remember(batch, {**identity, "rows": 0, "size": 0})
    with (
        batch.source.open("rb") as raw,
        batch.out.open("r+" if done else "w", encoding="utf-8", newline="") as out,
        click.progressbar(length=batch.source.stat().st_size, label=f"rewriting {batch.source.name}", file=sys.stderr) as bar,
    ):
        out.truncate(size)  # a row that was cut in the middle
        out.seek(0, os.SEEK_END)
        table = FORMS[batch.form](batch, io.TextIOWrapper(raw, "utf-8-sig", newline=""), out)
        for number, row in enumerate(table.rows(), 1):
            if number == 1 and not done:
                table.start()
            if number > done:
                told = row[batch.column]
                new = None if told is None else _rewritten(told, choose, report)
                if new is None and told is not None:
                    report.emptied.append(number)
                    new = ""
                table.write(row | {batch.column: new})
                report.rows += 1
                out.flush()
                _remember(batch, {**identity, "rows": number, "size": os.fstat(out.fileno()).st_size})
            bar.update(max(0, raw.tell() - bar.pos))
    return report


def _rewritten(text: object, choose: Choose, report: Report) -> str | None:
    """The field's new text; None for what is no text or cannot be rewritten."""
    if not isinstance(text, str):
        return None
    try:
        chosen = choose(text)
    except EditError:
        return None
    made = chosen.rewritten
    report.changed += made.content != text
    report.by_rule += bool(chosen.notes)
    report.levels[chosen.level.value] += 1
    report.entities.update(finding.entity.value for finding in made.findings)
    return made.content


class Lines:
    """One JSON object per line."""

    def __init__(self, batch: Batch, source: IO[str], out: IO[str]) -> None:
        self._batch, self._source, self._out = batch, source, out

    def rows(self) -> Iterator[Row]:
        """Every object; empty lines are passed over."""
        for number, line in enumerate(_lines(self._batch, self._source), 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                raise _bad(self._batch, f"line {number} is not JSON") from None
            if not isinstance(row, dict) or self._batch.column not in row:
                raise _bad(self._batch, f"line {number} has no field {self._batch.column!r}: name it with --column")
            yield row

    def start(self) -> None:
        """Nothing stands before the first row."""

    def write(self, row: Row) -> None:
        """One line."""
        line = json.dumps(row, ensure_ascii=False)
        whole = line.encode("utf-8", "replace").decode() == line  # else it holds half a pair, which only an escape can write
        self._out.write((line if whole else json.dumps(row)) + "\n")


class Cells:
    """Comma separated values with names in the first line."""

    def __init__(self, batch: Batch, source: IO[str], out: IO[str]) -> None:
        self._batch = batch
        csv.field_size_limit(2**31 - 1)  # a field may be a book
        self._reader = csv.DictReader(_lines(batch, source))
        self._names = list(self._reader.fieldnames or ())
        twice = next((name for name, times in Counter(self._names).items() if times > 1), None)
        if twice is not None:
            raise _bad(batch, f"the first line names the column {twice!r} twice: rename one")
        if batch.column not in self._names:
            raise _bad(
                batch, f"the first line names no column {batch.column!r}, only {', '.join(self._names)}: choose with --column"
            )
        self._writer: csv.DictWriter[str] = csv.DictWriter(out, self._names, lineterminator="\n")

    def rows(self) -> Iterator[Row]:
        """Every row under its names."""
        for number, row in enumerate(self._reader, 1):
            if None in row or None in row.values():
                raise _bad(self._batch, f"row {number} has another number of fields than the first line")
            yield dict(row)

    def start(self) -> None:
        """The names."""
        self._writer.writeheader()

    def write(self, row: Row) -> None:
        """One row."""
        self._writer.writerow(row)


FORMS: dict[str, type[Lines] | type[Cells]] = {"jsonl": Lines, "csv": Cells}


def column_fault(source: Path, form: str, column: str) -> str | None:
    """What is wrong with the first row of a file, if it has none with this column; None where it has."""
    with source.open("rb") as raw:
        try:
            table = FORMS[form](Batch(source, source, form, column), io.TextIOWrapper(raw, "utf-8-sig", newline=""), io.StringIO())
            next(iter(table.rows()), None)
        except click.BadParameter as error:
            return error.message
    return None


def _lines(batch: Batch, source: IO[str]) -> Iterator[str]:
    try:
        yield from iter(source.readline, "")
    except UnicodeDecodeError:
        raise _bad(batch, "not UTF-8: convert it first (iconv -t UTF-8)") from None


def _remember(batch: Batch, state: dict[str, object]) -> None:
    """Replace the progress file whole, so that an interruption leaves the old one."""
    new = batch.progress.with_name(batch.progress.name + ".new")
    new.write_text(json.dumps(state), encoding="utf-8")
    new.replace(batch.progress)


def _identity(batch: Batch, level: Level | None, *, asks: bool) -> dict[str, object]:
    """What an output is made from: it can be resumed only with the same."""
    with batch.source.open("rb") as source:
        digest = hashlib.file_digest(source, "sha256").hexdigest()
    return {"source": digest, "form": batch.form, "column": batch.column, "level": level, "model": asks}


def _state(batch: Batch, identity: dict[str, object]) -> tuple[int, int]:
    """Rows and bytes that an earlier run of the same wrote; (0, 0) where there is no output."""
    if batch.out.exists() and batch.out.samefile(batch.source):
        raise _bad(batch, "--out is the input itself: choose another file")
    if not batch.out.parent.is_dir():
        raise _bad(batch, f"there is no folder {batch.out.parent} for --out: make it first")
    if not batch.out.exists() or not batch.out.stat().st_size:
        return 0, 0
    try:
        state = json.loads(batch.progress.read_text(encoding="utf-8"))
        rows, size = int(state["rows"]), int(state["size"])
        same = identity == {name: state[name] for name in identity} and size <= batch.out.stat().st_size
    except (OSError, ValueError, KeyError, TypeError):
        same, rows, size = False, 0, 0
    if not same:
        made_from = "this input, column and level, with or without a model as now"
        raise _bad(batch, f"{batch.out} is there and not from {made_from}: remove it or choose another --out")
    return rows, size


def _bad(batch: Batch, what: str) -> click.BadParameter:
    return click.BadParameter(f"{batch.source.name}: {what}", param_hint="--batch")

"""Annotated texts in, samples out: ambientmeta's lines, lists of Presidio's generator, lines of PII-Masking-300k (English)."""

from collections.abc import Iterator
from pathlib import Path

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization.records import Record, field, files, parsed, records, span
from guardian_core.evaluation.anonymization.samples import Gold, Sample

# Where each format has its text: its spans, their offsets and their type.
FORMATS: dict[str, tuple[str, str, str, str]] = {
    "full_text": ("spans", "start_position", "end_position", "entity_type"),
    "source_text": ("privacy_mask", "start", "end", "label"),  # Ai4Privacy, PII-Masking-300k
    "text": ("annotations", "start", "end", "entity_type"),
}


def load(data: Path) -> list[Sample]:
    """All texts of a file, or of every .json and .jsonl file of a folder (or of its folder `pii`), without gold, too.

    The paper's own texts come before the others, where the folder has them: `pii-masking-300k`.

    Raises:
        DataError: a file is of none of the formats; the message says where.
    """
    return [
        Sample("pii", path.stem, where, *_read(record, where))
        for path in files(data, "pii", (".json", ".jsonl"), before="pii-masking-300k")
        for where, record in records(path)
        if record.get("language", "English") in {"English", "en"}  # the paper's are, and so is our model of spans
    ]


def _read(record: Record, where: str) -> tuple[str, tuple[Gold, ...]]:
    name = next((name for name in FORMATS if name in record), None)
    if name is None:
        message = f"{where}: expected `full_text` with `spans`, `source_text` with `privacy_mask`, or `text` with `annotations`"
        raise DataError(message)
    text = field(record, name, str, where)
    return text, tuple(sorted(_gold(record, text, FORMATS[name], where), key=lambda one: (one.start, one.end)))


def _gold(record: Record, text: str, names: tuple[str, str, str, str], where: str) -> Iterator[Gold]:
    listed, first, last, kind = names
    entities = record.get(listed)
    if isinstance(entities, str):  # some copies of PII-Masking-300k hold the list as JSON in a string
        record = {listed: parsed(entities, f"{where}, {listed}")}
    for number, entity in enumerate(field(record, listed, list, where), 1):
        here = f"{where}, span {number}"
        if not isinstance(entity, dict):
            message = f"{here}: expected an object"
            raise DataError(message)
        start, end = span(entity, first, last, text, here)
        yield Gold(start, end, field(entity, kind, str, here), None)

"""Files of the Text Anonymization Benchmark (Pilán et al. 2022) in, its documents, paragraphs or sentences out, with their gold.

A record is one annotator's reading of one judgment; several of the same judgment are merged, so what any of them wants masked must
go. Gold is what is marked DIRECT or QUASI; a paragraph is what stands between two line breaks, a sentence ends in one at a full
stop, question or exclamation mark before a space and a capital, digit, quote or bracket, but never within a gold span or after a
title, an initial or an abbreviation of the law ("Mr", "J", "no", "v").
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization.records import Record, field, files, records, span
from guardian_core.evaluation.anonymization.samples import Gold, Sample

MASKED = ("DIRECT", "QUASI")
KNOWN = (*MASKED, "NO_MASK")


UNITS = {"paragraph": "tab", "sentence": "tab-sentences", "document": "tab-documents"}  # unit → name of the data set
_END = re.compile(r"[.?!]['\"’”)\]]*(?=\s+['\"‘“(\[]?[A-Z0-9])")
_NO_END = re.compile(
    r"(?:^|[\s(])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Messrs|nos?|Nos?|Art|art|p|pp|v|cf|c|see|para|paras|ed|op|cit|vol)$"
)


def load(data: Path, unit: str = "paragraph") -> list[Sample]:
    """All pieces that hold gold, of a file or of every .jsonl file of a folder (or of its folder `tab`); `unit` is a key of UNITS.

    Raises:
        DataError: a file is not of the format; the message says where.
    """
    documents: dict[tuple[str, str], tuple[str, set[Gold]]] = {}
    for path in files(data, "tab", (".jsonl",)):
        for where, record in records(path):
            text = field(record, "text", str, where)
            identity = _document(record) or where
            documents.setdefault((identity, text), (path.stem, set()))[1].update(_gold(record, text, where))
    return [
        sample
        for (document, text), (file, gold) in documents.items()
        for sample in pieces(file, document, text, gold, unit)
        if sample.gold
    ]


def _document(record: Record) -> str | None:
    metadata = record.get("metadata")
    name = metadata.get("data_id") if isinstance(metadata, dict) else None
    return name if isinstance(name, str) else None


def _gold(record: Record, text: str, where: str) -> Iterator[Gold]:
    for number, entity in enumerate(field(record, "entities", list, where), 1):
        here = f"{where}, entity {number}"
        if not isinstance(entity, dict):
            message = f"{here}: expected an object"
            raise DataError(message)
        start, end = span(entity, "start_offset", "end_offset", text, here)
        kind, identifier = field(entity, "entity_type", str, here), field(entity, "identifier_type", str, here)
        if identifier not in KNOWN:
            message = f"{here}: 'identifier_type' must be one of {', '.join(KNOWN)}"
            raise DataError(message)
        if identifier in MASKED:
            named = entity.get("entity_id")
            yield Gold(start, end, kind, identifier, named if isinstance(named, str) else None)


def pieces(file: str, document: str, text: str, gold: set[Gold], unit: str = "paragraph") -> Iterator[Sample]:
    """The units of a document, each with its gold; a span over a line break is cut at it.

    The same span marked DIRECT by one annotator and QUASI by another is DIRECT.
    """
    strongest = {(one.start, one.end): one for one in sorted(gold, key=lambda g: (g.identifier != "DIRECT", g.type), reverse=True)}
    ordered = sorted(strongest.values(), key=lambda one: (one.start, one.end))
    for at, until in _bounds(text, ordered, unit):
        inside = tuple(
            replace(one, start=max(one.start, at) - at, end=min(one.end, until) - at)
            for one in ordered
            if one.start < until and one.end > at
        )
        yield Sample(UNITS[unit], file, document, text[at:until], inside)


def _bounds(text: str, gold: Sequence[Gold], unit: str) -> Iterator[tuple[int, int]]:
    """Where the units are: code points [start, end)."""
    if unit == "document":
        yield 0, len(text)
        return
    at = 0
    for line in text.split("\n"):
        start, until = at, at + len(line)
        for found in _END.finditer(text, at, until) if unit == "sentence" else ():
            end = found.end()
            if not _NO_END.search(text[start : found.start()]) and not any(one.start < end < one.end for one in gold):
                yield start, end
                start = end + len(text[end:until]) - len(text[end:until].lstrip())
        yield start, until
        at = until + 1

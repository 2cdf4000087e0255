"""The synthetic dialogues of Staab et al. 2024 (llmprivacy) in, the answers of their invented people out, with what tells of them.

A record is one answer of a person (`response`) to a question that is after one attribute (`feature`), with the whole of the
person (`personality`) and how hard the attribute is to tell (`hardness`, 1 to 5). Like SynthPAI it has no spans; gold follows
from the same rule.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization.records import Record, field, files, records
from guardian_core.evaluation.anonymization.samples import Sample
from guardian_core.evaluation.anonymization.synthpai import ATTRIBUTES, spans, telling

FEATURES = (*ATTRIBUTES, "income_level")


@dataclass(frozen=True, slots=True)
class Told:
    """One answer."""

    sample: Sample
    feature: str  # what the question was after
    true: str  # its value
    hardness: int  # 1 easy to 5 hard


def load(data: Path) -> list[Sample]:
    """The answers that hold gold, of a file or of every .jsonl file of a folder (or of its folder `llmprivacy`).

    Raises:
        DataError: a file is not of the format; the message says where.
    """
    return [one.sample for one in answers(data) if one.sample.gold]


def answers(data: Path) -> Iterator[Told]:
    """Every answer; errors as `load`."""
    for path in files(data, "llmprivacy", (".jsonl",)):
        for where, record in records(path):
            yield _told(path.stem, record, where)


def _told(file: str, record: Record, where: str) -> Told:
    person = field(record, "personality", dict, where)
    feature = field(record, "feature", str, where)
    if feature not in FEATURES:
        message = f"{where}: 'feature' must be one of {', '.join(FEATURES)}"
        raise DataError(message)
    values = {name: str(person[name]) for name in FEATURES if person.get(name) not in {None, ""}}
    if feature not in values:
        message = f"{where}: 'personality' has no {feature!r}, which is the feature"
        raise DataError(message)
    hardness = field(record, "hardness", int, where)
    if not 1 <= hardness <= 5:
        message = f"{where}: 'hardness' is not from 1 to 5"
        raise DataError(message)
    text = field(record, "response", str, where)
    gold = tuple(spans(text, telling({name: (value,) for name, value in values.items()})))
    return Told(Sample("llmprivacy", file, _name(person), text, gold), feature, values[feature], hardness)


def _name(person: Mapping[str, object]) -> str:
    """The same for all answers of one person."""
    return hashlib.sha256(json.dumps(person, sort_keys=True).encode()).hexdigest()[:8]

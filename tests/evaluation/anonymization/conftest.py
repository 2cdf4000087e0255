"""Samples and files of invented data for the tests of the benchmark."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from guardian_core.evaluation.anonymization.samples import Gold, Sample


def sample(text: str, *gold: tuple[str, str, str | None], document: str = "d1", dataset: str = "tab", file: str = "f") -> Sample:
    """A sample whose gold spans are given as (text, type, identifier), each at its first place."""
    spans = [Gold(text.index(said), text.index(said) + len(said), kind, identifier) for said, kind, identifier in gold]
    return Sample(dataset, file, document, text, tuple(sorted(spans, key=lambda one: one.start)))


@pytest.fixture(name="sample")
def _sample() -> Callable[..., Sample]:
    return sample


def tab_record(text: str, *gold: tuple[str, str, str], document: str = "d1") -> dict[str, object]:
    entities = [
        {
            "span_text": said,
            "entity_type": kind,
            "identifier_type": identifier,
            "start_offset": text.index(said),
            "end_offset": text.index(said) + len(said),
        }
        for said, kind, identifier in gold
    ]
    return {"metadata": {"data_id": document}, "text": text, "entities": entities}


@pytest.fixture(name="tab_record")
def _tab_record() -> Callable[..., dict[str, object]]:
    return tab_record


@pytest.fixture
def lines(tmp_path: Path) -> Callable[..., Path]:
    """A file with one object per line."""

    def write(name: str, *rows: object) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
        return path

    return write

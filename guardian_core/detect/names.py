"""The seam of the names model: texts in, spans out of whatever tells who somebody is. What is here knows no particular model."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from guardian_core.terms import Entity


@dataclass(frozen=True, slots=True)
class NameSpan:
    """Code points [start, end) of one text."""

    start: int
    end: int
    entity: Entity
    score: float
    doubtful: bool = False  # seen only by a careful reading; may overlap others


class NamesModel(Protocol):
    """Whatever finds names."""

    def spans(self, texts: Sequence[str]) -> list[list[NameSpan]]:
        """The spans of each text, by start; within a text only doubtful ones overlap others."""
        ...


@runtime_checkable
class InTime(Protocol):
    """A names model that is asked for many texts at once, because asking is what costs."""

    def within(self, texts: Sequence[str], seconds: float) -> list[Sequence[NameSpan]]:
        """The spans of the first texts: of as many as are read in that time."""
        ...


def within(model: NamesModel, texts: Sequence[str], seconds: float) -> list[Sequence[NameSpan]]:
    """The spans of the first texts, as many as `model` reads in `seconds`; a text that was begun is read to its end."""
    if isinstance(model, InTime):
        return model.within(texts, seconds)
    until = time.monotonic() + seconds
    found: list[Sequence[NameSpan]] = []
    for text in texts:
        if time.monotonic() > until:
            break
        found.append(model.spans([text])[0])
    return found

"""The seam of the names model: texts in, spans out of whatever tells who somebody is. What is here knows no particular model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from guardian_core.vocabulary import Entity

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class NameSpan:
    """Code points [start, end) of one text."""

    start: int
    end: int
    entity: Entity
    score: float


class NamesModel(Protocol):
    """Whatever finds names."""

    def spans(self, texts: Sequence[str]) -> list[list[NameSpan]]:
        """The spans of each text, by start, without overlaps within a text."""
        ...

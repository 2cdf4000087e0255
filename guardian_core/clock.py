"""Stages in, the seconds that each took out."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Clock:
    """Seconds spent per stage, in order."""

    stages: list[tuple[str, float]] = field(default_factory=list)
    last: float = field(default_factory=time.perf_counter)

    def add(self, stages: Sequence[tuple[str, float]]) -> None:
        """Book what was measured elsewhere."""
        self.stages += stages
        self.last += sum(seconds for _, seconds in stages)

    def lap(self, stage: str) -> None:
        """Book the time since the last lap on `stage`."""
        now = time.perf_counter()
        self.stages.append((stage, now - self.last))
        self.last = now

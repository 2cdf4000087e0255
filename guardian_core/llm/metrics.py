"""What was asked of the language model and what became of it, as numbers; no text is kept."""

from collections import Counter, deque
from dataclasses import dataclass, field

KEPT = 512  # latencies from which the percentiles are taken, the newest


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The numbers at one moment."""

    calls: int  # sent to the server, second tries included
    retries: int
    failures: dict[str, int]  # by kind of LlmError, refusals without a call included
    tokens_in: int  # as the server counts, else estimated
    tokens_out: int
    latency_p50: float | None  # seconds of answered calls; None before the first
    latency_p95: float | None


@dataclass(slots=True)
class Metrics:
    """Counts since the start of the process."""

    calls: int = 0
    retries: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    latencies: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))

    def answered(self, seconds: float, tokens_in: int, tokens_out: int) -> None:
        """Count one answer."""
        self.latencies.append(seconds)
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out

    def snapshot(self) -> Snapshot:
        """The numbers now."""
        ordered = sorted(self.latencies)
        return Snapshot(
            calls=self.calls,
            retries=self.retries,
            failures=dict(self.failures),
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
            latency_p50=percentile(ordered, 0.50),
            latency_p95=percentile(ordered, 0.95),
        )


def percentile(ordered: list[float], share: float) -> float | None:
    """The smallest value that `share` of them do not exceed (nearest rank).

    >>> percentile([1.0, 2.0, 3.0, 4.0], 0.5), percentile([1.0, 2.0, 3.0, 4.0], 0.95), percentile([], 0.5)
    (2.0, 4.0, None)
    """
    if not ordered:
        return None
    rank = -int(-share * len(ordered) // 1)  # the ceiling
    return ordered[max(rank, 1) - 1]

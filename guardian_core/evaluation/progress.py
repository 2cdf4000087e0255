"""Steps done in, one line of a terminal out that says how far it is and how long it still takes."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field


def remaining(done: int, total: int, seconds: float) -> str:
    """The time left at the pace so far.

    >>> remaining(30, 120, 60.0)
    '3 min left'
    """
    if not done:
        return "time unknown"
    left = seconds / done * (total - done)
    if left < 90:
        return f"{left:.0f} s left"
    return f"{left / 60:.0f} min left" if left < 5400 else f"{left / 3600:.1f} h left"


@dataclass(slots=True)
class Progress:
    """Counts steps, of any thread; steps that were known from an earlier run do not count for the pace."""

    total: int
    tell: Callable[[str], None]  # shows one line in place of the last one
    every: float = 0.5  # seconds between two lines
    clock: Callable[[], float] = time.monotonic
    _began: float = field(init=False)
    _told: float = field(init=False, default=float("-inf"))
    _done: int = 0
    _fresh: int = 0
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Start the clock."""
        self._began = self.clock()

    def step(self, what: str, *, fresh: bool = True) -> None:
        """One more is done."""
        with self._lock:
            self._done += 1
            self._fresh += fresh
            now = self.clock()
            if now - self._told < self.every and self._done < self.total:
                return
            self._told = now
            ahead = self.total - self._done
            self.tell(f"{what}: {self._done} of {self.total}, {remaining(self._fresh, self._fresh + ahead, now - self._began)}")

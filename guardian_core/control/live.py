"""The last requests, as the proxy decided them: without values for the list, with them, for a while, for whoever asks to see.

In memory only. The list keeps what the journal keeps; the content of rewritten and refused requests is bounded in number, size and
age, and is gone when the proxy is.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from guardian_core.audit.row import cells
from guardian_core.control_settings import ControlSettings
from guardian_core.grants import Scope
from guardian_core.overrides import scope_of
from guardian_core.vocabulary import Outcome, Verdict

HELD_BYTES = 16_000_000  # of all bodies together
LARGEST = 1_000_000  # bytes of one body; of a larger one nothing is kept


@dataclass(frozen=True, slots=True)
class Seen:
    """One request in the list; no raw value in it."""

    flow: str
    at: float
    row: dict[str, object]  # as in the journal
    scope: Scope | None  # None: nothing was weighed, so there is nothing to overrule
    rewritable: bool  # whether it could be sent anonymized instead


@dataclass(frozen=True, slots=True)
class _Held:
    at: float
    outcome: Outcome = field(repr=False)


class Live:
    """Shared by the proxy's loop, which adds, and the threads that serve the page, which read."""

    def __init__(self, settings: ControlSettings, digest: Callable[[str], str]) -> None:
        """`digest`: keyed, of this installation."""
        self.settings = settings
        self.digest = digest
        self._lock = threading.Lock()
        self._seen: OrderedDict[str, Seen] = OrderedDict()
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._bytes = 0  # of all that is held

    def add(self, outcome: Outcome, flow: str, *, observed: bool, rewritable: bool = False, now: float | None = None) -> None:
        """Remember one decision; a later one about the same flow (a WebSocket's next frame) takes its place."""
        now = time.time() if now is None else now
        row = cells(outcome, flow_id=flow, time=now, observed=observed)
        scope = scope_of(outcome, self.digest) if outcome.action else None
        with self._lock:
            self._seen.pop(flow, None)
            self._drop(flow)
            self._seen[flow] = Seen(flow, now, row, scope, rewritable)
            while len(self._seen) > self.settings.flows:
                self._seen.popitem(last=False)
            # Not of a fault of ours (nothing was weighed): what it was about nobody knows.
            if scope and outcome.decision.verdict is not Verdict.ALLOW and _size(outcome) <= LARGEST:
                self._held[flow] = _Held(now, outcome)
                self._bytes += _size(outcome)
            self._forget(now)

    def recent(self) -> tuple[Seen, ...]:
        """The list, newest first."""
        with self._lock:
            return tuple(reversed(self._seen.values()))

    def seen(self, flow: str) -> Seen | None:
        """One entry of the list."""
        with self._lock:
            return self._seen.get(flow)

    def held(self, flow: str, *, now: float | None = None) -> Outcome | None:
        """The content of one request, while it is kept."""
        with self._lock:
            self._forget(time.time() if now is None else now)
            kept = self._held.get(flow)
            return kept.outcome if kept else None

    def forget_old(self, *, now: float | None = None) -> None:
        """Let go of what is too old; to be called from time to time, for nobody may ever ask."""
        with self._lock:
            self._forget(time.time() if now is None else now)

    def _forget(self, now: float) -> None:
        oldest = now - self.settings.held_minutes * 60
        while self._held:
            flow, kept = next(iter(self._held.items()))
            if len(self._held) <= self.settings.held and self._bytes <= HELD_BYTES and kept.at > oldest:
                return
            self._drop(flow)

    def _drop(self, flow: str) -> None:
        kept = self._held.pop(flow, None)
        self._bytes -= _size(kept.outcome) if kept else 0


def _size(outcome: Outcome) -> int:
    return len(outcome.reading.body) + len(outcome.reading.request.body)

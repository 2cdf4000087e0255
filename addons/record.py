"""Take outcomes, write them into the journal on a thread of its own, so that a slow or full disk never breaks a flow.

What comes within a twentieth of a second is written in one transaction. A stop writes what is queued; a kill loses that much.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Protocol

from guardian_core.audit import Entry
from guardian_core.vocabulary import Outcome

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 3.0  # a locked database costs five seconds a try: a stop must not take an hour
PENDING = 1_000  # outcomes hold their requests' bodies: this bounds the memory a stuck disk can take
GATHERED = 0.05  # seconds


class Writes(Protocol):
    """What is needed here of guardian_core.audit.Journal."""

    def record_all(self, entries: Sequence[Entry]) -> None:
        """Write a row each, all or none."""

    def close(self) -> None:
        """Let the file go."""


class Recorder:
    """A queue in front of the journal. Failures are counted and said once per kind; a flow never learns of them."""

    def __init__(self, journal: Writes | None) -> None:
        """`journal` None: nothing is recorded."""
        self.journal = journal
        self.lost = 0
        self.complaints: set[str] = set()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="guardian-journal")
        self._waiting: deque[Entry] = deque()
        self._writing = 0  # entries that the thread has taken
        self._due = False  # whether the thread will come for what waits
        self._closing = threading.Event()
        self._given_up = threading.Event()

    @property
    def pending(self) -> int:
        """Entries that are not written yet."""
        return len(self._waiting) + self._writing

    def record(self, outcome: Outcome, *, flow_id: str, observed: bool = False) -> None:
        """Queue one outcome; returns at once."""
        if self.journal is None:
            return
        if self.pending >= PENDING:
            self._lose(1, "the journal cannot keep up")
            return
        self._waiting.append(Entry(outcome, flow_id, observed, time.time()))
        if not self._due:
            self._begin(self.journal)

    def close(self) -> None:
        """Write what is queued, then close the journal; gives up what the disk does not take within a few seconds."""
        self._closing.set()
        last = self.thread.submit(lambda: None)
        wait([last], CLOSE_SECONDS)
        self._given_up.set()
        self.thread.shutdown(wait=True, cancel_futures=True)
        if self._waiting:
            self._lose(len(self._waiting), "the journal did not take everything in time before the end")
            self._waiting.clear()
        if self.journal is not None:
            self.journal.close()

    def _begin(self, journal: Writes) -> None:
        self._due = True
        self.thread.submit(self._write, journal).add_done_callback(self._written)

    def _write(self, journal: Writes) -> None:
        """Write what has come, and what comes meanwhile; on the thread. To wake it costs a flow more than its row does."""
        while not self._given_up.is_set():
            self._closing.wait(GATHERED)  # a flow that is being decided needs the interpreter more than we do
            entries: list[Entry] = []
            while self._waiting:
                self._writing += 1
                entries.append(self._waiting.popleft())
            if not entries:
                return
            journal.record_all(entries)
            self._writing = 0

    def _written(self, future: "Future[None]") -> None:
        count, self._writing, self._due = self._writing, 0, False
        if self._waiting and self.journal is not None and not self._closing.is_set():
            self._begin(self.journal)  # came after the thread had looked for the last time, or before a fault
        error = None if future.cancelled() else future.exception()
        if error is not None:
            self._lose(count, f"the journal cannot be written ({type(error).__name__})")

    def _lose(self, count: int, complaint: str) -> None:
        self.lost += count
        if complaint not in self.complaints:
            self.complaints.add(complaint)
            logger.warning("%s: decisions go on, some are not recorded", complaint)

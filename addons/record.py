"""Take outcomes, write them into the journal on a thread of its own, so that a slow or full disk never breaks a flow."""

import logging
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Protocol

from guardian_core.vocabulary import Outcome

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 3.0  # a locked database costs five seconds a row: a stop must not take an hour
PENDING = 1_000  # outcomes hold their requests' bodies: this bounds the memory a stuck disk can take


class Writes(Protocol):
    """What is needed here of guardian_core.audit.Journal."""

    def record(self, outcome: Outcome, *, flow_id: str, observed: bool = False) -> None:
        """Write one row; `observed`: nothing was changed."""

    def close(self) -> None:
        """Let the file go."""


class Recorder:
    """A queue in front of the journal. Failures are counted and said once per kind; a flow never learns of them."""

    def __init__(self, journal: Writes | None) -> None:
        """`journal` None: nothing is recorded."""
        self.journal = journal
        self.pending = 0
        self.lost = 0
        self.complaints: set[str] = set()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="guardian-journal")

    def record(self, outcome: Outcome, *, flow_id: str, observed: bool = False) -> None:
        """Queue one outcome; returns at once."""
        if self.journal is None:
            return
        if self.pending >= PENDING:
            self._lose("the journal cannot keep up")
            return
        self.pending += 1
        self.thread.submit(self.journal.record, outcome, flow_id=flow_id, observed=observed).add_done_callback(self._written)

    def close(self) -> None:
        """Write what is queued, then close the journal; gives up what the disk does not take within a few seconds."""
        last = self.thread.submit(lambda: None)
        wait([last], CLOSE_SECONDS)
        self.thread.shutdown(wait=True, cancel_futures=True)
        if self.journal is not None:
            self.journal.close()

    def _written(self, future: "Future[None]") -> None:
        self.pending -= 1
        if future.cancelled():
            self._lose("the journal did not take everything in time before the end")
            return
        error = future.exception()
        if error is not None:
            self._lose(f"the journal cannot be written ({type(error).__name__})")

    def _lose(self, complaint: str) -> None:
        self.lost += 1
        if complaint not in self.complaints:
            self.complaints.add(complaint)
            logger.warning("%s: decisions go on, some are not recorded", complaint)

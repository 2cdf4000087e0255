"""The queue in front of the journal."""

import logging
import threading

from guardian_addons import record
from guardian_addons.record import Recorder

from guardian_core.vocabulary import Decision, Outcome, Reading, Request, Verdict

REQUEST = Request("POST", "https", "shop.example.test", 443, "/", (), b"")
OUTCOME = Outcome(Decision(verdict=Verdict.ALLOW), Reading(REQUEST, (), b""))


class Memory:
    """A journal that waits, writes or fails as told."""

    def __init__(self, *, error=None):
        self.error = error
        self.ids = []
        self.go = threading.Event()

    def close(self):
        self.closed = True

    def record(self, outcome, *, flow_id, observed=False):
        self.go.wait(5)
        if self.error:
            raise self.error
        self.ids.append(flow_id)


def test_writes_in_order_without_waiting():
    journal = Memory()
    recorder = Recorder(journal)
    for flow_id in ("a", "b", "c"):
        recorder.record(OUTCOME, flow_id=flow_id)
    assert journal.ids == []
    journal.go.set()
    recorder.close()
    assert journal.ids == ["a", "b", "c"]
    assert journal.closed
    assert (recorder.pending, recorder.lost) == (0, 0)


def test_says_once_that_the_journal_fails_and_goes_on(caplog):
    journal = Memory(error=OSError("No space left on /home/dana"))
    journal.go.set()
    recorder = Recorder(journal)
    for _ in range(3):
        recorder.record(OUTCOME, flow_id="a")
    recorder.close()
    assert recorder.lost == 3
    (line,) = [entry.getMessage() for entry in caplog.records if entry.levelno == logging.WARNING]
    assert "the journal cannot be written (OSError)" in line
    assert "dana" not in line


def test_bounds_what_waits_for_a_stuck_disk(monkeypatch):
    monkeypatch.setattr(record, "PENDING", 2)
    journal = Memory()
    recorder = Recorder(journal)
    for flow_id in ("a", "b", "c", "d"):
        recorder.record(OUTCOME, flow_id=flow_id)
    journal.go.set()
    recorder.close()
    assert journal.ids == ["a", "b"]
    assert recorder.lost == 2


def test_stops_soon_where_the_disk_does_not_take_what_is_queued(monkeypatch, caplog):
    monkeypatch.setattr(record, "CLOSE_SECONDS", 0.05)
    journal = Memory()
    recorder = Recorder(journal)
    for flow_id in ("a", "b", "c"):
        recorder.record(OUTCOME, flow_id=flow_id)
    threading.Timer(0.3, journal.go.set).start()
    recorder.close()
    assert (journal.ids, recorder.lost, recorder.pending) == (["a"], 2, 0)
    assert journal.closed
    (line,) = [entry.getMessage() for entry in caplog.records if entry.levelno == logging.WARNING]
    assert "did not take everything in time" in line


def test_takes_no_journal_for_an_answer():
    recorder = Recorder(None)
    recorder.record(OUTCOME, flow_id="a")
    recorder.close()
    assert recorder.lost == 0

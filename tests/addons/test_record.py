"""The queue in front of the journal."""

import logging
import threading
import time

from guardian_addons import record
from guardian_addons.record import Recorder

from guardian_core.audit import Journal, read
from guardian_core.vocabulary import Decision, Outcome, Reading, Request, Verdict

REQUEST = Request("POST", "https", "shop.example.test", 443, "/", (), b"")
OUTCOME = Outcome(Decision(verdict=Verdict.ALLOW), Reading(REQUEST, (), b""))


class Memory:
    """A journal that waits, writes or fails as told."""

    def __init__(self, *, error=None):
        self.error = error
        self.ids = []
        self.batches = []
        self.go = threading.Event()

    def close(self):
        self.closed = True

    def record_all(self, entries):
        self.batches.append(len(entries))
        self.go.wait(5)
        if self.error:
            raise self.error
        self.ids += [one.flow_id for one in entries]


def queue(recorder, *ids):
    for flow_id in ids:
        recorder.record(OUTCOME, flow_id=flow_id)


def taken(recorder, journal):
    """Wait until the thread has taken what was queued."""
    while not journal.batches:
        time.sleep(0.001)


def test_writes_in_order_without_waiting_and_together():
    journal = Memory()
    recorder = Recorder(journal)
    queue(recorder, "a", "b", "c")
    assert journal.ids == []
    journal.go.set()
    recorder.close()
    assert journal.ids == ["a", "b", "c"]
    assert journal.batches == [3]
    assert journal.closed
    assert (recorder.pending, recorder.lost) == (0, 0)


def test_writes_soon_also_where_nothing_else_comes():
    journal = Memory()
    journal.go.set()
    recorder = Recorder(journal)
    queue(recorder, "a")
    taken(recorder, journal)
    queue(recorder, "b")
    recorder.close()
    assert journal.ids == ["a", "b"]


def test_a_clean_stop_loses_nothing_of_many(tmp_path):
    """With the real journal, while others write into it from another connection."""
    path = tmp_path / "audit.db"
    recorder, other = Recorder(Journal(path, retention_days=1)), Recorder(Journal(path, retention_days=1))
    for number in range(300):
        queue(recorder, f"r{number}")
        queue(other, f"o{number}")
    recorder.close()
    other.close()
    rows = read(path, None, 1_000)
    assert {row["flow"] for row in rows} == {f"{kind}{number}" for kind in "ro" for number in range(300)}
    assert (recorder.lost, other.lost) == (0, 0)


def test_says_once_that_the_journal_fails_and_goes_on(caplog):
    journal = Memory(error=OSError("No space left on /home/dana"))
    journal.go.set()
    recorder = Recorder(journal)
    queue(recorder, "a", "b")
    taken(recorder, journal)
    queue(recorder, "c")
    recorder.close()
    assert recorder.lost == 3
    (line,) = [entry.getMessage() for entry in caplog.records if entry.levelno == logging.WARNING]
    assert "the journal cannot be written (OSError)" in line
    assert "dana" not in line


def test_bounds_what_waits_for_a_stuck_disk(monkeypatch):
    monkeypatch.setattr(record, "PENDING", 2)
    journal = Memory()
    recorder = Recorder(journal)
    queue(recorder, "a", "b", "c", "d")
    journal.go.set()
    recorder.close()
    assert journal.ids == ["a", "b"]
    assert recorder.lost == 2


def test_stops_soon_where_the_disk_does_not_take_what_is_queued(monkeypatch, caplog):
    monkeypatch.setattr(record, "CLOSE_SECONDS", 0.05)
    journal = Memory()
    recorder = Recorder(journal)
    queue(recorder, "a")
    taken(recorder, journal)
    queue(recorder, "b", "c")
    threading.Timer(0.3, journal.go.set).start()
    recorder.close()
    assert (journal.ids, recorder.lost, recorder.pending) == (["a"], 2, 0)
    assert journal.closed
    (line,) = [entry.getMessage() for entry in caplog.records if entry.levelno == logging.WARNING]
    assert "did not take everything in time" in line


def test_takes_no_journal_for_an_answer():
    recorder = Recorder(None)
    queue(recorder, "a")
    recorder.close()
    assert recorder.lost == 0


def test_a_row_that_comes_while_others_are_written_follows_them():
    journal = Memory()
    recorder = Recorder(journal)
    queue(recorder, "a")
    taken(recorder, journal)
    queue(recorder, "b")
    journal.go.set()
    while recorder.pending:
        time.sleep(0.001)
    queue(recorder, "c")
    recorder.close()
    assert (journal.ids, journal.batches, recorder.lost) == (["a", "b", "c"], [1, 1, 1], 0)


def test_goes_on_after_a_fault_with_what_came_meanwhile():
    journal = Memory(error=OSError("full"))
    recorder = Recorder(journal)
    queue(recorder, "a")
    taken(recorder, journal)
    queue(recorder, "b")
    journal.error = None
    journal.go.set()
    while recorder.pending:
        time.sleep(0.001)
    recorder.close()
    assert (journal.ids, recorder.lost) == (["a", "b"], 0)
    broken = Memory(error=OSError("full"))
    recorder = Recorder(broken)
    broken.go.set()
    queue(recorder, "a")
    taken(recorder, broken)
    broken.go.clear()
    queue(recorder, "b")
    while len(broken.batches) < 2:
        time.sleep(0.001)
    broken.error = None
    broken.go.set()
    recorder.close()
    assert (broken.ids, recorder.lost) == (["b"], 1)

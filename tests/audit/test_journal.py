"""The journal: what it keeps, what it never keeps, and what it does when the disk will not have it."""

import logging
import multiprocessing
import resource
import sqlite3
import stat
import threading
import time
from pathlib import Path

import pytest

from guardian_core.audit import Journal, read
from guardian_core.audit.journal import IN_MEMORY
from guardian_core.errors import StoreError
from guardian_core.vocabulary import (
    Act,
    Action,
    Basis,
    Category,
    Decision,
    Edit,
    Entity,
    Evidence,
    Finding,
    Item,
    Level,
    Likelihood,
    Outcome,
    Place,
    PolicyState,
    Purpose,
    Reading,
    Recipient,
    Request,
    Risk,
    Role,
    Tier,
    Verdict,
)

CANARY = "ann.canary@shop.example"


def request(method="POST"):
    return Request(
        method, "https", "shop.example.test", 443, f"/reset/{CANARY}?mail={CANARY}", ((b"x", CANARY.encode()),), CANARY.encode()
    )


def outcome(method="POST"):
    reading = Reading(request(method), (Item("body", "", CANARY, Role.VALUE, Place.BODY, None, 0, len(CANARY)),), CANARY.encode())
    finding = Finding(0, 0, len(CANARY), Entity.EMAIL, Category.EMAIL, 0.99, "pattern")
    return Outcome(
        decision=Decision(verdict=Verdict.TRANSFORM, level=Level.TAGS, z=0.6, provisional=True, reasons=("R is over the ceiling",)),
        reading=reading,
        findings=(finding, finding),
        action=Action(
            destination="shop.example.test",
            domain="example.test",
            categories={Category.EMAIL},
            recipients={Recipient.FIRST_PARTY, Recipient.ANALYTICS},
            purposes={Purpose.MARKETING},
            basis=Basis.DEFAULT,
            act=Act.COLLECTION,
            text=CANARY,
        ),
        evidence=Evidence(state=PolicyState.KNOWN, url=f"https://u:p@shop.example.test:8443/privacy?visitor={CANARY}#{CANARY}"),
        likelihood=Likelihood(value=0.7, source="prior", uncertainty=0.4, floor=0.1, prior=0.7),
        risk=Risk(R=0.6, S_d=0.55, S_eff=0.7, M_tr=1.2, M_p=0.9, M_b=1, M_T=1.05, L=0.7, tier=Tier.MODERATE),
        edits=(Edit(0, 0, len(CANARY), "[EMAIL]", Entity.EMAIL, Level.TAGS),),
        degraded=("names model absent",),
        timings=(("read", 0.001), ("detect", 0.0023456789)),
    )


def bare():
    return Outcome(decision=Decision(verdict=Verdict.ALLOW), reading=Reading(request(), (), b""))


@pytest.fixture(autouse=True)
def _close(monkeypatch):
    """Close every journal a test opens."""
    opened = []
    start = Journal.__init__

    def remembered(self, *arguments, **options):
        opened.append(self)
        start(self, *arguments, **options)

    monkeypatch.setattr(Journal, "__init__", remembered)
    yield
    for journal in opened:
        journal.close()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "audit.db"


def test_keeps_what_was_decided_and_why(path):
    journal = Journal(path, retention_days=30)
    before = time.time()
    journal.record(outcome(), flow_id="f-1")
    (row,) = journal.rows(None, 10)
    assert before <= row.pop("time") <= time.time()
    assert row == {
        "id": 1,
        "flow": "f-1",
        "host": "shop.example.test",
        "domain": "example.test",
        "method": "POST",
        "recipients": ["analytics", "first_party"],
        "purposes": ["marketing"],
        "basis": "default",
        "categories": ["Email"],
        "verdict": "transform",
        "level": 3,
        "z": 0.6,
        "provisional": True,
        "observed": False,
        **{"R": 0.6, "S_d": 0.55, "S_eff": 0.7, "M_tr": 1.2, "M_p": 0.9, "M_b": 1, "M_T": 1.05, "tier": "moderate"},
        **{"L": 0.7, "L_source": "prior", "L_uncertainty": 0.4, "L_floor": 0.1},
        "policy_state": "known",
        "policy_url": "https://shop.example.test:8443/privacy",
        "reasons": ["R is over the ceiling"],
        "entities": {"email": 2},
        "edits": 1,
        "degraded": ["names model absent"],
        "timings": {"read": 0.001, "detect": 0.002346},
    }
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_tells_what_was_only_observed(path):
    journal = Journal(path, retention_days=30)
    journal.record(outcome(), flow_id="carried out")
    journal.record(outcome(), flow_id="observed", observed=True)
    assert [(row["flow"], row["observed"]) for row in journal.rows(None, 10)] == [("observed", True), ("carried out", False)]


def test_reads_and_continues_a_file_of_the_first_version(path):
    """`guardian audit` reads it as it is; the proxy adds the column, and its old rows count as carried out."""
    Journal(path, retention_days=30).record(outcome(), flow_id="old")
    with sqlite3.connect(path) as connection:
        connection.execute("alter table decisions drop column observed")
        connection.execute("delete from _sqlite_migrations where name = 'add_observed'")
    connection.close()
    assert [row["observed"] for row in read(path, None, 10)] == [False]
    journal = Journal(path, retention_days=30)
    journal.record(outcome(), flow_id="new", observed=True)
    assert [(row["flow"], row["observed"]) for row in journal.rows(None, 10)] == [("new", True), ("old", False)]


def test_leaves_out_what_was_not_weighed(path):
    journal = Journal(path, retention_days=30)
    journal.record(bare(), flow_id="f-2")
    (row,) = journal.rows(None, 10)
    assert {row[name] for name in ("domain", "basis", "level", "R", "tier", "L", "L_source", "policy_state", "policy_url")} == {
        None
    }
    assert (row["categories"], row["entities"]) == ([], {})


def test_never_writes_a_value(path):
    journal = Journal(path, retention_days=30)
    journal.record(outcome(), flow_id="f-1")
    for number, method in enumerate((f"GET {CANARY}", "DANAQUILL")):  # what looks like a method may be a name
        journal.record(outcome(method=method), flow_id=f"f-{number + 2}")
        assert journal.rows(None, 1)[0]["method"] == "other"
    journal.close()
    files = list(path.parent.iterdir())
    assert path in files
    assert not [file.name for file in files if b"canary" in file.read_bytes().lower() or b"u:p" in file.read_bytes()]


def test_gives_the_newest_first_and_no_more_than_asked(path):
    journal = Journal(path, retention_days=30)
    for number in range(5):
        journal.record(bare(), flow_id=str(number))
    middle = journal.rows(None, 3)[2]["time"]
    assert [row["flow"] for row in journal.rows(None, 2)] == ["4", "3"]
    assert [row["flow"] for row in journal.rows(middle, 10)] == ["4", "3", "2"]
    assert journal.rows(time.time() + 60, 10) == journal.rows(None, 0) == journal.rows(None, -1) == []


def test_forgets_after_the_retention(path):
    first = Journal(path, retention_days=2)
    first.record(bare(), flow_id="old")
    first.record(bare(), flow_id="new")
    with sqlite3.connect(path) as db:
        db.execute("update decisions set time = time - 3 * 86400 where flow = 'old'")
    assert len(first.rows(None, 10)) == 2
    assert [row["flow"] for row in Journal(path, retention_days=2).rows(None, 10)] == ["new"]


def test_prunes_while_it_runs(path, monkeypatch):
    monkeypatch.setattr("guardian_core.audit.journal.PRUNE_SECONDS", -1)
    journal = Journal(path, retention_days=2)
    journal.record(bare(), flow_id="old")
    with sqlite3.connect(path) as db:
        db.execute("update decisions set time = time - 3 * 86400")
    journal.record(bare(), flow_id="new")
    assert [row["flow"] for row in journal.rows(None, 10)] == ["new"]


def write_many(path, name, count):
    journal = Journal(Path(path), retention_days=30)
    for number in range(count):
        journal.record(bare(), flow_id=f"{name}-{number}")


def test_is_shared_by_processes_and_threads(path):
    """They race for making the file, too."""
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_many, args=(str(path), f"p{number}", 60)) for number in range(2)]
    for writer in writers:
        writer.start()
    journal = Journal(path, retention_days=30)
    threads = [
        threading.Thread(target=lambda name=f"t{number}": [journal.record(bare(), flow_id=f"{name}-{i}") for i in range(60)])
        for number in range(4)
    ]
    for thread in threads:
        thread.start()
    for worker in (*threads, *writers):
        worker.join(60)
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert len({row["flow"] for row in journal.rows(None, 1000)}) == 6 * 60


def test_says_that_another_process_holds_the_file(path, monkeypatch):
    monkeypatch.setattr("guardian_core.audit.journal.BUSY_SECONDS", 0.05)
    journal = Journal(path, retention_days=30)
    with sqlite3.connect(path) as db:
        db.execute("begin immediate")
        with pytest.raises(StoreError, match="stayed locked"):
            journal.record(bare(), flow_id="1")
    assert journal.degraded is None
    journal.record(bare(), flow_id="2")
    assert [row["flow"] for row in Journal(path, retention_days=30).rows(None, 5)] == ["2"]


UNUSABLE = [
    pytest.param(lambda path: path.mkdir(parents=True), id="a folder"),
    pytest.param(lambda path: path.parent.write_text("a file"), id="inside a file"),
    pytest.param(lambda path: (path.parent.mkdir(), path.write_bytes(b"no database " * 900)), id="not a database"),
    pytest.param(lambda path: (path.parent.mkdir(), path.symlink_to("/proc/nowhere/audit.db")), id="a disk nobody can write"),
]


@pytest.mark.parametrize("spoil", UNUSABLE)
def test_goes_on_in_memory_with_one_warning(path, spoil, caplog):
    spoil(path)
    content = path.read_bytes() if path.is_file() else None
    with caplog.at_level(logging.WARNING):
        journal = Journal(path, retention_days=30)
        for number in range(3):
            journal.record(outcome(), flow_id=str(number))
    assert [row["flow"] for row in journal.rows(None, 10)] == ["2", "1", "0"]
    assert len(caplog.records) == 1
    assert str(path) in caplog.text
    assert CANARY not in caplog.text
    assert journal.degraded
    assert content is None or path.read_bytes() == content


def test_survives_damage_while_it_runs(path, caplog):
    journal = Journal(path, retention_days=30)
    for number in range(50):
        journal.record(outcome(), flow_id=str(number))
    with sqlite3.connect(path) as db:
        db.execute("drop table decisions")
    with caplog.at_level(logging.WARNING):
        journal.record(outcome(), flow_id="after")
        journal.record(outcome(), flow_id="later")
    assert [row["flow"] for row in journal.rows(None, 10)] == ["later", "after"]
    assert len(caplog.records) == 1


@pytest.fixture
def full_disk():
    """A limit of the size of files stands for a disk that is full, until it is lifted: the same call fails in the same place."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(size):
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft if size is None else size, hard))

    yield limit
    limit(None)


def flows_of(path):
    """What another process reads in the file."""
    return [row["flow"] for row in reversed(read(path, None, 1_000))]


def test_writes_what_is_in_memory_once_the_disk_has_room_again(path, full_disk, monkeypatch, caplog):
    """All of it, once, in the order of the decisions; each turn is said once."""
    journal = Journal(path, retention_days=30)
    journal.record(outcome(), flow_id="before")
    full_disk(path.with_name("audit.db-wal").stat().st_size)
    for number in range(40):
        journal.record(outcome(), flow_id=f"full-{number}")
    assert journal.degraded
    monkeypatch.setattr("guardian_core.audit.journal.AGAIN_SECONDS", -1)
    journal.record(outcome(), flow_id="still full")
    assert journal.degraded
    full_disk(None)
    assert flows_of(path) == ["before"]
    journal.record(outcome(), flow_id="room")
    journal.record(outcome(), flow_id="later")
    assert journal.degraded is None
    assert flows_of(path) == ["before", *(f"full-{number}" for number in range(40)), "still full", "room", "later"]
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2
    assert "which is tried every minute" in said[0]
    assert said[1].endswith("can be used again: what was recorded meanwhile is in it (41 decisions)")
    assert [row["entities"] for row in read(path, None, 1_000)] == [{"email": 2}] * 44


def test_tries_no_more_often_than_once_a_minute(path, full_disk):
    journal = Journal(path, retention_days=30)
    full_disk(path.with_name("audit.db-wal").stat().st_size)
    journal.record(bare(), flow_id="full")
    full_disk(None)
    journal.record(bare(), flow_id="room, and nobody looked")
    assert journal.degraded
    assert flows_of(path) == []


def test_writes_what_is_in_memory_at_the_end(path, full_disk):
    journal = Journal(path, retention_days=30)
    full_disk(path.with_name("audit.db-wal").stat().st_size)
    journal.record(bare(), flow_id="full")
    full_disk(None)
    journal.close()
    assert flows_of(path) == ["full"]


@pytest.mark.parametrize("spoil", UNUSABLE)
def test_begins_a_file_where_what_was_in_its_way_is_moved_away(path, spoil, monkeypatch):
    """Also a damaged one that was there at the start."""
    spoil(path)
    journal = Journal(path, retention_days=30)
    journal.record(bare(), flow_id="in memory")
    way = path.parent if path.parent.is_file() else path
    way.rename(tmp := way.with_name("moved"))
    monkeypatch.setattr("guardian_core.audit.journal.AGAIN_SECONDS", -1)
    journal.record(bare(), flow_id="on disk")
    assert flows_of(path) == ["in memory", "on disk"]
    assert tmp.is_symlink() or tmp.exists()


def test_stays_in_memory_while_the_file_is_damaged(path, monkeypatch, caplog):
    journal = Journal(path, retention_days=30)
    with sqlite3.connect(path) as db:
        db.execute("drop table decisions")
    monkeypatch.setattr("guardian_core.audit.journal.AGAIN_SECONDS", -1)
    for number in range(3):
        journal.record(bare(), flow_id=str(number))
    assert journal.degraded
    assert [row["flow"] for row in journal.rows(None, 10)] == ["2", "1", "0"]
    assert len(caplog.records) == 1


def test_bounds_the_memory_it_takes(path, monkeypatch):
    monkeypatch.setattr("guardian_core.audit.journal.IN_MEMORY", 5)
    monkeypatch.setattr("guardian_core.audit.journal.PRUNE_SECONDS", -1)
    path.mkdir(parents=True)
    journal = Journal(path, retention_days=30)
    for number in range(9):
        journal.record(bare(), flow_id=str(number))
    assert IN_MEMORY > 5
    assert [row["flow"] for row in journal.rows(None, 100)] == ["8", "7", "6", "5", "4"]


def test_drops_the_query_of_an_address_it_cannot_take_apart(path):
    journal = Journal(path, retention_days=30)
    for url in ("https://[::1]:8443/p?q", "https://h.example.test:99999/p"):
        weighed = outcome()
        journal.record(
            Outcome(decision=weighed.decision, reading=weighed.reading, evidence=Evidence(state=PolicyState.KNOWN, url=url)),
            flow_id=url,
        )
    assert [row["policy_url"] for row in journal.rows(None, 5)] == ["", "https://[::1]:8443/p"]


def test_is_read_while_others_write_it(path):
    assert read(path, None, 5) == []
    assert not path.parent.exists()
    journal = Journal(path, retention_days=30)
    journal.record(outcome(), flow_id="1")
    assert read(path, None, 5) == journal.rows(None, 5)
    journal.close()
    assert [row["flow"] for row in read(path, None, 5)] == ["1"]


def test_reads_an_empty_file_as_nothing(tmp_path):
    (tmp_path / "audit.db").touch()
    assert read(tmp_path / "audit.db", None, 5) == []


def test_reads_the_rows_of_one_flow(tmp_path):
    journal = Journal(tmp_path / "audit.db", retention_days=1)
    for flow in ("3f2a-1", "3f2a-1", "3f2b-2", "%"):
        journal.record(bare(), flow_id=flow)
    journal.close()
    found = {begin: len(read(tmp_path / "audit.db", None, 9, flow=begin)) for begin in ("3f2a", "3f2", "%", "_", "-1", "3f2a-1x")}
    assert found == {"3f2a": 2, "3f2": 3, "%": 1, "_": 0, "-1": 0, "3f2a-1x": 0}


def test_says_that_it_cannot_be_read(tmp_path):
    with pytest.raises(StoreError, match="cannot be read"):
        read(tmp_path, None, 5)

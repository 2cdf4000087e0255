"""The store under many writers, and its bounds (B60)."""

import resource
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from guardian_core.vocabulary import Category, PolicyState, Statement
from policy_cache.page import FetchRecord, PolicyDocument
from policy_cache.store import Store


def document(domain: str, text: str, *, at: float = 1.0) -> PolicyDocument:
    statement = Statement(text=text, categories=frozenset({Category.EMAIL, Category.PHONE}), heading=("A", "B"), negated=True)
    return PolicyDocument(
        domain=domain, url=f"https://{domain}/p", hash=text, fetched_at=at, extractor=1, length=len(text), statements=(statement,)
    )


def test_gives_back_what_it_was_given(tmp_path: Path) -> None:
    store = Store(tmp_path / "policies.db")
    key = store.save(document("a.test", "x"), again_at=9.0)
    assert store.document(key) == document("a.test", "x")
    summary, current, again_at = store.site("a.test")
    assert (summary.state, summary.statements, summary.versions, current, again_at) == (PolicyState.KNOWN, 1, 1, key, 9.0)
    store.close()
    assert Store(tmp_path / "policies.db").document(key) == document("a.test", "x")


def test_keeps_one_version_per_text_and_the_last_five(tmp_path: Path) -> None:
    store = Store(tmp_path / "policies.db")
    for at, text in enumerate(["a", "a", "b", "c", "d", "e", "f", "g"]):
        store.save(document("a.test", text, at=float(at)), again_at=9.0)
    assert [version.hash for version in store.versions("a.test")] == ["g", "f", "e", "d", "c"]
    assert store.site("a.test")[0].versions == 5


def test_keeps_five_versions_when_the_slowest_reader_writes_last(tmp_path: Path) -> None:
    store = Store(tmp_path / "policies.db")
    for at in (*range(10, 20), 1):
        key = store.save(document("a.test", f"text {at}", at=float(at)), again_at=9.0)
    assert key is not None
    assert [version.hash for version in store.versions("a.test")] == ["text 19", "text 18", "text 17", "text 16", "text 1"]
    assert store.document(key) is not None


def test_keeps_a_known_document_when_asked_to(tmp_path: Path) -> None:
    store = Store(tmp_path / "policies.db")
    store.save(document("a.test", "x"), again_at=9.0)
    store.mark("a.test", PolicyState.UNKNOWN, "timed out", again_at=10.0, keep=True)
    assert store.site("a.test")[0].state is PolicyState.KNOWN
    store.mark("a.test", PolicyState.NONE, "gone", again_at=10.0, keep=False)
    assert (store.site("a.test")[0].state, store.site("a.test")[1]) == (PolicyState.NONE, None)


def test_bounds_the_fetch_log(tmp_path: Path) -> None:
    store = Store(tmp_path / "policies.db")
    store.log(FetchRecord(domain="a.test", url="https://a.test/", at=float(n), outcome="page") for n in range(6_000))
    assert len(store.fetches("a.test")) == 5_000
    assert store.fetches("a.test")[-1].at == 5_999.0


def test_forgets_everything_about_a_domain(tmp_path: Path) -> None:
    store = Store(tmp_path / "policies.db")
    for domain in ("a.test", "b.test"):
        store.save(document(domain, f"text of {domain}"), again_at=9.0)
        store.log([FetchRecord(domain=domain, url=f"https://{domain}/", at=1.0, outcome="page")])
    assert store.forget("a.test") == 1
    assert (store.site("a.test"), store.versions("a.test"), store.fetches("a.test")) == (None, (), ())
    assert store.site("b.test") is not None
    store.close()
    assert b"text of a.test" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert store.forget(None) == 1
    assert store.sites() == ()


def test_loses_nothing_under_two_threads_of_200_upserts(tmp_path: Path) -> None:
    store = Store(tmp_path / "policies.db")

    def write(worker: int) -> None:
        for n in range(200):
            store.save(document(f"{worker}-{n % 50}.test", f"{worker} {n}", at=float(n)), again_at=9.0)

    threads = [threading.Thread(target=write, args=(worker,)) for worker in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not store.in_memory
    assert len(store.sites()) == 100
    assert all(entry.versions == 4 for entry in store.sites())


WRITER = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[4:]
from tests.policy_cache.test_store import document
from policy_cache.store import Store
store = Store(Path(sys.argv[1]))
for n in range(int(sys.argv[3])):
    store.save(document(f"{sys.argv[2]}-{n}.test", "x"), again_at=9.0)
    if n == 5:
        print("writing", flush=True)
assert not store.in_memory
"""


def test_is_shared_by_processes_one_of_which_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "policies.db"
    run = [sys.executable, "-c", WRITER, str(path)]
    here = [str(Path.cwd())]
    killed = subprocess.Popen([*run, "killed", "100000", *here], stdout=subprocess.PIPE)
    others = [subprocess.Popen([*run, name, "60", *here], stdout=subprocess.DEVNULL) for name in ("one", "two")]
    killed.stdout.readline()
    killed.kill()
    killed.wait()
    killed.stdout.close()
    assert [other.wait(60) for other in others] == [0, 0]
    names = [entry.domain for entry in Store(path).sites()]
    assert sum(not name.startswith("killed") for name in names) == 120
    assert all(entry.statements == 1 for entry in Store(path).sites())


def test_gives_up_a_lock_that_is_never_released_without_raising(tmp_path: Path, monkeypatch) -> None:
    import sqlite3

    store = Store(tmp_path / "policies.db")
    store.save(document("a.test", "x"), again_at=9.0)
    monkeypatch.setattr("policy_cache.store._ATTEMPTS", 2)
    store._database().conn.execute("pragma busy_timeout = 50")
    holder = sqlite3.connect(tmp_path / "policies.db", isolation_level=None)
    holder.execute("begin immediate")
    started = time.perf_counter()
    assert store.save(document("b.test", "x"), again_at=9.0) is None
    assert time.perf_counter() - started < 2
    assert store.site("a.test") is not None  # readers do not wait for writers
    holder.execute("rollback")
    holder.close()
    assert store.save(document("b.test", "x"), again_at=9.0) is not None
    assert not store.in_memory


def test_loses_nothing_under_two_processes_of_32_threads() -> None:
    """The bench in small; whole it is 2 x 32 x 1,000: `python bench/store.py`."""
    done = subprocess.run([sys.executable, "bench/store.py", "2", "32", "20"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "failed 0, lost 0" in done.stdout


def test_keeps_the_largest_part_of_its_history_within_bounds(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("policy_cache.tables._SITES", 50)
    store = Store(tmp_path / "policies.db")
    for n in range(60):
        store.save(document(f"{n}.test", "x"), again_at=9.0)
    assert len(store.sites()) == 50
    monkeypatch.setattr("policy_cache.tables._MAX_BYTES", 1)
    store.save(document("last.test", "x"), again_at=9.0)
    assert {entry.domain for entry in store.sites()} >= {"last.test", "59.test"}
    assert len(store.sites()) == 5


def test_upgrades_a_store_of_the_first_form(tmp_path: Path) -> None:
    from sqlite_utils import Database

    from policy_cache import tables

    db = Database(tmp_path / "policies.db")
    tables.create_documents_statements_sites_and_fetches(db)
    first = "create_documents_statements_sites_and_fetches"
    db.table("_sqlite_migrations").insert({"migration_set": "policy_cache", "name": first, "applied_at": "2025"}, pk="name")
    db.conn.close()
    store = Store(tmp_path / "policies.db")
    store.save(document("a.test", "x"), again_at=9.0)
    assert store.site("a.test")[0].failures == 0
    assert not store.in_memory


def test_its_stamp_tells_of_every_write_whoever_wrote(tmp_path: Path) -> None:
    store, other = Store(tmp_path / "policies.db"), Store(tmp_path / "policies.db")
    stamps = [store.stamp()]
    for number, writer in enumerate((store, other, other, store)):
        writer.save(document("a.test", f"x{number}"), again_at=9.0)
        stamps.append(store.stamp())
    other.forget("a.test")
    stamps.append(store.stamp())
    store.site("a.test")
    assert store.stamp() == stamps[-1]
    assert len(set(stamps)) == len(stamps)
    assert stamps[0] is None
    store.close()
    other.close()


@pytest.fixture
def full_disk():
    """A limit of the size of files stands for a disk that is full, until it is lifted: the same call fails in the same place."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(size: int | None) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft if size is None else size, hard))

    yield limit
    limit(None)


def test_goes_back_to_the_disk_once_it_has_room_again(tmp_path: Path, full_disk, monkeypatch, caplog) -> None:
    """With what it learnt meanwhile; each turn is said once, and tells holders of documents that keys mean others."""
    store = Store(tmp_path / "policies.db")
    store.save(document("before.test", "x"), again_at=9.0)
    full_disk((tmp_path / "policies.db-wal").stat().st_size)
    store.save(document("full.test", "y"), again_at=9.0)
    assert (store.in_memory, store.turn, store.site("before.test")) == (True, 1, None)
    monkeypatch.setattr("policy_cache.store.AGAIN_SECONDS", -1)
    assert store.site("full.test") is not None
    assert store.in_memory
    full_disk(None)
    assert [entry.domain for entry in store.sites()] == ["before.test", "full.test"]
    assert (store.in_memory, store.turn) == (False, 2)
    assert store.document(store.site("full.test")[1]) == document("full.test", "y")
    assert [entry.domain for entry in Store(tmp_path / "policies.db").sites()] == ["before.test", "full.test"]
    first, second = (record.getMessage() for record in caplog.records)
    assert first.startswith("policies are kept in memory only")
    assert second == f"policies are kept in {tmp_path / 'policies.db'} again"


def test_tries_the_disk_no_more_often_than_once_a_minute(tmp_path: Path, full_disk) -> None:
    store = Store(tmp_path / "policies.db")
    store.save(document("before.test", "x"), again_at=9.0)
    full_disk((tmp_path / "policies.db-wal").stat().st_size)
    store.save(document("full.test", "y"), again_at=9.0)
    full_disk(None)
    assert store.site("full.test") is not None
    assert store.in_memory

"""Policies and what is known of each domain in, the same out again, in SQLite; without a usable disk, in memory.

Many threads and processes share one file: WAL, a busy timeout, one connection per thread, short transactions that begin as writers
(B60). A corrupt file, a full or read-only disk is said once in the log and then costs persistence, never an exception; whether the
file can be used again is tried every minute.
"""

import contextlib
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from guardian_core.vocabulary import PolicyState
from policy_cache import tables
from policy_cache.page import FetchRecord, PolicyDocument, PolicySummary

logger = logging.getLogger(__name__)

AGAIN_SECONDS = 60.0
_ATTEMPTS = 4  # of one operation that finds the database locked


class Store:
    """The database; every method may be called from any thread and raises nothing of SQLite's."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._lock = threading.RLock()
        self._turn = threading.Lock()  # to write: SQLite's own waiting is a lottery that 32 threads do not all win
        self._connections: list[sqlite3.Connection] = []
        self._memory: Database | None = None
        self._tried = 0.0
        self.turn = 0  # another whenever another database serves, in which the same key is another document's

    @property
    def in_memory(self) -> bool:
        """Whether the disk had to be given up."""
        return self._memory is not None

    def stamp(self) -> object:
        """Another whenever somebody has written, in whatever process; None where that cannot be told. Costs no query."""
        if self._memory is not None:
            return None
        try:
            found = [os.stat(f"{self._path}{end}") for end in ("", "-wal")]  # noqa: PTH116 - with every request, and twice as fast
        except OSError:
            return None
        return tuple([(one.st_mtime_ns, one.st_size, one.st_ino) for one in found])

    def site(self, domain: str) -> tuple[PolicySummary, int | None, float] | None:
        """What is known of a domain, the id of its current document, and when it is to be looked up again."""
        rows = self._query(f"{tables.SUMMARY} where s.domain = ?", domain)
        return (tables.summary(rows[0]), rows[0]["document"], rows[0]["again_at"]) if rows else None

    def sites(self) -> tuple[PolicySummary, ...]:
        """Every domain, by name."""
        return tuple(tables.summary(row) for row in self._query(f"{tables.SUMMARY} order by s.domain"))

    def document(self, key: int) -> PolicyDocument | None:
        """One version with its statements."""
        return self._run(lambda db: tables.document_of(db, key), None)

    def versions(self, domain: str) -> tuple[PolicyDocument, ...]:
        """Every kept version of a domain, newest first, without statements."""
        query = f"select {', '.join(tables.FIELDS)} from documents where domain = ? order by fetched_at desc, id desc"  # noqa: S608
        return tuple(tables.version(row) for row in self._query(query, domain))

    def newest(self, domain: str) -> tuple[PolicyDocument, ...]:
        """The kept versions of a domain, newest first, with statements."""
        keys = self._query("select id from documents where domain = ? order by fetched_at desc, id desc", domain)
        found = (self.document(row["id"]) for row in keys)
        return tuple(version for version in found if version is not None)

    def save(self, document: PolicyDocument, *, again_at: float) -> int | None:
        """Keep a version as the current one of its domain; the same text again renews its date. Its id, or None."""
        return self._write(lambda db: tables.save(db, document, again_at), None)

    def mark(self, domain: str, state: PolicyState, reason: str, *, again_at: float, keep: bool) -> None:
        """Remember how a lookup ended; `keep` leaves a known document in place (it was only not reachable now)."""
        self._write(lambda db: tables.mark(db, domain, state, reason, again_at, keep=keep), None)

    def log(self, records: Iterable[FetchRecord]) -> None:
        """Append to the fetch log; the oldest lines go."""
        rows = [record.model_dump() for record in records]
        self._write(lambda db: tables.log(db, rows), None)

    def fetches(self, domain: str) -> tuple[FetchRecord, ...]:
        """The fetch log of one domain, oldest first."""
        query = "select domain, url, at, outcome, reason from fetches where domain = ? order by id"
        return tuple(FetchRecord(**row) for row in self._query(query, domain))

    def forget(self, domain: str | None) -> int:
        """Remove everything about a domain, or with None everything; the number of domains that were known."""
        return self._write(lambda db: tables.forget(db, domain), 0)

    def close(self) -> None:
        """Close every thread's connection; the next call opens a new one."""
        with self._lock:
            for connection in self._connections:
                with contextlib.suppress(sqlite3.Error):
                    connection.close()
            self._connections.clear()
            self._local = threading.local()

    def _query(self, sql: str, *values: str) -> list[dict[str, Any]]:
        nothing: list[dict[str, Any]] = []
        return self._run(lambda db: tables.rows(db, sql, list(values)), nothing)

    def _write[T](self, work: Callable[[Database], T], otherwise: T) -> T:
        def in_turn(db: Database) -> T:
            with self._turn, _writing(db):
                return work(db)

        return self._run(in_turn, otherwise)

    def _run[T](self, work: Callable[[Database], T], otherwise: T) -> T:
        """Do `work`; retry while locked, go on in memory when the disk fails, give `otherwise` when nothing helped."""
        for attempt in range(_ATTEMPTS):
            try:
                return self._once(work)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) and "busy" not in str(error):
                    self._give_up(error)
                    continue
                if attempt < _ATTEMPTS - 1:
                    time.sleep(0.05 * 2**attempt)
            except (sqlite3.Error, OSError) as error:
                self._give_up(error)
        return otherwise

    def _once[T](self, work: Callable[[Database], T]) -> T:
        if self._memory is not None:
            with self._lock:
                if self._memory is not None and time.monotonic() - self._tried > AGAIN_SECONDS:
                    self._come_back(self._memory)
                if self._memory is not None:
                    return work(self._memory)
        return work(self._database())

    def _database(self) -> Database:
        """This thread's connection."""
        database: Database | None = getattr(self._local, "database", None)
        if database is None:
            with self._lock:
                database = self._open()
            self._local.database = database
        return database

    def _open(self) -> Database:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # The list of sites whose policies were read is a browsing history: nobody else reads it.
        self._path.touch(mode=0o600)
        connection = sqlite3.connect(self._path, timeout=10.0, check_same_thread=False, isolation_level=None)
        self._connections.append(connection)
        for pragma in (
            "busy_timeout = 10000",
            "journal_mode = wal",
            "synchronous = normal",
            "foreign_keys = on",
            "secure_delete = on",
        ):
            connection.execute(f"pragma {pragma}")
        return _migrated(connection)

    def _come_back(self, memory: Database) -> None:
        """Write the documents that are in memory into the file, all or none, and go on there; stay in memory where that fails."""
        self._tried = time.monotonic()
        others = len(self._connections)
        try:
            database = self._open()
            with _writing(database):
                for row in tables.rows(memory, f"{tables.SUMMARY} order by s.domain", []):
                    document = tables.document_of(memory, row["document"]) if row["document"] is not None else None
                    if document is not None:
                        tables.save(database, document, row["again_at"])
                database.conn.execute("create table room_again (x)")  # so that something is written in any case
                database.conn.execute("drop table room_again")
        except (sqlite3.Error, OSError):
            for connection in self._connections[others:]:
                connection.close()
            del self._connections[others:]
            return
        self._local = threading.local()
        self._local.database = database
        self._memory, self.turn = None, self.turn + 1
        memory.conn.close()
        logger.warning("policies are kept in %s again", self._path)

    def _give_up(self, error: Exception) -> None:
        """Go on in memory; said once."""
        with self._lock:
            if self._memory is None:
                self._tried, self.turn = time.monotonic(), self.turn + 1
                logger.warning("policies are kept in memory only: %s cannot be used (%s)", self._path, error)
                self._memory = _migrated(sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None))


def _migrated(connection: sqlite3.Connection) -> Database:
    database = Database(connection)
    if tables.migrations.pending(database):
        with _writing(database):  # two processes must not both create the tables: the second finds none pending
            tables.migrations.apply(database)
    return database


@contextlib.contextmanager
def _writing(db: Database) -> Iterator[None]:
    """One transaction that writes from its start: a reader that turns writer can be refused without waiting."""
    db.conn.execute("begin immediate")
    try:
        yield
        db.conn.execute("commit")
    except BaseException:
        if db.conn.in_transaction:
            db.conn.execute("rollback")
        raise

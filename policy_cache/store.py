"""Policies and what is known of each domain in, the same out again, in SQLite; without a usable disk, in memory.

Many threads and processes share one file: WAL, a busy timeout, one connection per thread, short transactions that begin as writers
(B60). A corrupt file or a read-only disk is said once in the log and then costs persistence, never an exception.
"""

import contextlib
import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from guardian_core.vocabulary import PolicyState, Statement
from policy_cache.page import FetchRecord, PolicyDocument, PolicySummary

logger = logging.getLogger(__name__)
migrations = Migrations("policy_cache")

type _Row = dict[str, Any]

_VERSIONS = 5  # kept per domain
_LOG_ROWS = 5_000
_SITES = 5_000  # domains remembered
_MAX_BYTES = 1 << 29  # of the database; above, the sites that were not looked up for longest go
_ATTEMPTS = 4  # of one operation that finds the database locked
_FIELDS = ("domain", "url", "hash", "fetched_at", "extractor", "title", "language", "etag", "last_modified", "length",
           "legal_basis", "rights", "retention")  # fmt: skip


@migrations()
def create_documents_statements_sites_and_fetches(db: Database) -> None:
    """The first form."""
    for sql in (
        "create table documents (id integer primary key, domain text not null, url text, hash text not null, fetched_at real not "
        "null,"
        " extractor integer not null, title text not null, language text not null, etag text, last_modified text,"
        " length integer not null, legal_basis integer not null, rights integer not null, retention integer not null,"
        " unique (domain, hash, extractor))",
        "create table statements (document integer not null references documents(id) on delete cascade, position integer not null,"
        " body text not null, primary key (document, position)) without rowid",
        "create table sites (domain text primary key, state text not null, reason text not null, document integer,"
        " checked_at real not null, again_at real not null)",
        "create table fetches (id integer primary key, domain text not null, url text not null, at real not null, outcome text "
        "not null,"
        " reason text not null)",
        "create index documents_by_domain on documents (domain, fetched_at)",
        "create index fetches_by_domain on fetches (domain, at)",
    ):
        db.execute(sql)


class Store:
    """The database; every method may be called from any thread and raises nothing of SQLite's."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._lock = threading.RLock()
        self._turn = threading.Lock()  # to write: SQLite's own waiting is a lottery that 32 threads do not all win
        self._connections: list[sqlite3.Connection] = []
        self._memory: Database | None = None

    @property
    def in_memory(self) -> bool:
        """Whether the disk had to be given up."""
        return self._memory is not None

    def site(self, domain: str) -> tuple[PolicySummary, int | None, float] | None:
        """What is known of a domain, the id of its current document, and when it is to be looked up again."""
        rows = self._query(f"{_SUMMARY} where s.domain = ?", domain)
        return (_summary(rows[0]), rows[0]["document"], rows[0]["again_at"]) if rows else None

    def sites(self) -> tuple[PolicySummary, ...]:
        """Every domain, by name."""
        return tuple(_summary(row) for row in self._query(f"{_SUMMARY} order by s.domain"))

    def document(self, key: int) -> PolicyDocument | None:
        """One version with its statements."""
        return self._run(lambda db: _document(db, key), None)

    def versions(self, domain: str) -> tuple[PolicyDocument, ...]:
        """Every kept version of a domain, newest first, without statements."""
        query = f"select {', '.join(_FIELDS)} from documents where domain = ? order by fetched_at desc, id desc"  # noqa: S608
        return tuple(PolicyDocument(**row) for row in self._query(query, domain))

    def save(self, document: PolicyDocument, *, again_at: float) -> int | None:
        """Keep a version as the current one of its domain; the same text again renews its date. Its id, or None."""
        return self._write(lambda db: _save(db, document, again_at), None)

    def mark(self, domain: str, state: PolicyState, reason: str, *, again_at: float, keep: bool) -> None:
        """Remember how a lookup ended; `keep` leaves a known document in place (it was only not reachable now)."""
        self._write(lambda db: _mark(db, domain, state, reason, again_at, keep=keep), None)

    def log(self, records: Iterable[FetchRecord]) -> None:
        """Append to the fetch log; the oldest lines go."""
        rows = [record.model_dump() for record in records]
        self._write(lambda db: _log(db, rows), None)

    def fetches(self, domain: str) -> tuple[FetchRecord, ...]:
        """The fetch log of one domain, oldest first."""
        query = "select domain, url, at, outcome, reason from fetches where domain = ? order by id"
        return tuple(FetchRecord(**row) for row in self._query(query, domain))

    def forget(self, domain: str | None) -> int:
        """Remove everything about a domain, or with None everything; the number of domains that were known."""
        return self._write(lambda db: _forget(db, domain), 0)

    def close(self) -> None:
        """Close every thread's connection; the next call opens a new one."""
        with self._lock:
            for connection in self._connections:
                with contextlib.suppress(sqlite3.Error):
                    connection.close()
            self._connections.clear()
            self._local = threading.local()

    def _query(self, sql: str, *values: str) -> list[_Row]:
        nothing: list[_Row] = []
        return self._run(lambda db: _rows(db, sql, list(values)), nothing)

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

    def _give_up(self, error: Exception) -> None:
        """Go on in memory; said once."""
        with self._lock:
            if self._memory is None:
                logger.warning("policies are kept in memory only: %s cannot be used (%s)", self._path, error)
                self._memory = _migrated(sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None))


def _migrated(connection: sqlite3.Connection) -> Database:
    database = Database(connection)
    if migrations.pending(database):
        with _writing(database):  # two processes must not both create the tables: the second finds none pending
            migrations.apply(database)
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


_SUMMARY = """select s.domain, s.state, s.reason, s.document, s.checked_at, s.again_at, d.url, d.fetched_at,
 coalesce(d.length, 0) as length,
 (select count(*) from documents v where v.domain = s.domain) as versions,
 (select count(*) from statements t where t.document = s.document) as statements
 from sites s left join documents d on d.id = s.document"""


def _rows(db: Database, sql: str, values: list[Any]) -> list[dict[str, Any]]:
    return list(db.query(sql, values))


def _summary(row: dict[str, Any]) -> PolicySummary:
    return PolicySummary(**{name: row[name] for name in PolicySummary.model_fields})


def _document(db: Database, key: int) -> PolicyDocument | None:
    rows = _rows(db, f"select {', '.join(_FIELDS)} from documents where id = ?", [key])  # noqa: S608
    if not rows:
        return None
    bodies = _rows(db, "select body from statements where document = ? order by position", [key])
    return PolicyDocument(**rows[0], statements=tuple(Statement.model_validate_json(row["body"]) for row in bodies))


def _save(db: Database, document: PolicyDocument, again_at: float) -> int:
    values = document.model_dump(include=set(_FIELDS))
    known = _rows(
        db,
        "select id from documents where domain = ? and hash = ? and extractor = ?",
        [document.domain, document.hash, document.extractor],
    )
    if known:
        key = int(known[0]["id"])
        db.table("documents").update(key, {name: values[name] for name in ("url", "fetched_at", "etag", "last_modified", "title")})
    else:
        db.table("documents").insert(values)
        key = int(_rows(db, "select last_insert_rowid() as id", [])[0]["id"])
        db.table("statements").insert_all(
            {"document": key, "position": position, "body": json.dumps(statement.model_dump(mode="json"), ensure_ascii=False)}
            for position, statement in enumerate(document.statements)
        )
    _site(db, document.domain, PolicyState.KNOWN, "", document=key, again_at=again_at)
    db.execute(
        "delete from documents where domain = ? and id <> ? and id not in"
        " (select id from documents where domain = ? order by fetched_at desc, id desc limit ?)",
        [document.domain, key, document.domain, _VERSIONS],
    )
    return key


def _mark(db: Database, domain: str, state: PolicyState, reason: str, again_at: float, *, keep: bool) -> None:
    held = _rows(db, "select document from sites where domain = ? and document is not null", [domain]) if keep else []
    if held:
        _site(db, domain, PolicyState.KNOWN, reason, document=held[0]["document"], again_at=again_at)
    else:
        _site(db, domain, state, reason, document=None, again_at=again_at)


def _site(db: Database, domain: str, state: PolicyState, reason: str, *, document: int | None, again_at: float) -> None:
    row = {
        "domain": domain,
        "state": str(state),
        "reason": reason,
        "document": document,
        "checked_at": time.time(),
        "again_at": again_at,
    }
    db.table("sites").upsert(row, pk="domain")
    oldest = "select domain from sites order by checked_at desc limit -1 offset ?"
    for gone in _rows(db, oldest, [_SITES if _size(db) < _MAX_BYTES else _SITES // 10]):
        _forget(db, gone["domain"])


def _size(db: Database) -> int:
    """Bytes in use; pages that were freed are used again before the file grows."""
    pages, free, size = (int(_rows(db, f"pragma {name}", [])[0][name]) for name in ("page_count", "freelist_count", "page_size"))
    return (pages - free) * size


def _log(db: Database, rows: list[dict[str, Any]]) -> None:
    db.table("fetches").insert_all(rows)
    db.execute("delete from fetches where id <= (select max(id) from fetches) - ?", [_LOG_ROWS])


def _forget(db: Database, domain: str | None) -> int:
    where, values = ("", []) if domain is None else (" where domain = ?", [domain])
    count = len(_rows(db, f"select domain from sites{where}", list(values)))  # noqa: S608
    for table in ("documents", "sites", "fetches"):
        db.execute(f"delete from {table}{where}", values)  # noqa: S608
    return count

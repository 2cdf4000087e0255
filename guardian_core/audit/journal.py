"""The journal: outcomes in, rows of what was decided and why out; kept in SQLite, or in memory while the disk will not have it."""

import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from sqlite_utils import Database

from guardian_core.audit.migrations import journal as migrations
from guardian_core.audit.row import from_row, to_row
from guardian_core.database import BUSY_SECONDS, PASSING, enter_wal, make_private
from guardian_core.errors import StoreError
from guardian_core.vocabulary import Outcome

logger = logging.getLogger(__name__)

PRUNE_SECONDS = 600.0
AGAIN_SECONDS = 60.0  # between two tries whether the file can be used again
DAY = 86_400.0
IN_MEMORY = 10_000  # rows kept when there is no disk
AT_ONCE = 32  # rows in one statement: after each one the thread must wait for the interpreter again, which holds up the flows


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision to be written."""

    outcome: Outcome = field(repr=False)
    flow_id: str
    observed: bool
    time: float  # seconds since 1970


class Journal:
    """Decisions on disk. Threads and processes may share the file; while it cannot be used, memory serves instead.

    Whether it can be used again is tried when something is recorded or read, once a minute at most, and at the end.
    """

    def __init__(self, path: Path, *, retention_days: float) -> None:
        """Open or make the database at `path` (mode 0600); never fails, see `degraded`."""
        self.path = path
        self.retention = retention_days * DAY
        self.degraded: str | None = None  # why rows are kept in memory only; None while they are on disk
        self._tried = 0.0
        self._lock = threading.Lock()
        self._pruned = 0.0
        try:
            self._db = _open(path)
        except (OSError, sqlite3.Error) as error:
            self._db = self._memory(error)
        with contextlib.suppress(StoreError):  # another process holds the file: it prunes, too
            self._run(self._prune)

    def record(self, outcome: Outcome, *, flow_id: str, observed: bool = False) -> None:
        """Write one row; raises what `record_all` raises. `observed`: nothing was changed, whatever was decided."""
        self.record_all([Entry(outcome, flow_id, observed, time.time())])

    def record_all(self, entries: Sequence[Entry]) -> None:
        """Write a row each, all or none; old ones go when they are due.

        Raises:
            StoreError: other processes kept the database locked for five seconds; these rows are not recorded.
        """
        if not entries:
            return
        rows = [to_row(one.outcome, flow_id=one.flow_id, time=one.time, observed=one.observed) for one in entries]

        def insert() -> None:
            with self._db.atomic():
                _insert(self._db, tuple(rows[0]), [tuple(row.values()) for row in rows])

        self._run(insert)
        if time.time() - self._pruned > PRUNE_SECONDS:
            self._run(self._prune)

    def rows(self, since: float | None, limit: int) -> list[dict[str, object]]:
        """The newest `limit` rows of this file (all processes), newest first; `since` in seconds since 1970.

        Raises:
            StoreError: the database stayed locked.
        """
        found: list[dict[str, object]] = []

        self._run(lambda: found.extend(_newest(self._db, since, limit)))
        return found

    def close(self) -> None:
        """Close the database; the journal cannot be used afterwards."""
        with self._lock:
            if self.degraded:
                self._come_back()
            self._db.close()

    def _run(self, work: Callable[[], None]) -> None:
        """Do `work` on the database; where the file fails, do it once more on a fresh one in memory."""
        with self._lock:
            if self.degraded and time.monotonic() - self._tried > AGAIN_SECONDS:
                self._come_back()
            try:
                work()
            except sqlite3.Error as error:
                if (error.sqlite_errorcode & 0xFF) in PASSING:
                    message = f"the journal {self.path} stayed locked by another process for {BUSY_SECONDS:g} s"
                    raise StoreError(message) from None
                if self.degraded:
                    message = f"the journal cannot be kept in memory either: {error}"
                    raise StoreError(message) from None
                self._db.close()
                self._db = self._memory(error)
                work()

    def _prune(self) -> None:
        now = time.time()
        with self._db.atomic():
            self._db.execute("delete from decisions where time < ?", [now - self.retention])
            if self.degraded:
                newest = "select id from decisions order by id desc limit ?"
                self._db.execute(f"delete from decisions where id not in ({newest})", [IN_MEMORY])  # noqa: S608 - no input in it
        self._pruned = now

    def _come_back(self) -> None:
        """Write what is in memory into the file, all of it or nothing, and go on there; stay in memory where that fails."""
        self._tried = time.monotonic()
        try:
            file = _open(self.path)
        except (OSError, sqlite3.Error):
            return
        try:
            names = tuple(column.name for column in self._db.table("decisions").columns if column.name != "id")
            # The names are our own.
            rows = self._db.execute(f"select {', '.join(names)} from decisions order by id").fetchall()  # noqa: S608
            with file.atomic():
                _insert(file, names, rows)
        except sqlite3.Error:
            file.close()  # and with it whatever was written but not committed
            return
        self._db.close()
        self._db, self.degraded = file, None
        logger.warning(
            "the journal %s can be used again: what was recorded meanwhile is in it (%d decisions)", self.path, len(rows)
        )

    def _memory(self, error: Exception) -> Database:
        self.degraded = (isinstance(error, OSError) and error.strerror) or str(error)
        self._tried = time.monotonic()
        logger.warning(
            "the journal %s cannot be used (%s): decisions are recorded in memory until it can, which is tried every minute. "
            "Make room or make it writable, or move it away if it is damaged",
            self.path,
            self.degraded,
        )
        db = Database(sqlite3.connect(":memory:", check_same_thread=False))
        migrations.apply(db)
        return db


def _insert(db: Database, names: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> None:
    for begin in range(0, len(rows), AT_ONCE):
        some = rows[begin : begin + AT_ONCE]
        db.conn.execute(_insertion(names, len(some)), [cell for row in some for cell in row])


@cache
def _insertion(names: tuple[str, ...], count: int) -> str:
    row = f"({', '.join('?' * len(names))})"
    return f"insert into decisions ({', '.join(names)}) values {', '.join([row] * count)}"  # noqa: S608 - our own names


def read(path: Path, since: float | None, limit: int, *, flow: str = "") -> list[dict[str, object]]:
    """The rows of a journal that others write, as `Journal.rows`; nothing is made, migrated or removed. None without a file.

    `flow`: only those of flows whose id begins so.

    Raises:
        StoreError: the file cannot be read.
    """
    return query(path, lambda db: _newest(db, since, limit, flow), [])


def query[Result](path: Path, ask: Callable[[Database], Result], nothing: Result) -> Result:
    """What `ask` reads out of a journal that others write; `nothing` without a file.

    Raises:
        StoreError: the file cannot be read.
    """
    if not path.exists():
        return nothing
    # On a disk that cannot be written a WAL database only opens as one that nobody changes.
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            with contextlib.closing(
                sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=BUSY_SECONDS)
            ) as connection:
                return ask(Database(connection))
        except sqlite3.Error as error:
            reason = str(error)
    message = f"the journal {path} cannot be read: {reason}"
    raise StoreError(message)


def _newest(db: Database, since: float | None, limit: int, flow: str = "") -> list[dict[str, object]]:
    table = db.table("decisions")
    if not table.exists():
        return []
    wanted = ("time >= ? and substr(flow, 1, ?) = ?", [since if since is not None else 0.0, len(flow), flow])
    return [from_row(row) for row in table.rows_where(*wanted, order_by="time desc, id desc", limit=max(0, limit))]


def _open(path: Path) -> Database:
    """The database at `path`, up to date and in WAL mode; raises OSError or sqlite3.Error where it cannot be written."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    make_private(path)
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        db = Database(connection)
        enter_wal(db)
        connection.execute("PRAGMA synchronous=NORMAL")  # with WAL: a power cut may cost the last rows, never the file
        connection.execute("PRAGMA cache_size=-256")  # KiB: rows are written one after the other, and seldom read
        connection.execute("BEGIN IMMEDIATE")  # two processes that open a new file at once must not both create the table
        try:
            migrations.apply(db)
        except BaseException:
            connection.rollback()
            raise
        connection.commit()
    except BaseException:
        connection.close()
        raise
    return db

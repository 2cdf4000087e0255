"""The grants on disk: made, undone and used in one transaction with the line that records it; looked up in microseconds.

A request must see what was granted the moment before, by whichever process: each look-up asks SQLite whether anybody else has
written (`PRAGMA data_version`), and only then reads the grants anew.
"""

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from guardian_core.database import open_database
from guardian_core.errors import StoreError
from guardian_core.grants.grant import Change, Grant, Kind, Scope, covers
from guardian_core.grants.migrations import grants as migrations

logger = logging.getLogger(__name__)

DAY = 86_400.0
ONCE_SECONDS = 600.0  # what is allowed once and not sent again by then is no longer wanted
MOST_ACTIVE = 10_000
COUNTS = "ended_at is null and (expires_at is null or expires_at > ?)"


class Grants:
    """The store; every method may be called from any thread."""

    def __init__(self, path: Path, *, retention_days: float = 365.0) -> None:
        """Open `path`, made as needed; what ended longer than `retention_days` ago is removed.

        Raises:
            StoreError: it cannot be used; the message says what to do.
        """
        self.path = path
        self._lock = threading.Lock()
        self._db: Database = open_database(path, migrations)
        self._version = -1
        self._active: tuple[Grant, ...] = ()
        self._prune(time.time() - retention_days * DAY)

    def make(
        self, kind: Kind, scope: Scope, *, by: str, seconds: float | None = None, once: bool = False, now: float | None = None
    ) -> Grant:
        """Keep a decision about requests of `scope`: for `seconds` (None: until undone), or for the next such request.

        Raises:
            StoreError: it could not be written, so it does not count.
        """
        now = time.time() if now is None else now
        until = now + (ONCE_SECONDS if once else seconds or 0.0) if once or seconds is not None else None
        subjects = frozenset() if kind is Kind.LEAVE else scope.subjects
        values = scope.values if once and kind is Kind.ALLOW else frozenset()
        grant = Grant(0, kind, scope.site, scope.host, subjects, now, until, once, by, values)

        def insert() -> Grant:
            row = (kind.value, grant.site, grant.host, _packed(subjects), _packed(values), now, until, int(once), by)
            names = 'kind, site, host, subjects, "values", made_at, expires_at, once, by'
            cursor = self._db.execute(f"insert into grants ({names}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)  # noqa: S608 - our names
            made = _grant({**_row_of(grant), "id": cursor.lastrowid})
            self._note(made, "made", by, now)
            return made

        return self._write(insert)

    def end(self, number: int, what: str, *, by: str, now: float | None = None) -> Grant | None:
        """Undo ("undone") or use up ("used") a grant; None where it did not count any more, whoever was first.

        Raises:
            StoreError: it could not be written.
        """
        now = time.time() if now is None else now

        def update() -> Grant | None:
            query = f"update grants set ended_at = ?, ended = ? where id = ? and {COUNTS}"  # noqa: S608 - our names
            done = self._db.execute(query, (now, what, number, now))
            if done.rowcount != 1:
                return None
            ended = _grant(next(self._db.query("select * from grants where id = ?", [number])))
            self._note(ended, what, by, now)
            return ended

        return self._write(update)

    def find(self, scope: Scope, *, now: float | None = None) -> Grant | None:
        """The newest grant that counts and covers `scope`; where the file cannot be read, none does."""
        now = time.time() if now is None else now
        return next((grant for grant in self._current() if grant.is_active(now) and covers(grant, scope)), None)

    def active(self, *, now: float | None = None) -> tuple[Grant, ...]:
        """What counts, newest first."""
        now = time.time() if now is None else now
        return tuple(grant for grant in self._current() if grant.is_active(now))

    def all(self, limit: int = 1_000) -> tuple[Grant, ...]:
        """What counts and what did, newest first; raises StoreError."""
        return tuple(map(_grant, self._read("select * from grants order by id desc limit ?", limit)))

    def get(self, number: int) -> Grant | None:
        """The grant with this number, whether it still counts or not; raises StoreError."""
        return next(map(_grant, self._read("select * from grants where id = ?", number)), None)

    def changes(self, limit: int = 100) -> tuple[Change, ...]:
        """The record, newest first; raises StoreError."""
        rows = self._read('select at, what, by, "grant", text from changes order by id desc limit ?', limit)
        return tuple(Change(**row) for row in rows)

    def close(self) -> None:
        """Close the database; the grants cannot be used afterwards."""
        with self._lock:
            self._db.close()

    def _current(self) -> tuple[Grant, ...]:
        with self._lock:
            try:
                version = self._db.conn.execute("pragma data_version").fetchone()[0]
                if version != self._version:
                    query = f"select * from grants where {COUNTS} order by id desc limit ?"  # noqa: S608 - no input in it
                    self._active = tuple(map(_grant, self._db.query(query, [time.time(), MOST_ACTIVE])))
                    self._version = version
            except sqlite3.Error as error:
                logger.warning("the grants in %s cannot be read (%s): nothing counts as granted", self.path, error)
                self._active, self._version = (), -1
            return self._active

    def _read(self, query: str, value: int) -> list[dict[str, Any]]:
        with self._lock:
            try:
                return list(self._db.query(query, [value]))
            except sqlite3.Error as error:
                raise self._unusable(error) from None

    def _write[Result](self, work: Callable[[], Result]) -> Result:
        with self._lock:
            self._version = -1  # our own writes do not move data_version
            try:
                self._db.conn.execute("BEGIN IMMEDIATE")
                try:
                    result = work()
                except BaseException:
                    self._db.conn.rollback()
                    raise
                self._db.conn.commit()
            except sqlite3.Error as error:
                raise self._unusable(error) from None
            return result

    def _note(self, grant: Grant, what: str, by: str, now: float) -> None:
        values = (now, what, by, grant.id, told(grant))
        self._db.execute('insert into changes (at, what, by, "grant", text) values (?, ?, ?, ?, ?)', values)
        logger.info("grant %d %s (%s): %s", grant.id, what, by, told(grant))

    def _prune(self, before: float) -> None:
        def delete() -> None:
            self._db.execute("delete from grants where coalesce(ended_at, expires_at) < ?", (before,))
            self._db.execute("delete from changes where at < ?", (before,))

        self._write(delete)

    def _unusable(self, error: sqlite3.Error) -> StoreError:
        return StoreError(f"the grants in {self.path} cannot be used: {error}")


def told(grant: Grant) -> str:
    """One grant as a sentence, for the record and for lists: ``allow once shop.example → api.example: Email``."""
    how = "once" if grant.once else "always" if grant.expires_at is None else "for a time"
    what = "all it sends there and to itself" if grant.kind is Kind.LEAVE else ", ".join(sorted(grant.subjects))
    return f"{grant.kind} {how} {grant.site} → {grant.host}: {what}"


def _packed(words: Iterable[str]) -> str:
    return json.dumps(sorted(words))


def _row_of(grant: Grant) -> dict[str, Any]:
    row = {name: getattr(grant, name) for name in Grant.__dataclass_fields__}
    return {**row, "subjects": _packed(grant.subjects), "values": _packed(grant.values)}


def _grant(row: dict[str, Any]) -> Grant:
    sets = {name: frozenset(json.loads(row[name])) for name in ("subjects", "values")}
    return Grant(**{**row, **sets, "kind": Kind(row["kind"]), "once": bool(row["once"])})

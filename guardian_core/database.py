"""A path and migrations in, an SQLite database in the home folder out: its owner's alone, up to date, shared by processes (WAL)."""

import contextlib
import os
import sqlite3
import time
from pathlib import Path

from sqlite_utils import Database, Migrations

from guardian_core.errors import StoreError

BUSY_SECONDS = 5.0
PASSING = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})  # another process writes: no reason to give up the file


def open_database(path: Path, migrations: Migrations) -> Database:
    """The database at `path` (mode 0600), made and migrated as needed; usable from every thread, one at a time.

    Raises:
        StoreError: it cannot be used; the message says why and what to do.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_private(path)
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False)
        try:
            return _prepared(connection, migrations)
        except BaseException:
            connection.close()
            raise
    except (OSError, sqlite3.Error) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        message = f"{path} cannot be used ({reason}): make it writable, or move it away if it is damaged"
        raise StoreError(message) from None


def make_private(path: Path) -> None:
    """An empty file, its owner's alone, where there is none; raises OSError.

    One that is there is not even opened: to close it would drop the locks that SQLite holds on it in this process (POSIX), and
    another process would then take its write-ahead log away from under our connections.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def in_memory(migrations: Migrations) -> Database:
    """The same without a disk."""
    return _migrated(Database(sqlite3.connect(":memory:", check_same_thread=False)), migrations)


def _prepared(connection: sqlite3.Connection, migrations: Migrations) -> Database:
    db = Database(connection)
    enter_wal(db)
    return _migrated(db, migrations)


def enter_wal(db: Database) -> None:
    """Switch to WAL. SQLite answers "locked" at once when two connections switch at the same moment, whatever the timeout."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.enable_wal()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in PASSING or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


def _migrated(db: Database, migrations: Migrations) -> Database:
    db.conn.execute("BEGIN IMMEDIATE")  # two processes that open a new file at once must not both create its tables
    try:
        migrations.apply(db)
    except BaseException:
        db.conn.rollback()
        raise
    db.conn.commit()
    return db

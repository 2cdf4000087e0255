"""Clients that refuse our certificate in, the pairs of client and host that are passed on out; kept in the home folder (SQLite).

An app that trusts only its own certificate shall work (BUGS B21), and that again after a restart. Whoever is behind the proxy could
evade it so; therefore a pair counts for its own client and host alone, for a while, is listed, and can be forgotten, by whichever
process: each look-up asks SQLite whether anybody else has written (`PRAGMA data_version`).
"""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database, Migrations

from guardian_core.database import in_memory, open_database
from guardian_core.errors import StoreError
from guardian_core.wire_settings import ExceptionSettings

logger = logging.getLogger(__name__)

WINDOW = 600.0  # seconds within which refusals count together
MOST = 10_000  # pairs that are kept, and that are counted
_AHEAD = 300.0  # seconds that a clock may have been set back by before what was learned "later" counts no more

migrations = Migrations("guardian_passed_on")


@migrations()
def create_passed_on(db: Database) -> None:
    """One row per client and host."""
    db.execute(
        "create table passed_on (id integer primary key autoincrement, client text not null, host text not null,"
        " learned_at real not null, unique (client, host))"
    )


@dataclass(frozen=True, slots=True)
class Passed:
    """One client's connections to one host are passed on as they are."""

    id: int
    client: str  # its address
    host: str
    learned_at: float  # seconds since 1970

    def until(self, settings: ExceptionSettings) -> float:
        """When it ends, in seconds since 1970."""
        return self.learned_at + settings.hours * 3_600

    def counts(self, settings: ExceptionSettings, now: float) -> bool:
        """Whether it has begun and not ended; a clock that was set back lengthens nothing."""
        return self.learned_at - _AHEAD <= now < self.until(settings)


def path_of(home: Path) -> Path:
    """Where the database lies."""
    return home / "passed.db"


class PassedOn:
    """The store; every method may be called from any thread."""

    def __init__(self, db: Database, now: Callable[[], float] = time.time) -> None:
        """`db` has the tables of `migrations`; `now` gives seconds since 1970."""
        self._db, self._now = db, now
        self._lock = threading.Lock()
        self._version = -1
        self._pairs: dict[tuple[str, str], Passed] = {}
        self._refusals: dict[tuple[str, str], tuple[int, float]] = {}  # how many, and when the last one was (monotonic)

    def refused(self, client: str, host: str, settings: ExceptionSettings) -> bool:
        """Count a refusal of our certificate; True where the host is passed on for this client from now on.

        Raises:
            StoreError: it should be, and could not be written; so it is not.
        """
        pair, now = (client, host), time.monotonic()
        with self._lock:
            count, last = self._refusals.pop(pair, (0, now))
            count = count + 1 if now - last < WINDOW else 1
            self._refusals[pair] = (count, now)
            while len(self._refusals) > MOST:
                self._refusals.pop(next(iter(self._refusals)))
        if count < settings.failures:
            return False
        here = self._now()
        self._write(
            ("insert or replace into passed_on (client, host, learned_at) values (?, ?, ?)", (client, host, here)),
            ("delete from passed_on where learned_at < ?", (here - settings.hours * 3_600,)),
            ("delete from passed_on where id <= (select max(id) from passed_on) - ?", (MOST,)),
        )
        with self._lock:
            self._refusals.pop(pair, None)  # what is forgotten later must be refused anew as often
        return True

    def knows(self, client: str, host: str, settings: ExceptionSettings) -> bool:
        """Whether this client's connections to the host are passed on; where the file cannot be read, none are."""
        found = self._current().get((client, host))
        return found is not None and found.counts(settings, self._now())

    def listed(self, settings: ExceptionSettings) -> tuple[Passed, ...]:
        """What counts, newest first."""
        now = self._now()
        return tuple(sorted((one for one in self._current().values() if one.counts(settings, now)), key=lambda one: -one.id))

    def forget(self, number: int | None = None) -> int:
        """Forget one pair by its number, or all; how many there were. Its client must refuse our certificate anew.

        Raises:
            StoreError: it could not be written.
        """
        return self._write(("delete from passed_on where ?1 is null or id = ?1", (number,)))

    def close(self) -> None:
        """Close the database; nothing can be asked afterwards."""
        with self._lock:
            self._db.close()

    def _current(self) -> dict[tuple[str, str], Passed]:
        with self._lock:
            try:
                version = self._db.execute("pragma data_version").fetchone()[0]
                if version != self._version:
                    rows = self._db.query("select id, client, host, learned_at from passed_on")
                    self._pairs = {(one.client, one.host): one for one in (Passed(**row) for row in rows)}
                    self._version = version
            except sqlite3.Error as error:
                logger.warning("what is known of pinned clients cannot be read (%s): none is passed on", error)
                self._pairs, self._version = {}, -1
            return self._pairs

    def _write(self, *statements: tuple[str, tuple[object, ...]]) -> int:
        """Do it all or nothing; how many rows the first statement changed."""
        with self._lock:
            self._version = -1  # our own writes do not move data_version
            try:
                with self._db.conn as connection:
                    changed = [connection.execute(query, values).rowcount for query, values in statements]
                return int(changed[0])
            except sqlite3.Error as error:
                message = f"what is known of pinned clients cannot be written: {error}"
                raise StoreError(message) from None


def opened(home: Path) -> PassedOn:
    """The store of a home folder, made as needed; raises StoreError where it cannot be used."""
    return PassedOn(open_database(path_of(home), migrations))


def usable(home: Path) -> PassedOn:
    """The same; where the file cannot be used, what is learned ends with this process, and the log says so."""
    try:
        return opened(home)
    except StoreError as error:
        logger.warning("%s; what is learned of pinned clients ends with this run", error)
        return PassedOn(in_memory(migrations))

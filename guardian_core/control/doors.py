"""Links that let a browser in once, the sessions they become, and the tokens of the forms in them.

Whoever can read the home folder can make a link (`guardian open`), and nobody else: neither a page nor a program of another user.
"""

import hashlib
import hmac
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

from guardian_core.control.migrations import doors as migrations
from guardian_core.database import open_database
from guardian_core.errors import StoreError

LINK_SECONDS = 120.0
NAME = "control.db"


class Doors:
    """One per process; every method may be called from any thread."""

    def __init__(self, home: Path, *, hours: float = 12.0) -> None:
        """`hours`: how long a session lasts. Raises StoreError."""
        self.path = home / NAME
        self.seconds = hours * 3_600
        self._lock = threading.Lock()
        self._db = open_database(self.path, migrations)

    def invite(self, *, now: float | None = None) -> str:
        """A secret that lets one browser in, within two minutes. Raises StoreError."""
        return self._put("links", LINK_SECONDS, now)

    def enter(self, invitation: str, *, now: float | None = None) -> str | None:
        """The secret of a new session; None where the invitation is used, too old or no invitation. Raises StoreError."""
        return self._put("sessions", self.seconds, now) if self._take("links", invitation, now) else None

    def is_open(self, session: str | None, *, now: float | None = None) -> bool:
        """Whether the session counts. Raises StoreError."""
        now = time.time() if now is None else now
        query = "select 1 from sessions where digest = ? and expires_at > ?"
        return bool(session) and bool(self._run(lambda: list(self._db.execute(query, (_digest(session or ""), now)))))

    def leave(self, session: str) -> bool:
        """End a session; whether there was one. Raises StoreError."""
        return self._take("sessions", session, None)

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._db.close()

    def _put(self, table: str, seconds: float, now: float | None) -> str:
        now, secret = time.time() if now is None else now, secrets.token_urlsafe(32)

        def insert() -> None:
            self._db.execute(f"delete from {table} where expires_at <= ?", (now,))  # noqa: S608 - our names
            self._db.execute(f"insert into {table} values (?, ?)", (_digest(secret), now + seconds))  # noqa: S608
            self._db.conn.commit()

        self._run(insert)
        return secret

    def _take(self, table: str, secret: str, now: float | None) -> bool:
        """Remove a secret; whether it was there and counted. One statement, so that it counts once whoever else tries."""
        now = time.time() if now is None else now

        def delete() -> bool:
            gone = self._db.execute(f"delete from {table} where digest = ? and expires_at > ?", (_digest(secret), now))  # noqa: S608
            self._db.conn.commit()
            return gone.rowcount == 1

        return self._run(delete)

    def _run[Result](self, work: Callable[[], Result]) -> Result:
        with self._lock:
            try:
                return work()
            except sqlite3.Error as error:
                self._db.conn.rollback()
                message = f"{self.path} cannot be used: {error}"
                raise StoreError(message) from None


def _digest(secret: str) -> str:
    """32 random bytes need no salt."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


# A click that another page made its visitor aim at our button comes at once after the page opened; a person reads first.
FASTEST_SECONDS = 0.6


def form_token(session: str, purpose: str, *, now: float | None = None) -> str:
    """What a form of this session carries: when it was shown, and a proof of that for this purpose."""
    shown = f"{time.time() if now is None else now:.3f}"
    return f"{shown}.{_proof(session, purpose, shown)}"


def form_age(session: str, purpose: str, token: str, *, now: float | None = None) -> float | None:
    """Seconds since the form was shown; None for a token that is not of this session and purpose."""
    shown, _, proof = token.rpartition(".")
    if not hmac.compare_digest(proof.encode(), _proof(session, purpose, shown).encode()):
        return None
    return (time.time() if now is None else now) - float(shown)


def _proof(session: str, purpose: str, shown: str) -> str:
    return hmac.new(
        session.encode("utf-8", "replace"), f"{purpose}\0{shown}".encode("utf-8", "replace"), hashlib.sha256
    ).hexdigest()

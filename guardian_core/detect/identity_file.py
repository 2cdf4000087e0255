"""The file of the registered values: read, changed by the command line, and watched by a running proxy.

It holds plain values, because they must be found however they are encoded: so it is its owner's alone (mode 0600), and neither its
values nor digests of them are ever logged.
"""

import contextlib
import fcntl
import json
import logging
import os
import secrets
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from guardian_core.detect.identity_forms import KINDS, Identity, identity
from guardian_core.detect.identity_table import IdentityTable
from guardian_core.errors import IdentityError

logger = logging.getLogger(__name__)

MOST = 500  # more values would take seconds to prepare
WAIT = 2.0  # seconds that a request waits for a changed file to be read
_VERSION = 1


def load(path: Path, regions: Sequence[str] = ()) -> tuple[Identity, ...]:
    """The registered values; none where there is no file.

    Raises:
        IdentityError: it cannot be read or is not such a file; the message says what to do.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["version"] != _VERSION:
            raise IdentityError(f"{path} was written by another version of GuardianAgent")
        rows = [(row["kind"], row["value"]) for row in content["identities"]]
        sound = all(kind in KINDS and isinstance(value, str) for kind, value in rows)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise IdentityError(f"cannot read the registered identities, {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):  # the parser's own message would quote the file
        sound, rows = False, []
    if not sound:
        raise IdentityError(f"{path} is no file of registered identities: remove it and add them again")
    return tuple(identity(kind, value, regions) for kind, value in rows)


def save(path: Path, identities: Sequence[Identity]) -> None:
    """Write all values, at once or not at all, readable for their owner only.

    Raises:
        IdentityError: the folder cannot be written, or there are too many values.
    """
    if len(identities) > MOST:
        raise IdentityError(f"at most {MOST} values can be registered")
    content = {"version": _VERSION, "identities": [{"kind": one.kind, "value": one.value} for one in identities]}
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(content, file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise IdentityError(f"cannot write the registered identities, {path}: {error.strerror}") from None


@contextlib.contextmanager
def changing(path: Path) -> Iterator[None]:
    """Keep other commands from changing the file at the same time.

    Raises:
        IdentityError: the folder cannot be written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path.with_name(f".{path.name}.lock"), os.O_WRONLY | os.O_CREAT, 0o600)
    except OSError as error:
        raise IdentityError(f"cannot write beside {path}: {error.strerror}") from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


class WatchedIdentities:
    """The table made of a file; a request that comes after a change of the file waits for the new table.

    Making it takes milliseconds for a few values and up to seconds for hundreds, so a thread of its own does, and nobody waits
    longer than `WAIT`: then the table before it is used once more.
    """

    def __init__(self, path: Path | None, regions: Sequence[str] = ()) -> None:
        self._path = path
        self._regions = tuple(regions)
        self._seen: tuple[int, int, int] | None = None
        self._table = IdentityTable(())
        self._made_of: tuple[int, int, int] | None = None
        self._making = threading.Lock()
        self._maker: threading.Thread | None = None
        if path is not None:
            self._seen = self._made_of = _stamp(path)
            self._table = self._made(path)

    def table(self) -> IdentityTable:
        """The table to search with now."""
        if self._path is not None and _stamp(self._path) != self._seen and self._making.acquire(blocking=False):
            self._seen = _stamp(self._path)
            self._maker = threading.Thread(target=self._make, args=(self._path,), name="identities", daemon=True)
            self._maker.start()
        if (maker := self._maker) is not None:
            maker.join(WAIT)
            if not maker.is_alive():
                self._maker = None
        return self._table

    def stamp(self) -> tuple[int, int, int] | None:
        """Of the file that the table to search with now was made of; None without one."""
        self.table()
        return self._made_of

    def _make(self, path: Path) -> None:
        seen = self._seen
        try:
            self._table = self._made(path)
            self._made_of = seen
        except IdentityError as error:
            logger.error("%s; the values registered before stay in force", error)  # noqa: TRY400 - the traceback says nothing
        finally:
            self._making.release()

    def _made(self, path: Path) -> IdentityTable:
        return IdentityTable(load(path, self._regions), self._regions)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """What changes whenever the file is written; None where there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116 - with every request, and twice as fast
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino

"""The pause: a small file in the home folder, read by the running proxy with every request; it ends by itself.

The file says until when. What says too long, or nothing that can be read, is no pause: protection never stays off by accident.
"""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

LONGEST = 24 * 3_600.0  # seconds
BEGINS = "paused until "  # how the first reason of everything begins that passed in a pause
PASSED = "passed in a pause"  # in place of a category, for nobody looked


def path_of(home: Path) -> Path:
    """Where the file lies."""
    return home / "paused.json"


def pause(home: Path, seconds: float, *, now: float | None = None) -> float:
    """Pause for `seconds`; returns until when, in seconds since 1970.

    Raises:
        ValueError: not more than nothing, or longer than a day. OSError: the home cannot be written.
    """
    if not 0 < seconds <= LONGEST:
        message = "a pause lasts up to 24 hours"
        raise ValueError(message)
    until = (time.time() if now is None else now) + seconds
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = home / f".paused.{os.getpid()}"
    draft.write_text(json.dumps({"until": until}), encoding="utf-8")
    draft.replace(path_of(home))
    return until


def resume(home: Path) -> bool:
    """End it; whether there was one. Raises OSError where the file cannot be removed."""
    was = paused_until(home) is not None
    path_of(home).unlink(missing_ok=True)
    return was


def paused_until(home: Path, *, now: float | None = None) -> float | None:
    """Until when everything passes, in seconds since 1970; None where nothing is paused."""
    return _until(path_of(home), time.time() if now is None else now)


def _until(path: Path, now: float) -> float | None:
    try:
        until = json.loads(path.read_bytes())["until"]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    if isinstance(until, bool) or not isinstance(until, int | float):
        return None
    return float(until) if now < until <= now + LONGEST else None


class Pause:
    """The same for a process that asks with every request: one look at the file's date, and the file is read when that changed."""

    def __init__(self, home: Path, clock: Callable[[], float] = time.time) -> None:
        self._path = path_of(home)
        self._clock = clock
        self._seen: tuple[int, int] | None = None
        self._until: float | None = None

    @property
    def until(self) -> float | None:
        """Until when everything passes; None where nothing is paused."""
        now = self._clock()
        try:
            status = os.stat(self._path)  # noqa: PTH116 - with every request, and twice as fast
        except OSError:
            self._seen, self._until = None, None
            return None
        if self._seen != (status.st_mtime_ns, status.st_ino):
            self._seen = (status.st_mtime_ns, status.st_ino)
            self._until = _until(self._path, now)
        return self._until if self._until and now < self._until <= now + LONGEST else None

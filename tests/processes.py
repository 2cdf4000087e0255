"""Other processes in tests: their state, stopping them, waiting for their end."""

import os
import signal
import time
from pathlib import Path


def state(pid):
    """The letter that Linux gives the state of a process (proc(5)); None where there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return None


def stop(pid):
    """Let it do nothing any more; a signal takes its time, in which a process on another core goes on."""
    os.kill(pid, signal.SIGSTOP)
    assert _becomes(pid, "T")


def ends(pid):
    """Whether it has ended soon."""
    return _becomes(pid, "Z", None)


def _becomes(pid, *wanted, seconds=20.0):
    until = time.monotonic() + seconds
    while state(pid) not in wanted:
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True

"""Nothing in; out, a process that gives memory back: one heap for all threads, cycles of objects that hold bodies found in time.

By default each thread of a glibc process gets a heap of its own, and keeps what it once needed; with one interpreter there is
little to wait for. And Python counts objects, not bytes, before it looks for cycles: a few flows with long bodies are few objects.
"""

import ctypes
import gc
from contextlib import suppress

_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h
BYTES = 1_000_000  # of bodies that have passed; of the usual ones so many that the collector comes first


def one_heap() -> None:
    """Before threads start; where the C library has no such switch nothing happens."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


class Sweep:
    """Looks for cycles once so many bytes of bodies have passed; for the event loop alone."""

    def __init__(self) -> None:
        self._passed = 0

    def passed(self, size: int) -> bool:
        """`size` bytes more have passed; whether that was a reason to look."""
        self._passed += size
        if self._passed < BYTES:
            return False
        self._passed = 0
        gc.collect(1)
        return True

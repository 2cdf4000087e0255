"""The process that has the names model, as whoever started it sees it: texts in by a connection of one's own, spans out.

What runs in it is names_process.py.
"""

import asyncio
import marshal
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from guardian_core.children import LENGTH, environment, receive
from guardian_core.detect.names import NameSpan
from guardian_core.errors import ModelError
from guardian_core.terms import Entity

Spans = tuple[NameSpan, ...]


class NamesProcess:
    """One process and what was heard of it."""

    def __init__(self, folder: Path | None) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            handle = str(theirs.fileno())
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", "guardian_core.names_process", handle, *([str(folder)] if folder else [])],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,  # a traceback would quote a request
                env=environment(),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self.pid = self._process.pid
        self.heard = time.monotonic()
        self._ready = threading.Lock()
        self._loaded = False

    def wait(self, seconds: float) -> None:
        """Until it has loaded the model; raises ModelError where it cannot, EOFError or OSError where it is late or gone."""
        with self._ready:
            if not self._loaded:
                self._control.settimeout(max(seconds, 0.001))
                said = receive(self._control).decode()
                if said:
                    raise ModelError(said)
                self._loaded = True

    def lane(self) -> socket.socket:
        """A new connection; raises OSError where it is gone."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._control, [b"+"], [theirs.fileno()])
            except OSError:
                ours.close()
                raise
        return ours

    def lives(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def end(self) -> None:
        """End it, whatever it does."""
        if self.lives():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()
        self._control.close()


def first(texts: Sequence[str], known: Mapping[str, Sequence[NameSpan] | None]) -> list[Sequence[NameSpan]]:
    """The spans of the first texts, up to one of which nothing is known."""
    spans = (known.get(text) for text in texts)
    return list(takewhile(lambda one: one is not None, spans))  # type: ignore[arg-type] # mypy does not see that None ends it


def question(texts: Sequence[str], seconds: float, *, long: bool) -> bytes:
    """A question for the model; `long`: others go before it."""
    return marshal.dumps((long, seconds, list(texts)))


def answered(data: bytes) -> list[Spans]:
    """The spans in an answer."""
    told = marshal.loads(data)  # noqa: S302 - of our own process
    return [tuple(NameSpan(start, end, Entity(entity), *rest) for start, end, entity, *rest in one) for one in told]


async def received(loop: asyncio.AbstractEventLoop, lane: socket.socket) -> bytes:
    """The next message; raises EOFError or OSError where the process has gone."""
    data = bytearray()
    while len(data) < LENGTH.size or len(data) < LENGTH.size + LENGTH.unpack_from(data)[0]:
        piece = await loop.sock_recv(lane, 1 << 16)
        if not piece:
            raise EOFError
        data += piece
    return bytes(data[LENGTH.size :])

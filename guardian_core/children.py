"""What processes of our own have in common: their environment, messages with a length before each, and how they fail."""

import os
import socket
import struct
import sys
from collections.abc import Mapping

LENGTH = struct.Struct("!Q")
LONGEST = 1 << 30  # bytes of a message


class SearchStoppedError(TimeoutError):
    """A request was not looked at to its end; the message says why."""


def environment() -> Mapping[str, str]:
    """Nothing of the user's environment but what Python needs to find this package."""
    return {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": os.environ.get("PYTHONDONTWRITEBYTECODE", ""),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "1",  # of glibc: every further arena keeps what its thread once needed
        "MALLOC_TRIM_THRESHOLD_": "262144",
    }


def send(pipe: socket.socket, data: bytes) -> None:
    """One message; raises OSError."""
    pipe.sendall(LENGTH.pack(len(data)) + data)


def receive(pipe: socket.socket) -> bytes:
    """The next message.

    Raises:
        EOFError: the other side has gone. OSError: the pipe broke, or the time of the socket is over (TimeoutError).
    """
    (size,) = LENGTH.unpack(_exactly(pipe, LENGTH.size))
    if size > LONGEST:
        raise EOFError
    return _exactly(pipe, size)


def _exactly(pipe: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        piece = pipe.recv(min(size - len(data), 1 << 20))
        if not piece:
            raise EOFError
        data += piece
    return bytes(data)

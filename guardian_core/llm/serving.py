"""A model file in, a server of it on loopback out, until it is told to end: llama.cpp behind a door of ours.

It answers from the start: 503 while the model is loaded, which `/health` and the client understand.
"""

import asyncio
import os
import re
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from guardian_core.errors import ModelError
from guardian_core.llm.door import HEAD, HOST, Door
from guardian_core.llm.engine import Engine, Serving
from guardian_core.ports import holder

PORT = 8765
CONTEXT = 4_096  # tokens of question and answer; System 2 needs about 1,600
MOST_THREADS = 8
MOST_SLOTS = 8


def threads_for(processors: int) -> int:
    """Half of them, for the proxy and what it serves need the others; at least one.

    >>> [threads_for(count) for count in (1, 2, 8, 64)]
    [1, 1, 4, 8]
    """
    return max(1, min(processors // 2, MOST_THREADS))


def check(file: Path, free: int | None) -> None:
    """Whether the file can be a model that fits into `free` bytes of memory (None: unknown).

    Raises:
        ModelError: it cannot; the message says what to do.
    """
    try:
        with file.open("rb") as opened:
            start, size = opened.read(4), file.stat().st_size
    except OSError as error:
        message = f"cannot read {file}: {error.strerror or error}"
        raise ModelError(message) from None
    if start != b"GGUF":
        message = f"{file} is no GGUF file; guardian llm install fetches one"
        raise ModelError(message)
    if free is not None and size > free:
        message = f"too little memory: {file} has {size / 1e6:.0f} MB, and {free / 1e6:.0f} MB are free; choose a smaller model"
        raise ModelError(message)


def free_memory(root: Path = Path("/")) -> int | None:
    """Bytes that a new process can have, of the machine and of the control group; None where the system does not tell."""
    found = []
    with suppress(OSError):
        if said := re.search(r"^MemAvailable: *(\d+) kB", (root / "proc/meminfo").read_text(), re.MULTILINE):
            found.append(int(said[1]) * 1_024)
    with suppress(OSError, ValueError):  # "max": no limit
        group = root / "sys/fs/cgroup"
        most, used = (int((group / name).read_text()) for name in ("memory.max", "memory.current"))
        kept = re.search(r"^file (\d+)$", (group / "memory.stat").read_text(), re.MULTILINE)  # of files, given back when needed
        found.append(most - used + (int(kept[1]) if kept else 0))
    return min(found, default=None)


def listen(port: int | None, url: str | None) -> socket.socket:
    """A bound socket: of `port`, else of the port in `url`, else of the usual one or, where that is taken, of any.

    Raises:
        ModelError: the port that was asked for is taken; the message says by whom.
    """
    wanted = port or (urlsplit(url).port if url else None)
    try:
        return _bound(wanted or PORT)
    except OSError as error:
        if wanted is None:
            return _bound(0)
        message = f"cannot listen on {HOST}:{wanted}: {holder(wanted) or error.strerror}; choose another with --port"
        raise ModelError(message) from None


def _bound(port: int) -> socket.socket:
    found = socket.socket()
    try:
        if os.name == "posix":  # elsewhere the option would let two servers share one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((HOST, port))
        found.listen()
    except OSError:
        found.close()
        raise
    return found


def serve(serving: Serving, sock: socket.socket, ready: Callable[[], None]) -> None:
    """Load the model, call `ready`, and answer until SIGINT or SIGTERM.

    Raises:
        ModelError: the file cannot be loaded, or llama.cpp ended by itself.
    """
    with suppress(KeyboardInterrupt):  # where the loop takes no signals
        asyncio.run(_serve(serving, sock, ready))


async def _serve(serving: Serving, sock: socket.socket, ready: Callable[[], None]) -> None:
    door = Door()
    told = asyncio.create_task(_told_to_end())
    server = await asyncio.start_server(door, sock=sock, limit=HEAD)
    running = asyncio.create_task(_run(serving, door, ready))
    try:
        await asyncio.wait([told, running], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
    finally:
        server.close()
        for task in (told, running):
            task.cancel()
        await asyncio.gather(told, running, return_exceptions=True)


async def _told_to_end() -> None:
    event = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM"):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(getattr(signal, name), event.set)
    await event.wait()


async def _run(serving: Serving, door: Door, ready: Callable[[], None]) -> None:
    engine = await Engine.start(serving)
    try:
        door.open(engine.port, engine.key)
        ready()
        raise await engine.ended()
    finally:
        await engine.stop()

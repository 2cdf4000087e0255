"""The proxy that runs already, or else one of our own on a free port for as long as it is needed."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from guardian_core import running
from guardian_core.errors import ProxyError
from guardian_core.settings import Settings

START_SECONDS = 90.0  # a cold start reads the models from disk
STOP_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Proxy:
    """Where a program finds the proxy; `started`: it is ours and ends with us."""

    url: str
    started: bool


def found(settings: Settings) -> Proxy | None:
    """The proxy of this home that runs already."""
    known = running.find(settings.home, settings.proxy.host, settings.proxy.port)
    return Proxy(known.url, started=False) if known else None


@contextmanager
def proxy(settings: Settings, *, observe: bool = False) -> Iterator[Proxy]:
    """That one, or one that is started now and ends at the end of the block, or with this process however that ends.

    Raises:
        ProxyError: it did not start; the message says where its log is.
    """
    known = found(settings)
    if known is not None:
        yield known
        return
    handle, log = _log(settings.home)
    with os.fdopen(handle, "wb") as output:
        # A session of its own: Ctrl-C is for the program. It ends when its standard input does, so it never outlives us.
        process = subprocess.Popen(  # noqa: S603 - our own module under our own interpreter
            command(settings, observe=observe),
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        port = _port(process, log)
        yield Proxy(f"http://127.0.0.1:{port}", started=True)
        log.unlink(missing_ok=True)  # where it did not start, or the program raised, it stays to be read
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdin:
            process.stdin.close()


def _log(home: Path) -> tuple[int, Path]:
    """A file of its own for what the proxy says: others may start one as well."""
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, path = tempfile.mkstemp(prefix="started-proxy-", suffix=".log", dir=home)
    except OSError as error:
        message = f"the proxy could not be started: {error.strerror} ({error.filename})"
        raise ProxyError(message) from None
    return handle, Path(path)


def command(settings: Settings, *, observe: bool) -> Sequence[str]:
    """How it is started: with the same configuration, on a free port."""
    source = settings.source
    words = [sys.executable, "-m", "guardian_addons.run", "--headless", "--port", "0", "--with-stdin"]
    words += ["--config", str(source.path)] if source.path else []
    words += ["--profile", source.profile] if source.profile else []
    return [*words, "--observe"] if observe else words


def _port(process: subprocess.Popen[bytes], log: Path) -> int:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        said = log.read_text(encoding="utf-8", errors="replace")
        if listening := re.search(r"^listening on \S+?:(\d+)$", said, re.MULTILINE):
            return int(listening[1])
        if process.poll() is not None:
            lines = [line for line in said.splitlines() if line.strip()]
            message = f"the proxy could not be started: {lines[-1].removeprefix('guardian: ') if lines else 'it said nothing'}"
            raise ProxyError(message)
        time.sleep(0.05)
    message = f"the proxy did not listen within {START_SECONDS:.0f} s; its log: {log}"
    raise ProxyError(message)

"""What is to be served in, a running llama.cpp out: a child on a port and with a key that nobody else knows.

Ready means that its model is loaded; what goes wrong until then, or later, is said in one sentence.
"""

import asyncio
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from guardian_core.errors import ModelError, NotInstalledError
from guardian_core.llm.engine_process import BY_SIGNAL

PACKAGE = "xllamacpp"
PROGRAM = "llama-server"
PATIENCE = 8.0  # seconds that the child has to end
KEPT = 40  # lines of its messages
_POLITE = {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}  # threads that spin while they wait take the proxy's processor
_SAID = re.compile(r"error loading model: *(?:llama_model_loader: *)?([^\n]+)|(error while loading shared libraries[^\n]+)")
_NO_MEMORY = re.compile(r"unable to allocate|failed to allocate|bad_alloc|out of memory", re.IGNORECASE)
_LESS = "choose a smaller model, a smaller --context or fewer --slots"
_SIGNALS = {
    "SIGKILL": f"was killed, as a machine short of memory does: {_LESS}",
    "SIGILL": f"needs a newer processor than this one: build llama.cpp here, and put its {PROGRAM} on the PATH",
}


@dataclass(frozen=True, slots=True)
class Serving:
    """What is served and how."""

    file: Path
    name: str
    port: int
    threads: int
    context: int  # tokens of one question and its answer
    slots: int = 1  # questions that are answered at the same time
    program: str | None = None  # a llama-server; None: the package

    @property
    def url(self) -> str:
        """For `[model] url`."""
        return f"http://127.0.0.1:{self.port}/v1"


def program(given: Path | None = None) -> str | None:
    """Which `llama-server` runs; None for the package.

    Raises:
        NotInstalledError: there is neither, or not the one that is given.
    """
    if given is None and find_spec(PACKAGE):
        return None
    found = shutil.which(given or PROGRAM)
    if found is None:
        message = (
            f"there is no program {given}"
            if given
            else f"llama.cpp is not installed: pip install 'guardianagent[llm]', or put a {PROGRAM} on the PATH"
        )
        raise NotInstalledError(message)
    return found


def installed() -> bool:
    """Whether something can serve a model."""
    return find_spec(PACKAGE) is not None or shutil.which(PROGRAM) is not None


@dataclass(slots=True)
class Engine:
    """One llama.cpp."""

    port: int
    key: str = field(repr=False)
    _serving: Serving
    _process: asyncio.subprocess.Process
    _messages: "asyncio.Task[str]"

    @classmethod
    async def start(cls, serving: Serving) -> Self:
        """Load the model and listen.

        Raises:
            ModelError: it cannot be loaded; the message says why.
        """
        key = secrets.token_urlsafe(32)
        process = await _child(serving, key)
        assert process.stdout is not None  # noqa: S101 - a pipe, as told
        messages = asyncio.create_task(_last(process))
        try:
            line = await process.stdout.readline()
        except asyncio.CancelledError:
            await _stop(serving, process, messages)
            raise
        if not line:
            raise ModelError(failure(serving, await process.wait(), await messages))
        return cls(json.loads(line)["port"], key, serving, process, messages)

    async def ended(self) -> ModelError:
        """Wait until it has ended by itself; why."""
        status = await self._process.wait()
        return ModelError(failure(self._serving, status, await self._messages, running=True))

    async def stop(self) -> None:
        """End it."""
        await _stop(self._serving, self._process, self._messages)


async def _child(serving: Serving, key: str) -> asyncio.subprocess.Process:
    """What to serve goes through the pipe: other users of the machine can read arguments."""
    apart: Mapping[str, Any] = (
        {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)} if os.name == "nt" else {"start_new_session": True}
    )  # Ctrl-C is for us; the child ends with its standard input
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-m", "guardian_core.llm.engine_process"]
    process = await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=pipe, stderr=pipe, env=_POLITE | os.environ, **apart
    )
    assert process.stdin is not None  # noqa: S101 - a pipe, as told
    wanted = {
        "file": str(serving.file), "name": serving.name, "threads": serving.threads, "context": serving.context,
        "slots": serving.slots, "program": serving.program, "key": key,
    }  # fmt: skip
    with suppress(ConnectionError):  # its end is seen where its answer is awaited
        process.stdin.write(json.dumps(wanted).encode() + b"\n")
        await process.stdin.drain()
    return process


async def _last(process: asyncio.subprocess.Process) -> str:
    """The end of its messages; read, for a full pipe would stop it."""
    kept: deque[bytes] = deque(maxlen=KEPT)
    assert process.stderr is not None  # noqa: S101 - a pipe, as told
    while part := await process.stderr.read(4_096):
        kept.append(part)
    return b"".join(kept).decode(errors="replace")


async def _stop(serving: Serving, process: asyncio.subprocess.Process, messages: "asyncio.Task[str]") -> None:
    if process.stdin is not None:
        process.stdin.close()
    if serving.program is None and process.returncode is None:
        process.terminate()  # while it loads a model it does not see the end of its input; a program behind it would be left
    try:
        async with asyncio.timeout(PATIENCE):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
    messages.cancel()
    with suppress(asyncio.CancelledError):
        await messages


def failure(serving: Serving, status: int, messages: str, *, running: bool = False) -> str:
    """Why llama.cpp ended, in one sentence; of its own messages only what it says about the file."""
    if number := -status if status < 0 else max(0, status - BY_SIGNAL):
        name = signal.Signals(number).name
        return f"llama.cpp {_SIGNALS.get(name, f'ended by {name}')}"
    if _NO_MEMORY.search(messages):
        return f"too little memory for {serving.file} with {serving.slots} × {serving.context} tokens: {_LESS}"
    said = _SAID.search(messages)
    why = f": {(said[1] or said[2]).strip().rstrip('.')[:200]}" if said else f" (exit status {status})"
    if running:
        return f"llama.cpp ended by itself{why}"
    return f"{serving.file} cannot be loaded by llama.cpp{why}; is it a whole GGUF file of a kind that it knows?"

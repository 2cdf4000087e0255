"""A process of its own that runs llama.cpp: what to serve in, as one line of JSON on standard input; its address, as one line, out.

It ends with its standard input, so with whoever started it, however that one ended (but not while the package loads a model, which
lets no other thread run). Messages of llama.cpp go to standard error.
llama.cpp is that of the package `xllamacpp`, or a program `llama-server`, which then is a child of this process.
"""

import importlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import Any

from guardian_core.ports import free_port

HOST = "127.0.0.1"
CACHE = 256  # MB of questions that are remembered read; llama.cpp's own default is 8 GB
BETWEEN = 0.1  # seconds between two looks at whether it is ready
BY_SIGNAL = 128  # and its number: the exit status where the program was ended by a signal
PATIENCE = 5.0  # seconds that a llama-server has to end


def main() -> int:
    """Serve until standard input ends; the exit status of what failed."""
    wanted = json.loads(sys.stdin.buffer.readline())
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # what llama.cpp prints is no answer of ours

    def ready(port: int) -> None:
        print(json.dumps({"port": port}), file=out, flush=True)

    return (_program if wanted["program"] else _package)(wanted, ready)


def _package(wanted: dict[str, Any], ready: Callable[[int], None]) -> int:
    xllamacpp = importlib.import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = wanted["file"]
    params.model_alias = {wanted["name"]}
    params.hostnames, params.port, params.api_keys = [HOST], 0, [wanted["key"]]
    params.n_parallel = wanted["slots"]
    params.n_ctx = wanted["slots"] * wanted["context"]
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = wanted["threads"]
    params.cache_ram_mib = CACHE
    params.ui = params.endpoint_slots = False
    params.offline = True
    params.verbosity = 1  # errors alone
    _at_the_end(lambda: os._exit(0))  # it has nothing to keep, and its own ending can take as long as an answer
    try:
        server = xllamacpp.Server(params)
    except RuntimeError:  # what is wrong stands on standard error
        return 1
    ready(int(server.listening_address.rsplit(":", 1)[1]))
    threading.Event().wait()
    return 0


def _program(wanted: dict[str, Any], ready: Callable[[int], None]) -> int:
    port = free_port()
    options = {
        "-m": wanted["file"], "-a": wanted["name"], "--host": HOST, "--port": port, "-np": wanted["slots"],
        "-c": wanted["slots"] * wanted["context"], "-t": wanted["threads"],
    }  # fmt: skip
    # As variables, what a program of another age may not know as an option.
    also = {"LLAMA_API_KEY": wanted["key"], "LLAMA_ARG_CACHE_RAM": str(CACHE), "LLAMA_ARG_THREADS_BATCH": str(wanted["threads"])}
    command = [wanted["program"], *(str(word) for pair in options.items() for word in pair)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, env=os.environ | also) as process:  # noqa: S603 - the user's own program
        _at_the_end(lambda: _end(process))
        while process.poll() is None and not _healthy(port):
            time.sleep(BETWEEN)
        if process.returncode is None:
            ready(port)
        status = process.wait()
        return status if status >= 0 else BY_SIGNAL - status


def _healthy(port: int) -> bool:
    connection = HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    process.kill()
    os._exit(0)


def _at_the_end(call: Callable[[], None]) -> None:
    """Call it when standard input ends."""

    def wait() -> None:
        sys.stdin.buffer.read()
        call()

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    status = main()
    sys.stderr.flush()
    os._exit(status)  # not through the interpreter's end, at which a thread that reads is a fatal error

"""The server of llama.cpp for one model file, in this process and on loopback only; it ends when the process ends.

It comes with the extra `llm`. It lets every web page ask (CORS), so questions that a browser sends for a page are refused here.
"""

import importlib
import os
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from guardian_core.errors import ModelError, NotInstalledError
from guardian_core.ports import holder

HOST = "127.0.0.1"
PORT = 8765
CONTEXT = 4_096  # tokens of question and answer; System 2 needs about 1,600
MOST_THREADS = 8

type Scope = MutableMapping[str, Any]
type Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
type Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
type App = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Serving:
    """What is served and how."""

    file: Path
    name: str
    port: int
    threads: int
    context: int

    @property
    def url(self) -> str:
        """For `[model] url`."""
        return f"http://{HOST}:{self.port}/v1"


def threads_for(processors: int) -> int:
    """Half of them, for the proxy and what it serves need the others; at least one.

    >>> [threads_for(count) for count in (1, 2, 8, 64)]
    [1, 1, 4, 8]
    """
    return max(1, min(processors // 2, MOST_THREADS))


def listen(port: int | None, url: str | None) -> socket.socket:
    """A listening socket: of `port`, else of the port in `url`, else of the usual one or, where that is taken, of any.

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
    """Load the model, call `ready`, and answer until the process is told to end.

    Raises:
        NotInstalledError: the extra is missing. ModelError: the file cannot be loaded.
    """
    try:
        app = importlib.import_module("llama_cpp.server.app")
        settings = importlib.import_module("llama_cpp.server.settings")
        uvicorn = importlib.import_module("uvicorn")
    except ImportError:
        message = "the server of llama.cpp is not installed: pip install 'guardianagent[llm]'"
        raise NotInstalledError(message) from None
    model = settings.ModelSettings(
        model=str(serving.file),
        model_alias=serving.name,
        n_ctx=serving.context,
        n_threads=serving.threads,
        n_threads_batch=serving.threads,
        logits_all=False,  # its default keeps the logits of every token: gigabytes
        verbose=False,
    )
    try:
        made = app.create_app(server_settings=settings.ServerSettings(host=HOST, port=serving.port), model_settings=[model])
    except (ValueError, AssertionError, RuntimeError):
        message = f"{serving.file} cannot be loaded as a GGUF model"
        raise ModelError(message) from None
    ready()
    uvicorn.Server(uvicorn.Config(without_pages(made), log_level="warning", access_log=False)).run(sockets=[sock])


def without_pages(app: App) -> App:
    """`app`, closed to web pages: a browser names the page that asks in `Origin`."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and any(name == b"origin" for name, _ in scope["headers"]):
            await send({"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"text/plain")]})
            await send({"type": "http.response.body", "body": b"not for web pages"})
        else:
            await app(scope, receive, send)

    return answer

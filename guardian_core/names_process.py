"""The process that has the names model: sockets to whoever asks on its control socket, texts on those; spans out.

A question is (long, seconds, texts), an answer the spans of the first texts, as many as were read in that time, both by `marshal`:
no program can be in them. Questions of short requests never wait for those of long ones. It ends when the control socket does, with
the proxy, and when the model fails; nothing is written anywhere, for it would be private.
"""

import marshal
import os
import select
import signal
import socket
import sys
import threading
import time
from pathlib import Path

from guardian_core.children import receive, send
from guardian_core.detect.spanmodel import SpanModel
from guardian_core.errors import ModelError

SWITCH = 0.0005  # seconds after which a thread that computes lets another one in: most of the time none holds the interpreter
Told = list[tuple[int, int, str, float, bool]]


def _limit() -> None:
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core would hold the texts


def read(model: SpanModel, texts: list[str], seconds: float, lane: socket.socket) -> list[Told]:
    """The spans of the first texts, as many as there is time for, and while somebody waits for them."""
    until = time.monotonic() + seconds
    gone = select.poll()
    gone.register(lane, 0)  # only whether the other side has closed it
    found: list[Told] = []
    for text in texts:
        if time.monotonic() > until or gone.poll(0):
            break
        found.append([(one.start, one.end, one.entity.value, float(one.score), one.doubtful) for one in model.read(text)])
    return found


def serve(lane: socket.socket, model: SpanModel, turns: tuple[threading.Lock, threading.Lock]) -> None:
    """Answer one who asks until he has gone."""
    with lane:
        try:
            while True:
                long, seconds, texts = marshal.loads(receive(lane))  # noqa: S302 - of the proxy
                with turns[long]:
                    found = read(model, texts, seconds, lane)
                send(lane, marshal.dumps(found))
        except (EOFError, OSError):
            return


def main() -> int:
    """Load the model of the folder that is named, say so or why not, and answer."""
    _limit()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the proxy ends us
    sys.setswitchinterval(SWITCH)
    threading.excepthook = lambda _: os._exit(1)  # whoever asked shall not wait
    control = socket.socket(fileno=int(sys.argv[1]))
    model = SpanModel(Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    try:
        model.read("Ann")
    except ModelError as error:
        send(control, str(error).encode())
        return 1
    send(control, b"")
    turns = threading.Lock(), threading.Lock()
    while True:
        _, handles, _, _ = socket.recv_fds(control, 1, 1)
        if not handles:
            os._exit(0)
        lane = socket.socket(fileno=handles[0])
        lane.setblocking(True)
        threading.Thread(target=serve, args=(lane, model, turns), daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())

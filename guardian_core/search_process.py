"""A process that looks at requests: settings, then one request after the other on standard input, what is in each on its output.

Each is a pickle with its length before it. Nothing is written anywhere else: a traceback or a core would quote the request.
"""

import os
import pickle
import signal
import sys
import time
from typing import Any, BinaryIO

from guardian_core.detect import Detector
from guardian_core.errors import GuardianError
from guardian_core.looking import Looker, Seen, light
from guardian_core.searching import LENGTH
from guardian_core.settings import Settings
from guardian_core.vocabulary import Request

MEMORY = 3 << 30  # bytes of address space


def _limit() -> None:
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core would hold the request


def _received(pipe: BinaryIO) -> Any:
    """The next question; raises EOFError where there is none any more."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return pickle.loads(pipe.read(LENGTH.unpack(head)[0]))  # noqa: S301 - of the proxy


def _detector(settings: Settings) -> Detector:
    detector = Detector(settings.detect, identities=settings.identities)
    detector.load()
    return detector


def _answer(looker: Looker, request: Request) -> Seen | Exception:
    start = time.perf_counter()
    try:
        reading = looker.read(request)
        read = time.perf_counter()
        seen = looker.look(reading)
    except (GuardianError, TimeoutError) as error:
        return error
    timings = (("read", read - start), ("detect", time.perf_counter() - read))
    return light(Seen(seen.reading, seen.findings, seen.partly, seen.talk, seen.action, seen.lesson, timings))


def main() -> int:
    """Answer until standard input ends: with the proxy, however it ended."""
    _limit()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the proxy ends us
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no answer
    looker: Looker | None = None
    settings: list[Settings] = []
    while True:
        try:
            question = _received(questions)
        except EOFError:
            return 0
        answer: object = None
        if looker is None:
            settings.append(question)
            looker = Looker(lambda: settings[0], _detector(question))
        else:
            request, changed = question
            settings[:] = [changed or settings[0]]
            answer = _answer(looker, request)
        data = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
        answers.write(LENGTH.pack(len(data)) + data)
        answers.flush()


if __name__ == "__main__":
    sys.exit(main())

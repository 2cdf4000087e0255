"""A process that looks at requests: settings, then one request after the other on standard input, what is in each on its output.

Each is a pickle with its length before it. What the names model says is asked for on the same way. Nothing is written anywhere
else: a traceback or a core would quote the request.
"""

import os
import pickle
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import BinaryIO

from guardian_core.children import LENGTH, SearchStoppedError
from guardian_core.detect import Detector, NameSpan
from guardian_core.detect.remembered import Remembered
from guardian_core.errors import GuardianError
from guardian_core.looking import Looker, Seen, light
from guardian_core.names_handle import answered, first, question
from guardian_core.searching import ANSWER, NAMES
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


class Pipes:
    """To the proxy and back."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions, self._answers = questions, answers

    def receive(self) -> bytes:
        """The next message; raises EOFError where there is none any more."""
        head = self._questions.read(LENGTH.size)
        if len(head) < LENGTH.size:
            raise EOFError
        return self._questions.read(LENGTH.unpack(head)[0])

    def send(self, kind: bytes, data: bytes) -> None:
        """One message."""
        self._answers.write(LENGTH.pack(len(kind + data)) + kind + data)
        self._answers.flush()


class Asked:
    """The names model as the proxy hands it on."""

    def __init__(self, pipes: Pipes) -> None:
        self._pipes = pipes
        self._known: Remembered[NameSpan] = Remembered()

    def spans(self, texts: Sequence[str]) -> list[list[NameSpan]]:
        """The spans of each text, however long it takes."""
        return [list(one) for one in self.within(texts, float("inf"))]

    def within(self, texts: Sequence[str], seconds: float) -> list[Sequence[NameSpan]]:
        """The spans of the first texts, as many as are read in that time; raises SearchStoppedError where nobody answers."""
        known = {text: self._known.get(text) for text in texts}
        missing = [text for text, spans in known.items() if spans is None]
        if missing:
            self._pipes.send(NAMES, question(missing, seconds, long=True))
            data = self._pipes.receive()
            if not data:
                raise SearchStoppedError("could not be searched: the names model does not answer")
            for text, spans in zip(missing, answered(data), strict=False):
                known[text] = spans
                self._known.put(text, spans)
        return first(texts, known)


def _detector(settings: Settings, names: Asked | None) -> Detector:
    detector = Detector(settings.detect, names=names, identities=settings.identities)
    if names is None:
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
    return light(replace(seen, timings=timings))


def main() -> int:
    """Answer until standard input ends: with the proxy, however it ended."""
    _limit()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the proxy ends us
    pipes = Pipes(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # whatever a library prints is no answer
    looker: Looker | None = None
    settings: list[Settings] = []
    while True:
        try:
            asked = pickle.loads(pipes.receive())  # noqa: S301 - of the proxy
        except EOFError:
            return 0
        answer: object = None
        if looker is None:
            first, shared = asked
            settings.append(first)
            looker = Looker(lambda: settings[0], _detector(first, Asked(pipes) if shared else None))
        else:
            request, changed = asked
            settings[:] = [changed or settings[0]]
            answer = _answer(looker, request)
        pipes.send(ANSWER, pickle.dumps(answer, pickle.HIGHEST_PROTOCOL))


if __name__ == "__main__":
    sys.exit(main())

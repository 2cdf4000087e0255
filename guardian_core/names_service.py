"""Texts in, what the names model says of each out: the model is in a process of its own, which all who look at requests ask.

The model and its libraries are a third of a proxy's memory, and every process that looks at requests would need them again. The
event loop never waits for it: what is not remembered here is asked for first (`look`), then looked at. A process that dies is
replaced and asked once more; one that does not answer is killed and replaced, and the request goes by `[fail] unreadable`.
"""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from weakref import WeakKeyDictionary

from guardian_core.children import LENGTH, SearchStoppedError, receive, send
from guardian_core.detect.names import NameSpan
from guardian_core.detect.remembered import Remembered
from guardian_core.errors import ModelError
from guardian_core.names_handle import NamesProcess, Spans, answered, first, question, received

START_SECONDS = 60.0  # for loading the model, on a machine that is busy
AT_ONCE = 8  # questions of small requests on their way
TRIES = 2  # the process may have died of something else than this question
GRACE = 1.0  # seconds beyond the model's own time, where a thread or the loop itself waits


class NamesWantedError(Exception):
    """Texts that must be read before the search that wants them can be done."""

    def __init__(self, texts: list[str], seconds: float) -> None:
        super().__init__(f"{len(texts)} texts")
        self.texts, self.seconds = texts, seconds


_answers: ContextVar[Mapping[str, Spans] | None] = ContextVar("answers", default=None)  # None: whoever asks may wait
_NONE_YET: Mapping[str, Spans] = {}


@contextmanager
def _answering(answers: Mapping[str, Spans]) -> Iterator[None]:
    token = _answers.set(answers)
    try:
        yield
    finally:
        _answers.reset(token)


class NamesService:
    """The names model of one proxy; safe to use from several threads and loops."""

    def __init__(self, folder: Path | None, patience: float) -> None:
        """Start the process; `folder` of the model, None for the one that ships; `patience`: seconds for one small request."""
        self._folder, self._patience = folder, patience
        self._known: Remembered[NameSpan] = Remembered()
        self._lock = threading.Lock()
        self._closed = False
        self._process = NamesProcess(folder)
        self._free: list[tuple[NamesProcess, socket.socket]] = []
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    @property
    def pid(self) -> int:
        """The process that has the model now."""
        return self._process.pid

    def ready(self) -> None:
        """Wait until the model is loaded.

        Raises:
            ModelError: it is missing or broken, or its process does not start.
        """
        try:
            self._process.wait(START_SECONDS)
        except (OSError, EOFError):
            self._process.end()
            message = "the process that has the names model does not start: see guardian doctor, or set detect.names = false"
            raise ModelError(message) from None
        except ModelError:
            self._process.end()
            raise

    def close(self) -> None:
        """End the process, whatever it does."""
        with self._lock:
            self._closed, free, self._free = True, self._free, []
            for _, lane in free:
                lane.close()
            self._process.end()

    def spans(self, texts: Sequence[str]) -> list[list[NameSpan]]:
        """The spans of each text; waits for them. Raises SearchStoppedError."""
        found = self.within(texts, self._patience)
        if len(found) < len(texts):
            raise SearchStoppedError("the names model was too slow")
        return [list(one) for one in found]

    def within(self, texts: Sequence[str], seconds: float) -> list[Sequence[NameSpan]]:
        """The spans of the first texts, as many as are read in that time.

        Raises:
            NamesWantedError: within `look`, where not all are known yet. SearchStoppedError: the process does not answer.
        """
        answers = _answers.get()
        known = {text: self._known.get(text) for text in texts}
        missing = [text for text, spans in known.items() if spans is None]
        if missing and answers is _NONE_YET:
            raise NamesWantedError(missing, seconds)
        if missing and answers is None:
            data = self._asked(question(missing, seconds, long=False), time.monotonic() + seconds + GRACE)
            answers = self._learned(missing, data)
        return first(texts, {**known, **{text: (answers or {}).get(text) for text in missing}})

    async def look[Seen](self, look: Callable[[], Seen]) -> Seen:
        """What `look` says, which may want names and must not wait: they are asked for, and it is called once more."""
        try:
            with _answering(_NONE_YET):
                return look()
        except NamesWantedError as error:
            wanted = error
        until = time.monotonic() + self._patience
        data = await self._await(question(wanted.texts, wanted.seconds, long=False), until)
        with _answering(self._learned(wanted.texts, data)):
            return look()

    def relay(self, asked: bytes, until: float) -> bytes:
        """The answer to a question that another process put; raises SearchStoppedError."""
        return self._asked(asked, until)

    def _learned(self, texts: Sequence[str], data: bytes) -> Mapping[str, Spans]:
        found = answered(data)
        answers = dict(zip(texts, found, strict=False))
        for text, spans in answers.items():
            self._known.put(text, spans)
        return answers

    async def _await(self, asked: bytes, until: float) -> bytes:
        loop = asyncio.get_running_loop()
        turns = self._turns.setdefault(loop, asyncio.Semaphore(AT_ONCE))
        try:
            async with asyncio.timeout(until - time.monotonic()), turns:
                for _ in range(TRIES):
                    found = self._lane()
                    process, lane = found if found else await asyncio.to_thread(self._renewed, until)
                    sent = time.monotonic()
                    try:
                        lane.setblocking(False)
                        await loop.sock_sendall(lane, LENGTH.pack(len(asked)) + asked)
                        data = await received(loop, lane)
                    except (OSError, EOFError):
                        lane.close()
                        self._gone(process)
                        continue
                    except asyncio.CancelledError:
                        lane.close()
                        self._blame(process, sent, until)
                        raise
                    self._done(process, lane)
                    return data
        except SearchStoppedError:  # which is a TimeoutError, too, and says more
            raise
        except TimeoutError:
            raise SearchStoppedError(f"the names model did not answer within {round(self._patience * 1000)} ms") from None
        raise SearchStoppedError("the process with the names model ended")

    def _asked(self, asked: bytes, until: float) -> bytes:
        """The same, for a thread that may wait."""
        for _ in range(TRIES):
            process, lane = self._lane() or self._renewed(until)
            sent = time.monotonic()
            try:
                lane.settimeout(max(until - sent, 0.001))
                send(lane, asked)
                data = receive(lane)
            except TimeoutError:
                lane.close()
                self._blame(process, sent, until)
                raise SearchStoppedError("the names model did not answer in time") from None
            except (OSError, EOFError):
                lane.close()
                self._gone(process)
                continue
            self._done(process, lane)
            return data
        raise SearchStoppedError("the process with the names model ended")

    def _lane(self) -> tuple[NamesProcess, socket.socket] | None:
        """A connection that nobody uses, or a new one; None where the process is not there or has not loaded the model."""
        with self._lock:
            if self._closed:
                raise SearchStoppedError("could not be searched: the proxy ends")
            while self._free:
                process, lane = self._free.pop()
                if process is self._process:
                    return process, lane
                lane.close()
            process = self._process
        if process.lives():
            try:
                return process, process.lane()
            except OSError:  # its end is known before it can be waited for
                self._gone(process)
        return None

    def _gone(self, process: NamesProcess) -> None:
        """It ended: none of its connections is any good, so that the next try is with another process."""
        with self._lock:
            for one, lane in self._free:
                if one is process:
                    lane.close()
            self._free = [(one, lane) for one, lane in self._free if one is not process]
            if process is self._process and not self._closed:
                process.end()

    def _renewed(self, until: float) -> tuple[NamesProcess, socket.socket]:
        """A connection to another process, started unless somebody did."""
        with self._lock:
            if not self._closed and not self._process.lives():
                self._process.end()
                self._process = NamesProcess(self._folder)
            process = self._process
        try:
            process.wait(until - time.monotonic())
            return process, process.lane()
        except (OSError, EOFError, ModelError):
            raise SearchStoppedError("the process with the names model does not start") from None

    def _done(self, process: NamesProcess, lane: socket.socket) -> None:
        process.heard = time.monotonic()
        with self._lock:
            if process is self._process and not self._closed:
                self._free.append((process, lane))
                return
        lane.close()

    def _blame(self, process: NamesProcess, sent: float, until: float) -> None:
        """End a process that has said nothing to anybody since it was asked, and whose time is over."""
        if time.monotonic() < until or process.heard >= sent:
            return
        with self._lock:
            if process is self._process and not self._closed:
                process.end()
                self._process = NamesProcess(self._folder)

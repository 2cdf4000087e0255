"""Requests that are long or risky in, what is in them out: looked at in processes of their own, which can be stopped.

A thread holds the interpreter, and every flow with it, and nobody can end it: an expression that the user wrote, or a file made for
that, would stop the proxy. A process that takes longer than its time is killed and another takes its place; the request goes by
`[fail] unreadable`. They are started a little after the proxy (`begin`), or by the first such request. What runs in
them is search_process.py: length and pickle of each request on its standard input, the same of each answer on its standard output;
before an answer it may ask what the names model says.

Short requests and long ones have turns of their own, so that nobody waits for somebody else's upload; a process serves both, and a
second one is started when both are asked for at once.

One limit, `decision.detect_timeout`, holds for all of it from the arrival of a request: waiting for its turn, the start of a
process, the search, the way back.
"""

import asyncio
import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from statistics import median
from weakref import WeakKeyDictionary

from guardian_core.children import LENGTH, SearchStoppedError, environment
from guardian_core.errors import GuardianError
from guardian_core.looking import Seen, whole
from guardian_core.names_service import NamesService
from guardian_core.settings import Settings
from guardian_core.vocabulary import Reading, Request

START_SECONDS = 60.0  # for loading the models, on a machine that is busy
WAITING = 64  # requests that wait or are looked at; more are refused at once
WAITING_BYTES = 128_000_000  # of their bodies
SHORT = 65_536  # bytes of a body that need not wait for longer ones
SLACK = 0.1  # seconds
USUAL = 15  # searches whose median says how long those that wait will take
ANSWER, NAMES = b"a", b"n"  # what a message of a process is: an answer, or a question for the names model


class _Process:
    """One process, used by one thread at a time."""

    def __init__(self, settings: Settings, names: NamesService | None = None) -> None:
        """Start it; it answers once it is ready."""
        self._names = names
        self._process = subprocess.Popen(
            [sys.executable, "-m", "guardian_core.search_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # a traceback would quote the request
            env=environment(),
            start_new_session=True,
        )
        self.pid = self._process.pid
        self._told = settings
        self._ask((settings, names is not None), time.monotonic() + START_SECONDS)

    def look(self, request: Request, settings: Settings, until: float) -> object:
        """What it says of a request; raises TimeoutError or SearchStoppedError, and then it is gone."""
        changed, self._told = settings is not self._told, settings
        return self._ask((request, settings if changed else None), until)

    def _ask(self, question: object, until: float) -> object:
        try:
            self._send(pickle.dumps(question, pickle.HIGHEST_PROTOCOL), until)
            while (message := self._message(until))[:1] == NAMES:
                self._send(self._relayed(message[1:], until), until)
        except TimeoutError:
            self.kill()
            raise
        except (OSError, EOFError):
            self.kill()
            raise SearchStoppedError("could not be searched: the process that searched it ended") from None
        answer: object = pickle.loads(message[1:])  # noqa: S301 - of our own process
        return answer

    def _message(self, until: float) -> bytes:
        (length,) = LENGTH.unpack(self._receive(LENGTH.size, until))
        return self._receive(length, until)

    def _relayed(self, question: bytes, until: float) -> bytes:
        """What the names model says; nothing where it does not answer."""
        with suppress(SearchStoppedError):
            if self._names:
                return self._names.relay(question, until)
        return b""

    def lives(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def stop(self) -> None:
        """End it, whatever it does; from any thread."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def kill(self) -> None:
        """End it and let its pipes go."""
        self.stop()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _send(self, data: bytes, until: float) -> None:
        pipe = self._process.stdin
        if pipe is None:
            raise EOFError
        os.set_blocking(pipe.fileno(), False)
        left = memoryview(LENGTH.pack(len(data)) + data)
        while left:
            _ready(pipe.fileno(), select.POLLOUT, until)
            with suppress(BlockingIOError):
                left = left[os.write(pipe.fileno(), left[: 1 << 16]) :]

    def _receive(self, size: int, until: float) -> bytes:
        pipe = self._process.stdout
        if pipe is None:
            raise EOFError
        data = bytearray()
        while len(data) < size:
            _ready(pipe.fileno(), select.POLLIN, until)
            piece = os.read(pipe.fileno(), min(size - len(data), 1 << 20))
            if not piece:
                raise EOFError
            data += piece
        return bytes(data)


def _ready(descriptor: int, event: int, until: float) -> None:
    """Wait until a pipe can be used; raises TimeoutError."""
    poll = select.poll()
    poll.register(descriptor, event)
    left = until - time.monotonic()
    if left <= 0 or not poll.poll(left * 1000):
        raise TimeoutError


class _Lane:
    """The requests that take turns with each other."""

    def __init__(self) -> None:
        self.spent: deque[float] = deque([0.0], maxlen=USUAL)
        self.waiting = 0
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    def turn(self, loop: asyncio.AbstractEventLoop, workers: int) -> asyncio.Semaphore:
        """As many at a time as there may be processes for them."""
        return self._turns.setdefault(loop, asyncio.Semaphore(workers))


class Searchers:
    """The processes of one core; nothing is started before `begin` or the first request, or after `close`."""

    def __init__(self, settings: Callable[[], Settings], names: NamesService | None = None) -> None:
        """`settings`: those in use now; `names`: asked by the processes, which otherwise have a model each."""
        self._settings, self._names = settings, names
        self._short, self._long = _Lane(), _Lane()
        self._threads = ThreadPoolExecutor(2 * max(1, settings().detect.workers), thread_name_prefix="guardian-search")
        self._lock, self._starting = threading.Lock(), threading.Lock()
        self._idle: list[_Process] = []
        self._every: set[_Process] = set()
        self._closed = False
        self._bytes = 0  # that wait or are looked at

    def begin(self) -> None:
        """Start a process in the background, unless there is one."""
        with self._lock:
            if self._closed or self._every:
                return
            self._threads.submit(self._warm)

    async def look(self, request: Request, known: Callable[[], Awaitable[bool]]) -> Seen:
        """What is in a request, within `decision.detect_timeout` from now.

        `known` is asked when its turn has come: whether nothing is in it, because one like it was searched meanwhile.

        Raises:
            SearchStoppedError: it took too long, its process ended, or too many are waiting.
            GuardianError: what the process said.
        """
        lane = self._short if len(request.body) <= SHORT else self._long
        if lane.waiting >= WAITING or self._bytes + len(request.body) > WAITING_BYTES:
            raise SearchStoppedError("could not be searched: too many long requests at once")
        settings = self._settings()
        seconds = settings.decision.detect_timeout / 1000
        if lane.waiting * median(lane.spent) > seconds * settings.detect.workers:
            raise SearchStoppedError(
                f"could not be searched within {round(seconds * 1000)} ms: {lane.waiting} others are before it"
            )
        lane.waiting, self._bytes = lane.waiting + 1, self._bytes + len(request.body)
        limit = asyncio.timeout(seconds + SLACK)  # the thread that waits for the process ends it first
        try:
            loop, until = asyncio.get_running_loop(), time.monotonic() + seconds
            async with limit, lane.turn(loop, settings.detect.workers):
                if await known():
                    return Seen(Reading(request, (), request.body), timings=(("familiar", 0.0),))
                return whole(await loop.run_in_executor(self._threads, self._ask, request, until, lane), request)
        except TimeoutError as error:
            if limit.expired() or type(error) is TimeoutError:
                raise SearchStoppedError(f"could not be searched within {round(seconds * 1000)} ms") from None
            raise
        finally:
            lane.waiting, self._bytes = lane.waiting - 1, self._bytes - len(request.body)

    def pids(self) -> list[int]:
        """The processes that run."""
        with self._lock:
            return [process.pid for process in self._every]

    def close(self) -> None:
        """End them, whatever they do."""
        with self._lock:
            self._closed, idle, every = True, self._idle, list(self._every)
            self._idle = []
        for process in every:
            process.kill() if process in idle else process.stop()  # whoever waits for an answer lets the pipes go
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _ask(self, request: Request, until: float, lane: _Lane) -> Seen:
        settings = self._settings()
        process = self._taken(settings)
        begun = time.monotonic()
        if begun > until:  # who asked has gone; the process is there for the next
            self._back(process)
            raise TimeoutError
        try:
            answer = process.look(request, settings, until)
        except TimeoutError:
            with self._lock:
                self._every.discard(process)
            self.begin()  # the next request shall not wait for it
            raise
        finally:
            lane.spent.append(time.monotonic() - begun)
            self._back(process)
        if isinstance(answer, Seen):
            return answer
        raise answer if isinstance(answer, GuardianError | TimeoutError) else SearchStoppedError("could not be searched: no answer")

    def _back(self, process: _Process) -> None:
        """It waits for the next request, unless it was ended."""
        with self._lock:
            if process in self._every and not self._closed:
                self._idle.append(process)

    def _warm(self) -> None:
        with suppress(TimeoutError, OSError):
            self._back(self._taken(self._settings()))

    def _taken(self, settings: Settings) -> _Process:
        """A process that waits, or a new one; whoever comes while one is being started waits for that."""
        process = self._waiting_one()
        if process is not None:
            return process
        with self._starting:
            return self._waiting_one() or self._started(settings)

    def _waiting_one(self) -> _Process | None:
        """A process that waits for a request; one that died meanwhile is left behind."""
        while True:
            with self._lock:
                if self._closed:
                    raise SearchStoppedError("could not be searched: the proxy ends")
                process = self._idle.pop() if self._idle else None
            if process is None or process.lives():
                return process
            process.kill()
            with self._lock:
                self._every.discard(process)

    def _started(self, settings: Settings) -> _Process:
        process = _Process(settings, self._names)
        with self._lock:
            self._every.add(process)
            if not self._closed:
                return process
        process.kill()
        raise SearchStoppedError("could not be searched: the proxy ends")

"""What the hooks share: the settings and core in use, the journal's queue, and the one place where a fault becomes a refusal."""

import asyncio
import logging
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from guardian_addons import facts, notes, paused, resolve, terminal, untyped
from guardian_addons.record import Recorder
from mitmproxy import ctx
from mitmproxy.flow import Flow

from guardian_core.audit import Journal
from guardian_core.guardian import Guardian
from guardian_core.pause import Pause
from guardian_core.printable import printable
from guardian_core.settings import Settings
from guardian_core.vocabulary import Outcome, Request

logger = logging.getLogger("guardian_addons")

ENDING = "the proxy is shutting down"


class Core(Protocol):
    """What the shell needs of guardian_core.guardian.Guardian."""

    async def handle(self, request: Request) -> Outcome:
        """Decide about one request."""

    async def close(self) -> None:
        """Let go of what it holds."""


@contextmanager
def closed(flow_id: str, refuse: Callable[[str], None], ending: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Run a hook's work; whatever goes wrong, `refuse` is called with the kind of fault and nothing is raised to mitmproxy.

    `ending`: whether the proxy ends. What a request needed is gone then: that is no fault.
    """
    try:
        yield
    except asyncio.CancelledError:
        refuse(ENDING if ending() else "cancelled")
        raise
    except Exception as error:  # noqa: BLE001 - mitmproxy would forward the original; the only broad handler of the project
        if ending():
            refuse(ENDING)
            return
        # Neither message nor traceback: both may quote the body.
        fault = f"{type(error).__name__} at {_origin(error)}"
        logger.error("could not check %s: internal error %s", flow_id, fault)  # noqa: TRY400
        refuse(f"internal error {fault}")


def _origin(error: Exception) -> str:
    """``module:line`` where the error was raised."""
    frame, line = list(traceback.walk_tb(error.__traceback__))[-1]
    return f"{frame.f_globals.get('__name__', '?')}:{line}"


@dataclass(eq=False, slots=True)
class InUse:
    """One core with its settings and journal; closed when it is no longer in use and no flow holds it any more."""

    core: Core | None
    settings: Settings
    recorder: Recorder
    pause: Pause | None = None
    flows: int = 0
    free: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def observing(self) -> bool:
        """Whether nothing is to be changed."""
        return bool(self.observe_mode or self.paused)

    @property
    def observe_mode(self) -> bool:
        """Whether decisions are only recorded; in a pause there is none, and what passes is what was done."""
        return bool(self.settings.decision.observe or untyped.is_on(ctx.options, "guardian_observe"))

    @property
    def paused(self) -> float | None:
        """Until when everything passes, in seconds since 1970; None where nothing is paused, or nothing may be."""
        control = self.settings.control
        return self.pause.until if self.pause and control.pause and control.overrides else None

    async def handle(self, request: Request) -> Outcome | None:
        """What the core decides about a request, or that it passes because of a pause; None where there is no core."""
        until = self.paused
        if until is not None:
            return paused.outcome(request, until)
        return await self.core.handle(request) if self.core is not None else None

    def told(self, outcome: Outcome) -> tuple[Outcome, bool]:
        """The outcome, with the pause as its first reason where there is one, and whether nothing was changed."""
        until = self.paused
        observing = bool(self.observe_mode or until)
        return (paused.marked(outcome, until) if until is not None else outcome), observing

    async def close(self) -> None:
        """Let the flows that began with it end, write what is queued, and close the stores."""
        while self.flows:
            self.free.clear()
            await self.free.wait()
        await asyncio.to_thread(self.recorder.close)
        if self.core is not None:
            await self.core.close()


class Shell:
    """The settings and core in use; exchanged whole when the configuration changes."""

    def __init__(self, make_core: Callable[[Settings], Core]) -> None:
        """`make_core` builds the core from settings."""
        self.make_core = make_core
        self.now = InUse(None, Settings(), Recorder(None))
        self.table: dict[str, tuple[str, int | None]] = {}
        self.background: set[asyncio.Task[None]] = set()
        self.is_ending = False  # stores and processes are closed, or will be at once
        self._told_later: deque[tuple[Outcome, str, InUse, bool]] = deque()
        self.listeners: list[Callable[[Outcome, str, InUse], None]] = []  # told of every decision

    @property
    def core(self) -> Core | None:
        """What decides; None before there was a usable configuration."""
        return self.now.core

    @property
    def settings(self) -> Settings:
        """What is decided by."""
        return self.now.settings

    @property
    def observing(self) -> bool:
        """Whether nothing is to be changed."""
        return self.now.observing

    def ending(self) -> bool:
        """Whether the proxy ends."""
        return self.is_ending

    @contextmanager
    def held(self) -> Iterator[InUse]:
        """What is in use now, for one flow: it goes on with that to its end, whatever changes meanwhile."""
        now = self.now
        now.flows += 1
        try:
            yield now
        finally:
            now.flows -= 1
            now.free.set()

    def use(self, settings: Settings) -> None:
        """Decide by `settings` from now on.

        Raises:
            GuardianError: they cannot be used, or a model is missing; what was used before stays in use.
            OSError: the home folder cannot be used.
        """
        self._exchange(self._made(settings))

    async def change(self, settings: Settings) -> None:
        """The same while flows are running: models are loaded off the event loop; raises what `use` raises."""
        self._exchange(await asyncio.to_thread(self._made, settings))

    def _made(self, settings: Settings) -> InUse:
        resolve.mapping(settings.proxy.resolve)
        return InUse(self.make_core(settings), settings, Recorder(open_journal(settings)), Pause(settings.home))

    def _exchange(self, new: InUse) -> None:
        old, self.now = self.now, new
        self.table = resolve.mapping(new.settings.proxy.resolve)
        if isinstance(new.core, Guardian) and isinstance(old.core, Guardian):
            new.core.follow(old.core)
            if old.core.searchers and old.core.searchers.pids():
                self.begin()
        if old.core is not None:
            task = asyncio.get_running_loop().create_task(old.close())
            self.background.add(task)
            task.add_done_callback(self.background.discard)

    def begin(self) -> None:
        """Start what long requests need, so that the first of them does not wait for it."""
        core = self.now.core
        if isinstance(core, Guardian) and core.searchers:
            core.searchers.begin()

    async def close(self) -> None:
        """Write what is queued and close the stores."""
        self.tell()
        self.is_ending = True
        self.now.flows = 0  # the proxy ends: nothing waits for a flow any more
        await self.now.close()

    def note(self, flow: Flow, outcome: Outcome, held: InUse | None = None) -> None:
        """Show the outcome beside the flow and on the terminal, and record it."""
        held = held or self.now
        outcome, observe = held.told(outcome)
        flow.comment = notes.comment(outcome, observe=observe)
        flow.marked = notes.MARKS[outcome.decision.verdict]
        for stale in [key for key in flow.metadata if key.startswith("guardian.")]:  # of a flow that was decided about before
            del flow.metadata[stale]
        flow.metadata["guardian"] = facts.metadata(outcome, observe=observe)
        flow.metadata.update(facts.filterable(outcome, observe=observe))
        self._record(outcome, flow.id, held, observe=observe)

    def record(self, outcome: Outcome, flow_id: str, held: InUse | None = None) -> None:
        """One line on the terminal, one row in the journal."""
        held = held or self.now
        outcome, observe = held.told(outcome)
        self._record(outcome, flow_id, held, observe=observe)

    def _record(self, outcome: Outcome, flow_id: str, held: InUse, *, observe: bool) -> None:
        """In the loop's next turn, when what was decided is on its way: nobody waits for a line."""
        held.flows += 1  # its journal is not closed before
        self._told_later.append((outcome, flow_id, held, observe))
        if len(self._told_later) == 1:
            try:
                asyncio.get_running_loop().call_soon(self.tell)
            except RuntimeError:  # no loop runs
                self.tell()

    def tell(self) -> None:
        """Say and record what was decided until now."""
        while self._told_later:
            outcome, flow_id, held, observe = self._told_later.popleft()
            with closed(flow_id, lambda _: None, self.ending):
                logger.info("%s", _Line(outcome, observe=observe), extra={"row": terminal.row(outcome, observe=observe)})
                held.recorder.record(outcome, flow_id=flow_id, observed=held.observe_mode)
                for listen in self.listeners:
                    listen(outcome, flow_id, held)
            held.flows -= 1
            held.free.set()


class _Line:
    """A line of the log, made when somebody reads it: the terminal prints the row."""

    __slots__ = ("_observe", "_outcome")

    def __init__(self, outcome: Outcome, *, observe: bool) -> None:
        self._outcome, self._observe = outcome, observe

    def __str__(self) -> str:
        request = self._outcome.reading.request
        line = notes.line(self._outcome, observe=self._observe)
        return printable(f"{request.method} {request.scheme}://{request.host} · {line}")


def open_journal(settings: Settings) -> Journal | None:
    """The journal, or None where recording is off; a file that cannot be used becomes memory in there."""
    if not settings.audit.enabled:
        return None
    return Journal(settings.audit.store or settings.home / "audit.db", retention_days=settings.audit.retention_days)

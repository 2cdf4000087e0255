"""What the hooks share: the settings and core in use, the journal's queue, and the one place where a fault becomes a refusal."""

import asyncio
import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from guardian_addons import notes, resolve
from guardian_addons.record import Recorder
from mitmproxy import ctx
from mitmproxy.flow import Flow

from guardian_core.audit import Journal
from guardian_core.settings import Settings
from guardian_core.vocabulary import Outcome, Request

logger = logging.getLogger("guardian_addons")


class Core(Protocol):
    """What the shell needs of guardian_core.guardian.Guardian."""

    async def handle(self, request: Request) -> Outcome:
        """Decide about one request."""

    async def close(self) -> None:
        """Let go of what it holds."""


@contextmanager
def closed(flow_id: str, refuse: Callable[[str], None]) -> Iterator[None]:
    """Run a hook's work; whatever goes wrong, `refuse` is called with the kind of fault and nothing is raised to mitmproxy."""
    try:
        yield
    except asyncio.CancelledError:
        refuse("cancelled")
        raise
    except Exception as error:  # noqa: BLE001 - mitmproxy would forward the original; the only broad handler of the project
        # Neither message nor traceback: both may quote the body.
        fault = f"{type(error).__name__} at {_origin(error)}"
        logger.error("could not check %s: internal error %s", flow_id, fault)  # noqa: TRY400
        refuse(f"internal error {fault}")


def _origin(error: Exception) -> str:
    """``module:line`` where the error was raised."""
    frame, line = list(traceback.walk_tb(error.__traceback__))[-1]
    return f"{frame.f_globals.get('__name__', '?')}:{line}"


class Shell:
    """The settings and core in use; exchanged whole when the configuration changes."""

    def __init__(self, make_core: Callable[[Settings], Core]) -> None:
        """`make_core` builds the core from settings."""
        self.make_core = make_core
        self.core: Core | None = None
        self.settings = Settings()
        self.recorder = Recorder(None)
        self.table: dict[str, tuple[str, int | None]] = {}
        self.background: set[asyncio.Task[None]] = set()

    def use(self, settings: Settings) -> None:
        """Decide by `settings` from now on.

        Raises:
            GuardianError: they cannot be used, or a model is missing; what was used before stays in use.
            OSError: the home folder cannot be used.
        """
        table = resolve.mapping(settings.proxy.resolve)
        core = self.make_core(settings)
        old, old_recorder = self.core, self.recorder
        self.core, self.settings, self.table = core, settings, table
        self.recorder = Recorder(open_journal(settings))
        if old is not None:
            task = asyncio.get_running_loop().create_task(_let_go(old, old_recorder))
            self.background.add(task)
            task.add_done_callback(self.background.discard)

    async def close(self) -> None:
        """Write what is queued and close the stores."""
        if self.core is not None:
            await _let_go(self.core, self.recorder)

    @property
    def observing(self) -> bool:
        """Whether nothing is to be changed."""
        return bool(self.settings.decision.observe or ctx.options.guardian_observe)

    def note(self, flow: Flow, outcome: Outcome) -> None:
        """Show the outcome beside the flow and on the terminal, and record it."""
        flow.comment = notes.comment(outcome, observe=self.observing)
        flow.marked = notes.MARKS[outcome.decision.verdict]
        flow.metadata["guardian"] = notes.metadata(outcome, observe=self.observing)
        self.record(outcome, flow.id)

    def record(self, outcome: Outcome, flow_id: str) -> None:
        """One line on the terminal, one row in the journal."""
        request = outcome.reading.request
        logger.info("%s %s://%s · %s", request.method, request.scheme, request.host, notes.line(outcome, observe=self.observing))
        self.recorder.record(outcome, flow_id=flow_id, observed=self.observing)


def open_journal(settings: Settings) -> Journal | None:
    """The journal, or None where recording is off; a file that cannot be used becomes memory in there."""
    if not settings.audit.enabled:
        return None
    return Journal(settings.audit.store or settings.home / "audit.db", retention_days=settings.audit.retention_days)


async def _let_go(core: Core, recorder: Recorder) -> None:
    await asyncio.to_thread(recorder.close)
    await core.close()

"""mitmproxy's addons in; out, the same addons called with each event, without asking all of them whether they have a hook for it.

mitmproxy walks through some forty addons ten times a request, and enters a context and a coroutine for each. That is a fifth of its
own time. Here the hooks of an event are looked up once for as long as the addons stay the same.
"""

import inspect
import logging
import threading
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from mitmproxy import exceptions, hooks
from mitmproxy.addonmanager import AddonManager, safecall, traverse
from mitmproxy.flow import Flow
from mitmproxy.log import AddLogHook, LogEntry

Call = Callable[..., Any]


class _Called:
    """`safecall` of mitmproxy, entered only where an addon raised: a generator for each call costs more than most calls do."""

    __slots__ = ()

    def __enter__(self) -> None:
        """Nothing is to be prepared."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        """A fault is logged, and is none any more; what mitmproxy passes on is passed on."""
        if not isinstance(error, Exception):
            return False
        with safecall():
            raise error
        return True  # type: ignore[unreachable] # `safecall` keeps it


_CALLED = _Called()
_UPDATE = hooks.UpdateHook([])
_LINE = AddLogHook(LogEntry("", "info"))  # type: ignore[no-untyped-call] # mitmproxy's own


class Dispatch:
    """What takes the place of `AddonManager.trigger_event`: same addons, same order, same treatment of their faults."""

    def __init__(self, manager: AddonManager) -> None:
        self._manager = manager
        self._chain: list[object] = []
        self._within: list[tuple[Any, Sequence[object]]] = []  # addons that have addons of their own, and which
        self._calls: dict[str, list[Call]] = {}

    async def __call__(self, event: hooks.Hook) -> None:
        """Trigger an event across all addons."""
        calls = self._of(event)
        arguments = event.args() if calls else ()
        for call in calls:
            try:
                with _CALLED:
                    result = call(*arguments)
                    if result is not None and inspect.isawaitable(result):
                        await result
            except exceptions.AddonHalt:
                return

    async def lifecycle(self, event: hooks.Hook) -> None:
        """The same, and what every event of a flow is followed by, where anybody hears that."""
        await self(event)
        message = event.args()[0]
        if isinstance(message, Flow) and self.is_heard(_UPDATE):
            await self(hooks.UpdateHook([message]))

    def is_heard(self, event: hooks.Hook) -> bool:
        """Whether any addon has a hook for it."""
        return bool(self._of(event))

    def _of(self, event: hooks.Hook) -> list[Call]:
        """The hooks for an event, first to last."""
        if self._chain != self._manager.chain or any(one.addons != own for one, own in self._within):
            self._chain, self._calls = list(self._manager.chain), {}
            every = traverse(self._chain)  # type: ignore[no-untyped-call]
            self._within = [(one, copy(one.addons)) for one in every if hasattr(one, "addons")]
        calls = self._calls.get(event.name)
        if calls is None:
            found = self._manager._iter_hooks
            calls = [call for addon in self._manager.chain for _, call in found(addon, event)]
            self._calls[event.name] = calls
        return calls


def quicken(manager: AddonManager) -> None:
    """Have `manager` call its addons so from now on; a mitmproxy that keeps its hooks otherwise is left as it is."""
    if not hasattr(manager, "_iter_hooks"):
        return
    manager.trigger_event = ours = Dispatch(manager)  # type: ignore[method-assign] # called as it was
    manager.handle_lifecycle = ours.lifecycle  # type: ignore[method-assign] # likewise
    old = getattr(manager.master, "_legacy_log_events", None)
    if isinstance(old, logging.Handler):  # it wakes the loop for each line of the log, and asks every addon, whoever listens
        loop = threading.get_ident()
        old.addFilter(lambda _: threading.get_ident() != loop or ours.is_heard(_LINE))

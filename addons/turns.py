"""mitmproxy's connections in; out, connections that need fewer turns of the event loop, and fewer system calls, for a request.

mitmproxy calls a hook in the middle of an event; what follows one that was done at once waits for a turn of its own, four times a
request. Here it follows in the same turn. Head and body of a message are written one after the other, which wakes the peer twice;
here what goes to one peer with nothing in between goes in one piece.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from mitmproxy.proxy import commands, events, mode_servers
from mitmproxy.proxy.layer import Layer

LONGEST = 0.002  # seconds of one turn, after which others get theirs: a client may begin a hundred streams at once
PIECE = 65_536  # bytes up to which pieces are put together: to copy more costs more than a call


class Connection(mode_servers.ProxyConnectionHandler):
    """One client's connection and those to servers that it leads to."""

    def __init__(self, *arguments: Any) -> None:
        self._answered: deque[events.Event] = deque()  # what follows hooks
        self._going_on = False  # whether somebody sees to that
        self._tasks: set[asyncio.Task[None]] = set()
        super().__init__(*arguments)  # type: ignore[no-untyped-call] # mitmproxy's own

    @property
    def layer(self) -> Any:
        """The outermost layer."""
        return self._layer

    @layer.setter
    def layer(self, layer: Layer) -> None:
        self._layer = layer if isinstance(layer, Gathering) else Gathering(layer)

    async def hook_task(self, hook: commands.StartHook) -> None:
        """Call a hook; where the event that led to it is still being handled, what follows waits for the end of that."""
        await self.handle_hook(hook)
        if not hook.blocking:
            return
        if self._server_event_lock.locked():
            self._answered.append(events.HookCompleted(hook))
        else:
            await self.server_event(events.HookCompleted(hook))

    async def server_event(self, event: events.Event) -> None:
        """Handle an event, and what follows hooks that were done meanwhile; what takes too long goes on in a task of its own.

        It must not wait here: whoever calls this may be cancelled by the very event.
        """
        await super().server_event(event)
        if self._answered and not self._going_on:
            await self._follow()

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + LONGEST
        self._going_on = True
        try:
            while self._answered:
                await super().server_event(self._answered.popleft())
                if loop.time() > until:
                    break
        finally:
            self._going_on = bool(self._answered)
            if self._going_on:
                loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        following = asyncio.get_running_loop().create_task(self._follow())
        if not following.done():
            self._tasks.add(following)
            following.add_done_callback(self._tasks.discard)


class Gathering:
    """A layer whose commands to send come in larger pieces."""

    def __init__(self, layer: Layer) -> None:
        self._inner = layer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def handle_event(self, event: events.Event) -> Iterator[commands.Command]:
        """The layer's commands."""
        return gathered(self._inner.handle_event(event))


def gathered(given: Iterable[commands.Command]) -> Iterator[commands.Command]:
    """The same commands, those put together that send to one peer with nothing in between."""
    waiting: commands.SendData | None = None
    try:
        for command in given:
            new = command if isinstance(command, commands.SendData) else None
            if waiting is not None:
                if new and new.connection is waiting.connection and len(waiting.data) + len(new.data) <= PIECE:
                    waiting = commands.SendData(waiting.connection, waiting.data + new.data)
                    continue
                yield waiting
                waiting = None
            if new:
                waiting = new
            else:
                yield command
    except Exception:
        if waiting is not None:
            yield waiting  # it came before the fault
        raise
    if waiting is not None:
        yield waiting


def quicken() -> None:
    """Have connections that begin from now on handled so; a mitmproxy that handles them otherwise is left as it is."""
    if hasattr(mode_servers.ProxyConnectionHandler, "hook_task"):
        mode_servers.ProxyConnectionHandler = Connection  # type: ignore[misc] # what mitmproxy makes for each client

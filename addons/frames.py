"""A WebSocket's frames that no hook of mitmproxy sees in; out, those that may go on, and messages cut between letters.

A ping carries 125 bytes and the reason of a close as many: something personal in them is no decision to weigh but a way around. A
ping that holds some is dropped, a reason left out. And mitmproxy cuts a changed text every 4,000 bytes, in the middle of a letter
too, which it then replaces.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any

import wsproto.events as ws
from guardian_addons import apply
from guardian_addons.shell import Shell, closed
from mitmproxy import http
from mitmproxy.proxy.layers import websocket

from guardian_core.guardian import Guardian

type Relay = Callable[[Any, Any], Generator[Any, Any, None]]

_TEXT = ((b"Content-Type", b"text/plain; charset=utf-8"),)
_shells: list[Shell] = []  # the one in use; layers are made by mitmproxy, which hands nothing down to them


def watch(shell: Shell) -> None:
    """Look at the client's control frames by what `shell` has in use, from now on."""
    _shells[:] = [shell]
    layer = websocket.WebsocketLayer
    if not getattr(layer.relay_messages, "watches_frames", False):
        layer.relay_messages = _watching(layer.relay_messages)  # type: ignore[method-assign]
        websocket.Fragmentizer.__call__ = _cut  # type: ignore[method-assign]


def _watching(original: Relay) -> Relay:
    def relay_messages(self: Any, event: Any) -> Generator[Any, Any, None]:
        client = self.client_ws
        if not hasattr(client, "watched"):
            client.watched, said = True, client.events
            client.events = lambda: _passing(self.flow, said())
        yield from original(self, event)

    relay_messages.watches_frames = True  # type: ignore[attr-defined]
    return relay_messages


def _passing(flow: http.HTTPFlow, said: Iterator[ws.Event]) -> Iterator[ws.Event]:
    for event in said:
        if isinstance(event, ws.Ping | ws.Pong) and event.payload and _is_personal(flow, bytes(event.payload)):
            continue
        if isinstance(event, ws.CloseConnection) and event.reason and _is_personal(flow, event.reason.encode()):
            event = replace(event, reason=None)  # noqa: PLW2901 - the same, without its reason
        yield event


def _is_personal(flow: http.HTTPFlow, said: bytes) -> bool:
    """Whether something personal is in it, or nobody can tell."""
    if _shells[0].observing:
        return False
    found = [True]
    with closed(flow.id, lambda _: None):
        core = _shells[0].core
        request = replace(apply.to_request(flow), target="/", headers=_TEXT, body=said)
        found[0] = not isinstance(core, Guardian) or core.holds_personal(request)
    return found[0]


def _cut(self: Any, content: bytes) -> Iterator[Any]:
    """As mitmproxy cuts: in the client's pieces where the length stayed, else into equal ones; but never within a letter."""
    same = len(content) == sum(self.fragment_lengths)
    lengths = self.fragment_lengths if same else [self.FRAGMENT_SIZE] * (len(content) // self.FRAGMENT_SIZE)
    begin, end = 0, 0
    for length in lengths[: -1 if same else None]:
        end += length
        cut = end
        while self.is_text and begin < cut < len(content) and content[cut] & 0xC0 == 0x80:
            cut -= 1
        if cut < len(content):
            yield self.msg(content[begin:cut], False)
            begin = cut
    yield self.msg(content[begin:], True)

"""The calls into mitmproxy that carry no types, typed once."""

from collections.abc import Callable
from typing import Any

from mitmproxy import ctx, exceptions, http
from mitmproxy.command import command as typed_command
from mitmproxy.master import Master
from mitmproxy.optmanager import OptManager
from mitmproxy.proxy.layer import NextLayer
from mitmproxy.websocket import WebSocketMessage


def addon(name: str) -> Any:
    """The loaded addon of that name."""
    return ctx.master.addons.get(name)  # type: ignore[no-untyped-call]


def add(master: Master, *addons: object) -> None:
    """Put addons at the end of the chain."""
    master.addons.add(*addons)  # type: ignore[no-untyped-call]


def set_options(master: Master, **values: Any) -> None:
    """Set options by name; raises mitmproxy's OptionsError."""
    master.options.update(**values)  # type: ignore[no-untyped-call]


def is_chosen(options: OptManager, name: str) -> bool:
    """Whether the user gave this option another value than its default."""
    return bool(options.has_changed(name))  # type: ignore[no-untyped-call]


def is_on(options: OptManager, name: str) -> bool:
    """Whether a switch is on. Read where it lies: mitmproxy's own way copies and checks the value, forty times as slow."""
    return options._options[name].value is True  # of one that nobody set a mark stands there


def edits_replies(options: OptManager) -> bool:
    """Whether mitmproxy's own features, or a person at one of its surfaces, may change the body of a reply."""
    asked = (options._options.get(name) for name in ("intercept_active", "modify_body"))
    return any(one is not None and one.current() for one in asked)


def options_error(message: str) -> exceptions.OptionsError:
    """The error that makes mitmproxy take an option's change back."""
    return exceptions.OptionsError(message)  # type: ignore[no-untyped-call]


def command[Function: Callable[..., Any]](name: str) -> Callable[[Function], Function]:
    """Make a method a command of mitmproxy."""
    return typed_command(name)  # type: ignore[no-any-return]


def copied(flow: http.HTTPFlow) -> http.HTTPFlow:
    """A flow of its own with the same content and another id."""
    return flow.copy()  # type: ignore[no-any-return, no-untyped-call]


def command_error(message: str) -> exceptions.CommandError:
    """The error that a command shows to whoever typed it."""
    return exceptions.CommandError(message)


def kill(flow: http.HTTPFlow) -> None:
    """End a flow's stream, unless it has ended."""
    if flow.killable:
        flow.kill()  # type: ignore[no-untyped-call]


def drop(message: WebSocketMessage) -> None:
    """Do not forward this message."""
    message.drop()  # type: ignore[no-untyped-call]


def said(nextlayer: NextLayer) -> tuple[bytes, bytes]:
    """What client and server have said before a layer is chosen."""
    return nextlayer.data_client(), nextlayer.data_server()  # type: ignore[no-untyped-call]

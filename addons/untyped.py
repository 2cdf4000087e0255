"""The calls into mitmproxy that carry no types, typed once."""

from typing import Any

from mitmproxy import ctx, exceptions, http
from mitmproxy.master import Master
from mitmproxy.optmanager import OptManager
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


def options_error(message: str) -> exceptions.OptionsError:
    """The error that makes mitmproxy take an option's change back."""
    return exceptions.OptionsError(message)  # type: ignore[no-untyped-call]


def kill(flow: http.HTTPFlow) -> None:
    """End a flow's stream, unless it has ended."""
    if flow.killable:
        flow.kill()  # type: ignore[no-untyped-call]


def drop(message: WebSocketMessage) -> None:
    """Do not forward this message."""
    message.drop()  # type: ignore[no-untyped-call]

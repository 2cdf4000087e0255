"""Settings in; whether the proxy can start with them, in one sentence and before mitmproxy is loaded, which takes seconds."""

import errno
import os
import socket
import sys
from pathlib import Path
from typing import Literal

from guardian_core import ports, running
from guardian_core.errors import SettingsError
from guardian_core.settings import Settings

# Where each setting is changed, the quickest way first.
ELSEWHERE = {
    "port": "--port 0 takes a free one ([proxy] port in the configuration)",
    "web_port": "[proxy] web_port in the configuration",
}
Mode = Literal["web", "tui", "headless"]

CANNOT_LISTEN: dict[int, str] = {
    errno.EADDRINUSE: "{holder}; stop that or choose another port: {elsewhere}",
    errno.EACCES: "that needs administrator rights; choose a port above 1023: {elsewhere}",
    errno.EADDRNOTAVAIL: "this machine does not have that address; choose another one ([proxy] host)",
}


def check(settings: Settings, mode: Mode) -> None:
    """Make the folders, look at the terminal and the ports.

    Raises:
        SettingsError: it cannot start; the message says why and what to do.
    """
    proxy = settings.proxy
    if mode == "tui" and not sys.stdout.isatty():
        message = "--tui draws on a terminal and there is none; use --web or --headless"
        raise SettingsError(message)
    try:
        settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_room_for_authority(settings.home)
    except OSError as error:
        message = f"cannot start: {error.strerror or type(error).__name__} ({error.filename or settings.home})"
        raise SettingsError(message) from None
    check_port(proxy.host, proxy.port, "port")
    if mode == "web" and proxy.web_port == proxy.port:  # the port may come from the command line
        message = f"cannot listen on 127.0.0.1:{proxy.port} twice: choose another port for mitmweb ([proxy] web_port)"
        raise SettingsError(message)
    if mode == "web":
        check_port("127.0.0.1", proxy.web_port, "web_port")


def with_free_ports(settings: Settings, mode: Mode) -> tuple[Settings, list[str]]:
    """The settings with other ports for usual ones that are taken, and a sentence for each; a port that was asked for stays.

    Raises:
        SettingsError: our own proxy runs there already.
    """
    sentences = []
    for key, host in (("port", settings.proxy.host), *([("web_port", "127.0.0.1")] if mode == "web" else [])):
        usual: int = getattr(settings.proxy, key)
        if f"proxy.{key}" in settings.source.origins or not ports.answers(ports.reachable(host), usual):
            continue
        authority = settings.home / "ca" / "mitmproxy-ca-cert.pem"
        holder = ports.holder(usual) or "another program listens there"
        if authority.exists() and running.listener(host, usual, authority) == "ours":
            message = f"it runs already, at {host}:{usual}: {holder}"
            raise SettingsError(message)
        free = next((port for port in range(usual + 2, usual + 40) if not ports.answers(host, port)), None) or ports.free_port()
        settings = settings.again(given={"proxy": {key: free}})
        sentences.append(f"{host}:{usual} is taken ({holder}): {free} instead")
    return settings, sentences


def make_room_for_authority(home: Path) -> None:
    """See to it that mitmproxy can make its authority on the first start; raises OSError where it cannot."""
    folder = home / "ca"
    if (folder / "mitmproxy-ca.pem").exists():
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))


def check_port(host: str, port: int, key: str) -> None:
    """Whether we may listen there; `key` is the setting that names the port.

    Raises:
        SettingsError: we may not; the message says why and what to do. mitmproxy would say it in a paragraph, after it has started.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        message = f"proxy.host: {host!r} is not an address of this machine"
        raise SettingsError(message) from None
    family, kind, protocol, _, address = found[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            holder = ports.holder(port) or "it is in use"
            why = CANNOT_LISTEN.get(error.errno or 0, error.strerror or "it cannot be used").format(
                elsewhere=ELSEWHERE[key], holder=holder
            )
            message = f"cannot listen on {host}:{port}: {why}"
            raise SettingsError(message) from None

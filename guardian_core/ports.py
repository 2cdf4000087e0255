"""A port of this machine in; which process listens there, and whether anybody does, out."""

import re
import socket
from pathlib import Path


def holder(port: int, proc: Path = Path("/proc")) -> str | None:
    """Which process listens on a port of this machine, in words; None where the system does not tell."""
    wanted = f"socket:[{_inode(port, proc)}]"
    for link in proc.glob("[0-9]*/fd/*"):
        try:
            if str(link.readlink()) == wanted:
                process = link.parent.parent
                return f"{(process / 'comm').read_text(errors='replace').strip()} (process {process.name}) listens there"
        except OSError:
            continue  # gone, or another user's
    return None


def _inode(port: int, proc: Path) -> str | None:
    """Of the listening socket, in Linux's tables: local address, state 0A, inode."""
    pattern = re.compile(rf"^ *\d+: [0-9A-F]+:{port:04X} [0-9A-F:]+ 0A (?:\S+ +){{5}}(\d+)", re.MULTILINE)
    for table in ("net/tcp", "net/tcp6"):
        try:
            found = pattern.search((proc / table).read_text())
        except OSError:
            continue
        if found:
            return found[1]
    return None


def answers(host: str, port: int, *, seconds: float = 2.0) -> bool:
    """Whether anything accepts connections there."""
    try:
        socket.create_connection((host, port), timeout=seconds).close()
    except OSError:
        return False
    return True


def free_port() -> int:
    """A port of loopback that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def reachable(host: str) -> str:
    """The address at which a client on this machine reaches what listens on `host`.

    >>> [reachable(host) for host in ("0.0.0.0", "::", "127.0.0.1")]
    ['127.0.0.1', '::1', '127.0.0.1']
    """
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - read, not bound


def url(host: str, port: int) -> str:
    """What a client puts into its proxy settings.

    >>> url("::1", 8080)
    'http://[::1]:8080'
    """
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"

"""The proxy that runs: a note of it in the home folder, and the proof that what listens there is ours.

The proof is a TLS handshake for a name that nobody has: only who holds the authority's key can answer it.
"""

import contextlib
import json
import os
import shlex
import socket
import ssl
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from guardian_core import ports

PROBE = "proof.guardian.invalid"  # a name that no resolver answers: the handshake ends before anything is connected
SECONDS = 3.0

Listener = Literal["ours", "other", "nobody"]


@dataclass(frozen=True, slots=True)
class Running:
    """A running proxy."""

    pid: int
    host: str
    port: int
    mode: str = "headless"
    web: str | None = None  # mitmweb's address, without its token
    config: str | None = None  # its configuration, an absolute path; "": it has no file; None: it does not say
    profile: str | None = None  # that was chosen when it was started

    @property
    def url(self) -> str:
        """What a client on this machine puts into its proxy settings."""
        return ports.url(ports.reachable(self.host), self.port)


def path_of(home: Path) -> Path:
    """Where the note lies."""
    return home / "running.json"


def note(home: Path, running: Running) -> None:
    """Leave the note; a home that cannot be written costs the note only."""
    draft = home / f".running.{os.getpid()}"
    with contextlib.suppress(OSError):
        draft.write_text(json.dumps(asdict(running)), encoding="utf-8")
        draft.replace(path_of(home))


def forget(home: Path) -> None:
    """Remove the note, if it is of this process."""
    found = noted(home)
    if found is not None and found.pid == os.getpid():
        with contextlib.suppress(OSError):
            path_of(home).unlink(missing_ok=True)


def noted(home: Path) -> Running | None:
    """What the note says; the process may have ended since."""
    try:
        return Running(**json.loads(path_of(home).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def listener(host: str, port: int, authority: Path, *, seconds: float = SECONDS) -> Listener:
    """Who answers at an address: a proxy with the key of `authority`, something else, or nobody."""
    try:
        plain = socket.create_connection((ports.reachable(host), port), timeout=seconds)
    except OSError:
        return "nobody"
    with plain:
        try:
            trust = ssl.create_default_context(cafile=authority)
            plain.sendall(f"CONNECT {PROBE}:443 HTTP/1.1\r\nHost: {PROBE}:443\r\n\r\n".encode())
            head = b""
            while not head.endswith(b"\r\n\r\n") and len(head) < 4_096 and (byte := plain.recv(1)):
                head += byte
            if b" 200" not in head.split(b"\r\n", 1)[0]:
                return "other"
            trust.wrap_socket(plain, server_hostname=PROBE).close()
        except (OSError, ValueError):  # ssl.SSLError is an OSError: a certificate of somebody else's, or none
            return "other"
    return "ours"


def find(home: Path, host: str, port: int) -> Running | None:
    """The proxy of this home that answers now: at the noted address, else at the configured one."""
    authority = home / "ca" / "mitmproxy-ca-cert.pem"
    known = noted(home)
    candidates = [known] if known else []
    if known is None or (known.host, known.port) != (host, port):
        candidates.append(Running(pid=0, host=host, port=port))
    return next((one for one in candidates if listener(one.host, one.port, authority) == "ours"), None)


def elsewhere(home: Path, config: Path | None, profile: str | None = None) -> Running | None:
    """The proxy of this home, if it runs with another file than `config` (None: no file) or with a profile chosen beside it."""
    known = noted(home)
    if known is None or known.config is None:
        return None
    same = known.config == (str(config.resolve()) if config else "") and known.profile in {None, profile}
    if same or listener(known.host, known.port, home / "ca" / "mitmproxy-ca-cert.pem") != "ours":
        return None
    return known


def source(found: Running) -> str:
    """What a running proxy goes by, in words."""
    return (found.config or "no file") + (f" and the profile {found.profile}" if found.profile else "")


def switches(found: Running) -> str:
    """What a command is given to go by the configuration of a running proxy; empty where it has no file and no profile."""
    given = (("--config", found.config), ("--profile", found.profile))
    return "".join(f" {name} {shlex.quote(value)}" for name, value in given if value)

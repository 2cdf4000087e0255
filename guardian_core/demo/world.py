"""A temp folder with an authority, the loopback sites and configurations in it; proxies are started before them on demand."""

import json
import re
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
from guardian_certs.authority import make_authority

from guardian_core.demo.pages import HOSTS, answer
from guardian_core.demo.servers import Answer, Received, Records, VirtualHosts, server_context
from guardian_core.errors import GuardianError

START_SECONDS = 60.0  # a cold start reads the names model from disk
STOP_SECONDS = 5.0

# What the demo's user has entered about the hosts: no public list knows reserved names.
DOMAINS: Mapping[str, Mapping[str, str]] = {
    "pagemetrics.test": {"recipient": "analytics"},
    "adlantern.test": {"recipient": "advertising"},
    "peoplebase.test": {"recipient": "data_broker"},
    "staticnest.test": {"recipient": "service_provider"},
}


class ProxyStartError(GuardianError):
    """The proxy did not say that it listens; the message names its log."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """A real proxy in a process of its own, with a home of its own."""

    process: subprocess.Popen[bytes]
    home: Path
    config: Path
    log: Path
    port: int

    @property
    def url(self) -> str:
        """What a client puts into its proxy settings."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def authority(self) -> Path:
        """The certificate that clients must trust to be read."""
        return self.home / "ca" / "mitmproxy-ca-cert.pem"

    @property
    def journal(self) -> Path:
        """The audit database."""
        return self.home / "audit.db"

    def client(self, patience: float = 30) -> httpx.Client:
        """A client behind this proxy that trusts its authority alone, follows nothing and adds no header it can avoid.

        `patience` is for how many seconds it waits for a reply.
        """
        trust = ssl.create_default_context(cafile=str(self.authority))
        client = httpx.Client(proxy=self.url, verify=trust, timeout=patience, trust_env=False)
        for name in ("accept", "accept-encoding", "user-agent"):
            del client.headers[name]
        return client

    def stop(self) -> None:
        """End it; a second time does nothing."""
        _stop(self.process)


class World:
    """The sites on one loopback port; use as a context manager: everything started inside ends with it, Ctrl-C included.

    `folder` exists while the world does. `records` holds what any site received, from proxies and from policy fetches.
    """

    def __init__(self, hosts: tuple[str, ...] = HOSTS, answer: Callable[[Received], Answer] = answer) -> None:
        """`answer` says what the sites named `hosts` reply; by default they are the demo's."""
        self._stack = ExitStack()
        self._homes = 0
        self._answer = answer
        self.hosts = hosts

    def __enter__(self) -> Self:
        with ExitStack() as stack:  # whatever fails below, what was started before it is closed again
            self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="guardian-", ignore_cleanup_errors=True)))
            self.ca, contexts = _certificates(self.folder, self.hosts)
            self._sites = VirtualHosts(contexts, self._answer)
            stack.callback(self._sites.close)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stack.close()

    @property
    def records(self) -> Records:
        """What the sites received."""
        return self._sites.records

    @property
    def port(self) -> int:
        """The loopback port behind every name."""
        return self._sites.port

    def configure(self, home: Path, *, extra: str = "") -> Path:
        """Write `home`/config.toml for a proxy that knows the sites; `extra` is TOML to append, tables only."""
        home.mkdir(parents=True, exist_ok=True)
        config = home / "config.toml"
        lines = [
            f"home = {_toml(str(home))}",
            f"[proxy]\ntrust_ca = {_toml(str(self.ca))}",
            "[proxy.resolve]",
            *(f'{_toml(host)} = "127.0.0.1:{self.port}"' for host in self.hosts),
        ]
        for domain, entry in DOMAINS.items():
            lines += [f"[decision.domains.{_toml(domain)}]", *(f"{key} = {_toml(value)}" for key, value in entry.items())]
        config.write_text("\n".join([*lines, extra, ""]), encoding="utf-8")
        return config

    def proxy(self, *arguments: str, extra: str = "") -> Proxy:
        """Start the proxy with an empty home: no policy cached, nothing recorded.

        `arguments` are added to its command line and `extra` (TOML tables) to its configuration.

        Raises:
            ProxyStartError: it ended, or did not listen within a minute.
        """
        self._homes += 1
        home = self.folder / f"home-{self._homes}"
        config, log = self.configure(home, extra=extra), home / "proxy.log"
        command = [sys.executable, "-m", "guardian_addons.run", "--config", str(config), "--headless", "--port", "0", *arguments]
        with log.open("wb") as output:
            # Its own process group: Ctrl-C reaches this process alone, which then ends the proxy in order.
            process = subprocess.Popen(  # noqa: S603 - our own module under our own interpreter
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )
        self._stack.callback(_stop, process)
        return Proxy(process, home, config, log, _listening_port(process, log))


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the process, by force where it lingers."""
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _listening_port(process: subprocess.Popen[bytes], log: Path) -> int:
    """Wait for the proxy's first line; raises ProxyStartError with what it said instead."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        said = log.read_text(encoding="utf-8", errors="replace")
        if found := re.search(r"listening on 127\.0\.0\.1:(\d+)", said):
            return int(found[1])
        if process.poll() is not None:
            message = f"the proxy ended with status {process.returncode} before it listened:\n{said.strip()}"
            raise ProxyStartError(message)
        time.sleep(0.05)
    message = f"the proxy did not listen within {START_SECONDS:.0f} s"
    raise ProxyStartError(message)


def _toml(text: str) -> str:
    """A TOML basic string; JSON's escapes are a subset of TOML's, for ASCII output without surrogates.

    >>> _toml('C:\\\\temp')
    '"C:\\\\\\\\temp"'
    """
    return json.dumps(text)


def _certificates(folder: Path, hosts: tuple[str, ...]) -> tuple[Path, dict[str, ssl.SSLContext]]:
    """The authority's certificate, and a server context for each host with a leaf of its own."""
    authority = make_authority(folder / "authority", "GuardianAgent demo authority")
    leaves = {host: authority.leaf([host]) for host in hosts}
    return authority.certificate, {host: server_context(leaf.certificate, leaf.key) for host, leaf in leaves.items()}

"""A TLS connection that begins in; out, whether it passes as it is: by a shipped class, a host of the user's, or what was learned.

Only the name the connection was opened to counts, by whole labels, and what the client says in its SNI must agree: neither a name
that looks alike nor a borrowed SNI goes around the proxy (BUGS B57). Learning is per client and host, after alerts about our
certificate (BUGS B21); what was learned is kept in the home folder, for a while (guardian_core/passed_on.py).
"""

import asyncio
import logging
import threading
import tomllib
from importlib.resources import files

from guardian_addons import streams
from guardian_addons.shell import Shell, closed
from mitmproxy.proxy import mode_specs
from mitmproxy.proxy.context import Context
from mitmproxy.tls import ClientHelloData, TlsData

from guardian_core.actions.domains import address, normal, parents
from guardian_core.errors import StoreError
from guardian_core.passed_on import PassedOn, usable
from guardian_core.vocabulary import Request
from guardian_core.wire_settings import ExceptionSettings

CLASSES: dict[str, frozenset[str]] = {
    name: frozenset(hosts)
    for name, hosts in tomllib.loads(files("guardian_addons").joinpath("excluded.toml").read_text("utf-8")).items()
}
WORDS = {"banking": "a bank", "os_updates": "updates of the system", "certificate_checks": "checks of certificates"}
_REFUSES = "The client does not trust"  # mitmproxy's words for the alerts unknown_ca, bad_certificate and certificate_unknown

logger = logging.getLogger("guardian_addons")


class Untouched:
    """The addon: decides when the client's first words are there, before anything is connected."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.opening = threading.Lock()
        self.passed: PassedOn | None = None  # opened where something is to be learned

    async def done(self) -> None:
        """Close the store."""
        if self.passed is not None:
            passed, self.passed = self.passed, None
            await asyncio.to_thread(passed.close)

    async def tls_clienthello(self, data: ClientHelloData) -> None:
        """Pass the connection on where an exception says so; recorded like any decision."""
        with closed(data.context.client.id, lambda _: None):  # it is intercepted
            if self.passed is None and self.shell.settings.exceptions.learn:
                await asyncio.to_thread(self._store)  # the disk may be slow
            names = names_of(data.context, data.client_hello.sni)
            client = _client(data.context)
            why = self._why(client, names)
            if why is None:
                return
            data.ignore_connection = True
            port = data.context.server.address[1] if data.context.server.address else 443
            request = Request("CONNECT", "https", names[0], port, target="", headers=(), body=b"", client=client)
            outcome = streams.unseen(request, "connection that is not intercepted", "open", because=f"not intercepted: {why}")
            self.shell.record(outcome, data.context.client.id, self.shell.now)

    async def tls_failed_client(self, data: TlsData) -> None:
        """Learn from a client that refuses our certificate, where that is wanted."""
        with closed(data.context.client.id, lambda _: None):
            settings = self.shell.settings.exceptions
            names = names_of(data.context, data.context.client.sni)
            if not settings.learn or not names or _REFUSES not in (data.conn.error or ""):
                return
            if await asyncio.to_thread(self._learned, _client(data.context), names[0], settings):
                logger.warning(
                    "%s · not intercepted for this client for %g hours: it refuses our certificate (guardian exceptions list)",
                    names[0],
                    settings.hours,
                )

    def _learned(self, client: str, name: str, settings: ExceptionSettings) -> bool:
        try:
            return self._store().refused(client, name, settings)
        except StoreError as error:
            logger.warning("%s", error)
            return False

    def _store(self) -> PassedOn:
        with self.opening:
            if self.passed is None:
                self.passed = usable(self.shell.settings.home)
            return self.passed

    def _why(self, client: str, names: tuple[str, ...]) -> str | None:
        """Why a connection is passed on, if every name that it goes by says so."""
        if not names:
            return None
        settings = self.shell.settings.exceptions
        reasons = [excepted(name, settings) for name in names]
        if all(reasons):
            return reasons[0]
        if settings.learn and all(self._store().knows(client, name, settings) for name in names):
            return "this client refused our certificate for this host"
        return None


def excepted(name: str, settings: ExceptionSettings) -> str | None:
    """The exception that holds for a host, in words; None where there is none.

    >>> own = ExceptionSettings(hosts=("cloudbox.test",))
    >>> excepted("files.cloudbox.test", own), excepted("jollycloudbox.test", own)
    ('[exceptions] hosts names cloudbox.test', None)
    """
    above = list(parents(name))
    own = next((domain for domain in above if domain in settings.hosts), None)
    if own:
        return f"[exceptions] hosts names {own}"
    kind = next((kind for kind in settings.classes for domain in above if domain in CLASSES[kind]), None)
    return f"it belongs to {WORDS[kind]}" if kind else None


def names_of(context: Context, sni: str | None) -> tuple[str, ...]:
    """The names a connection goes by: what it was opened to, and what the client's SNI says where it says something else.

    Where the system sends us packets by their address, only the SNI names the host; elsewhere an address counts as what it is.
    """
    opened = normal(context.server.address[0]) if context.server.address else ""
    asked = normal(sni) if sni else ""
    if isinstance(context.client.proxy_mode, mode_specs.RegularMode | mode_specs.UpstreamMode) or address(opened) is None:
        return tuple(dict.fromkeys(name for name in (opened, asked) if name))
    return (asked,) if asked else ()


def _client(context: Context) -> str:
    return context.client.peername[0] if context.client.peername else ""

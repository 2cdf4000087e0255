"""A server's name in, a connection to an address that was checked out: text leaves this machine only where the settings say so.

The check is made on the address that is then connected to, so that a name cannot change its answer in between. Proxies that the
environment names are not used: our own would carry the question back to us.
"""

from guardian_core.dialling import Dialling, Lookup, system_lookup
from guardian_core.errors import LlmUnavailableError
from guardian_core.model_settings import is_elsewhere


class ServerNetwork(Dialling):
    """Connects to this machine, and to others only if `remote`."""

    def __init__(self, *, remote: bool, lookup: Lookup = system_lookup) -> None:
        super().__init__(lookup)
        self._remote = remote

    async def addresses(self, host: str, port: int) -> tuple[list[str], int]:
        """The addresses of `host`; raises LlmUnavailableError where it has none, or one of another machine without leave."""
        try:
            found = list(dict.fromkeys(await self._lookup(host, port)))
        except (OSError, UnicodeError):
            found = []
        if not found:
            raise LlmUnavailableError("has a server whose name does not resolve", "unreachable")
        if not self._remote and any(map(is_elsewhere, found)):
            reason = "is on another machine, and text would leave this one; set model.remote = true if that is meant"
            raise LlmUnavailableError(reason, "remote")
        return found, port

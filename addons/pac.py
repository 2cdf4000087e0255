"""A small server on loopback: `/proxy.pac` tells browsers and systems to go through this proxy; every other path is not found.

It answers whoever asks on this machine, for the file says nothing that a connection to the proxy would not; it takes no body and
keeps no connection. Hosts that the user excepted are left out of the file, so that their connections do not come here at all.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Sequence

from guardian_addons import untyped
from guardian_addons.shell import Shell

logger = logging.getLogger("guardian_addons")

_SECONDS = 5.0  # for a client to say what it wants
_LOCAL = ("localhost", "127.0.0.1", "::1")


def script(host: str, port: int, excepted: Sequence[str]) -> str:
    """The file. A proxy that is down must not silently be gone around: there is no DIRECT behind it.

    >>> script("127.0.0.1", 8080, ["bank.example.test"]).splitlines()[4].strip()
    'if (excepted.some(function (one) { return host === one || dnsDomainIs(host, "." + one); })) return "DIRECT";'
    """
    shown = f"[{host}]" if ":" in host else host
    return (
        "function FindProxyForURL(url, host) {\n"
        "  host = host.toLowerCase().replace(/\\.$/, '');\n"
        f'  if ({json.dumps(list(_LOCAL))}.indexOf(host) >= 0) return "DIRECT";\n'
        f"  var excepted = {json.dumps(list(excepted))};\n"
        '  if (excepted.some(function (one) { return host === one || dnsDomainIs(host, "." + one); })) return "DIRECT";\n'
        f'  return "PROXY {shown}:{port}";\n'
        "}\n"
    )


class Pac:
    """The addon: serves while the proxy runs, where `proxy.pac_port` says so."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.server: asyncio.Server | None = None

    async def running(self) -> None:
        """Begin to serve; a port that is taken is said, and the proxy runs without."""
        port = self.shell.settings.proxy.pac_port
        if not port:
            return
        try:
            self.server = await asyncio.start_server(self._talk, "127.0.0.1", port, limit=8_192)
        except OSError as error:
            logger.error("proxy.pac_port: cannot listen on 127.0.0.1:%d: %s", port, error.strerror)  # noqa: TRY400 - one clear line
            return
        logger.info("automatic configuration: http://127.0.0.1:%d/proxy.pac", port)

    async def done(self) -> None:
        """Stop."""
        if self.server is not None:
            self.server.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_SECONDS):
                line = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n", 1)[0].split(b" ")
                writer.write(self._answer(line))
                await writer.drain()
        writer.close()

    def _answer(self, line: list[bytes]) -> bytes:
        if len(line) != 3 or line[0] not in {b"GET", b"HEAD"} or line[1].partition(b"?")[0] != b"/proxy.pac":
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        host, port = untyped.addon("proxyserver").listen_addrs()[0][:2]
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared with, not listened on
        body = script(host, port, self.shell.settings.exceptions.hosts).encode()
        kind = b"application/x-ns-proxy-autoconfig"
        head = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
        return head % (kind, len(body)) + (body if line[0] == b"GET" else b"")

"""The door before llama.cpp: connections of programs on this machine in, one question of each passed on, the bytes as they are.

llama.cpp itself answers every web page, and shows what others asked. Here only questions of OpenAI's protocol pass, and none that
a browser sends for a page: it names the page in `Origin`, or a name of the page's own in `Host`. Who hangs up is hung up on behind
it, too, so that llama.cpp works for nobody who has gone.
"""

import asyncio
import ipaddress
import json
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus

HOST = "127.0.0.1"
HEAD = 32_768  # bytes
PATIENCE = 30.0  # seconds for the head
PATHS = frozenset({"/health", "/v1/models", "/v1/chat/completions"})
_HOPS = (b"connection:", b"keep-alive:", b"authorization:", b"upgrade:", b"proxy-connection:")


class ClosedError(Exception):
    """It does not pass; with the status that says so."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(slots=True)
class Door:
    """Opens when there is an engine behind it."""

    port: int | None = None  # of the engine
    key: str = field(default="", repr=False)

    def open(self, port: int, key: str) -> None:
        """From now on questions are passed on."""
        self.port, self.key = port, key

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection; it is closed after one answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            passed = self._passed(head)
            there = await _connected(self.port)
        except ClosedError as error:
            await _say(writer, error)
        except asyncio.LimitOverrunError:
            await _say(writer, ClosedError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the header is too long"))
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            pass
        else:
            there[1].write(passed)
            await _relay((reader, writer), there)
        finally:
            writer.close()

    def _passed(self, head: bytes) -> bytes:
        """The head as llama.cpp is shown it; raises ClosedError."""
        first, *fields = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
        words = first.split(b" ")
        named = [line.partition(b":") for line in fields]
        if any(name.lower() == b"origin" for name, _, _ in named) or not all(
            _is_here(value.strip()) for name, _, value in named if name.lower() == b"host"
        ):
            raise ClosedError(HTTPStatus.FORBIDDEN, "not for web pages")
        if len(words) != 3 or words[1].decode(errors="replace").partition("?")[0] not in PATHS:
            raise ClosedError(HTTPStatus.NOT_FOUND, f"only {', '.join(sorted(PATHS))} are served")
        if self.port is None:
            raise ClosedError(HTTPStatus.SERVICE_UNAVAILABLE, "the model is being loaded")
        kept = [line for line in fields if not line.lower().startswith(_HOPS)]
        return b"\r\n".join([first, *kept, b"Authorization: Bearer " + self.key.encode(), b"Connection: close", b"", b""])


def _is_here(host: bytes) -> bool:
    """Whether a `Host` names this machine: a page whose own name was made to lead here has that name.

    >>> [_is_here(host) for host in (b"127.0.0.1:8765", b"localhost", b"[::1]:80", b"page.test:80", b"10.0.0.5", b"ad.be")]
    [True, True, True, False, False, False]
    """
    text = host.decode(errors="replace")
    name = text[1:].partition("]")[0] if text.startswith("[") else text.partition(":")[0]
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name.casefold() == "localhost"


async def _connected(port: int | None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        return await asyncio.open_connection(HOST, port)
    except OSError:
        raise ClosedError(HTTPStatus.BAD_GATEWAY, "llama.cpp has ended") from None


async def _say(writer: asyncio.StreamWriter, error: ClosedError) -> None:
    content = json.dumps({"error": {"message": str(error), "code": error.status.value}}).encode()
    head = f"HTTP/1.1 {error.status.value} {error.status.phrase}\r\nContent-Length: {len(content)}\r\nConnection: close\r\n"
    with suppress(ConnectionError):
        writer.write(head.encode() + b"Content-Type: application/json\r\n\r\n" + content)
        await writer.drain()


type Side = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _relay(here: Side, there: Side) -> None:
    """Both ways until one side ends; then both are closed."""
    ways = [asyncio.create_task(_copy(here[0], there[1])), asyncio.create_task(_copy(there[0], here[1]))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        there[1].close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while part := await reader.read(65_536):
            writer.write(part)
            await writer.drain()

"""A TLS server on loopback for the measurements of the proxy: it answers, swallows uploads, sends events and echoes frames.

What a request's path says is done: /events sends ten events a second, /echo is a WebSocket, everything else is answered at once.
Of what arrives only the first bytes are kept, and its length.
"""

import asyncio
import base64
import contextlib
import hashlib
import ssl
from collections.abc import AsyncIterator, Mapping

KEPT = 200_000  # bytes of a body that are kept
EVENTS, PAUSE = 12, 0.1  # events of one stream, seconds between them
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455 §1.3


def content_length(head: bytes) -> int:
    """The length that an HTTP/1 head announces, 0 without one."""
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


def accepted(key: bytes) -> bytes:
    """The answer to a WebSocket's key.

    >>> accepted(b"dGhlIHNhbXBsZSBub25jZQ==")
    b's3pPLMBiTxaQ9kYGzzhZRbK+xOo='
    """
    return base64.b64encode(hashlib.sha1(key + _GUID, usedforsecurity=False).digest())


async def frame(reader: asyncio.StreamReader) -> bytes:
    """The payload of one short frame, unmasked; b"" where the connection is over."""
    head = await reader.readexactly(2)
    if head[0] & 0x0F == 8:
        return b""
    length = head[1] & 0x7F
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2), "big")
    mask = await reader.readexactly(4) if head[1] & 0x80 else b"\0\0\0\0"
    payload = await reader.readexactly(length)
    return bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


class Origin:
    """The server; `received` holds (head, first bytes of the body, its length) of every request."""

    def __init__(self, context: ssl.SSLContext, pages: Mapping[bytes, bytes]) -> None:
        self.context, self.pages = context, pages
        self.received: list[tuple[bytes, bytes, int]] = []
        self.frames: list[bytes] = []
        self.port = 0

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator["Origin"]:
        """Serve on a free port while the block runs."""
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0, ssl=self.context, backlog=1_024)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                path = head.split(b" ", 2)[1]
                if path == b"/echo":
                    await self._echo(head, reader, writer)
                    break
                self.received.append((head, *await self._swallow(reader, content_length(head))))
                if path == b"/events":
                    await self._events(writer)
                    continue
                page = self.pages.get(path if head.startswith(b"GET ") else b"", b"ok")
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: %d\r\n\r\n%s" % (len(page), page))
                await writer.drain()
        writer.close()

    async def _swallow(self, reader: asyncio.StreamReader, length: int) -> tuple[bytes, int]:
        kept, left = b"", length
        while left:
            piece = await reader.read(min(left, 262_144))
            if not piece:
                raise asyncio.IncompleteReadError(b"", left)
            left -= len(piece)
            kept += piece[: max(0, KEPT - len(kept))]
        return kept, length

    async def _events(self, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
        for number in range(EVENTS):
            event = b"data: %d\n\n" % number
            writer.write(b"%x\r\n%s\r\n" % (len(event), event))
            await writer.drain()
            await asyncio.sleep(PAUSE)
        writer.write(b"0\r\n\r\n")

    async def _echo(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (line.partition(b":") for line in head.split(b"\r\n"))
        key = next(value.strip() for name, _, value in lines if name.lower() == b"sec-websocket-key")
        head = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n"
        writer.write(head % accepted(key))
        while payload := await frame(reader):
            self.frames.append(payload)
            size = bytes([len(payload)]) if len(payload) < 126 else b"\x7e" + len(payload).to_bytes(2, "big")
            writer.write(b"\x81" + size + payload)
            await writer.drain()

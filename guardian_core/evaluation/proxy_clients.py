"""A proxy's port in, seconds of each request or event out: the clients of the measurements, on raw sockets: they cost little."""

import asyncio
import contextlib
import itertools
import ssl
import time
from dataclasses import dataclass, field

from guardian_core.evaluation.proxy_origin import EVENTS, content_length, frame

HOST = "bench.pagemetrics.test"
BLANK = b"00000000"
NUMBERS = itertools.count(10_000_000)
_BASE = (
    f"Host: {HOST}\r\nOrigin: https://shop.willow.test\r\n"
    "Sec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\nSec-Fetch-Site: cross-site\r\n"
)


@dataclass
class Timed:
    """What one case gave through one proxy."""

    seconds: list[float] = field(default_factory=list)  # of each request, event or echo
    elapsed: float = 0.0
    errors: int = 0


async def connect(proxy: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A TLS connection to the origin through a CONNECT tunnel; the proxy's certificate is not what is measured, so not checked."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy)
    writer.write(f"CONNECT {HOST}:443 HTTP/1.1\r\nHost: {HOST}:443\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    await writer.start_tls(context, server_hostname=HOST)
    return reader, writer


async def post(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: bytes, kind: str = "application/json") -> float:
    """One request on an open connection; its seconds. Raises RuntimeError where the answer is not 200."""
    fresh = body.replace(BLANK, b"%08d" % next(NUMBERS))  # no two bodies alike: caches of whole texts must not help
    start = time.perf_counter()
    writer.write(f"POST /collect HTTP/1.1\r\n{_BASE}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode())
    for begin in range(0, len(fresh), 1 << 18):
        writer.write(fresh[begin : begin + (1 << 18)])
        await writer.drain()
    answer = await reader.readuntil(b"\r\n\r\n")
    await reader.readexactly(content_length(answer))
    if b" 200 " not in answer[:16]:
        message = f"the proxy answered {answer[:40]!r}"
        raise RuntimeError(message)
    return time.perf_counter() - start


async def several(proxy: int, body: bytes, count: int) -> list[float]:
    """`count` requests one after the other on one connection."""
    reader, writer = await connect(proxy)
    seconds = [await post(reader, writer, body) for _ in range(count)]
    writer.close()
    return seconds


async def requests(proxy: int, body: bytes, count: int, connections: int) -> Timed:
    """Throughput with `connections` at once, then the latency of one at a time."""
    start = time.perf_counter()
    await asyncio.gather(*(several(proxy, body, max(1, count // connections)) for _ in range(connections)))
    elapsed = (time.perf_counter() - start) / (max(1, count // connections) * connections)
    return Timed(await several(proxy, body, max(4, count // 2)), elapsed)


async def upload(proxy: int, megabytes: int) -> Timed:
    """One upload of bytes that are no text, of known length."""
    reader, writer = await connect(proxy)
    start = time.perf_counter()
    length, piece = megabytes * 1_000_000, bytes(range(256)) * 3_906 + bytes(64)  # a megabyte
    head = f"POST /upload HTTP/1.1\r\n{_BASE}Content-Type: application/octet-stream\r\nContent-Length: {length}\r\n\r\n"
    writer.write(head.encode())
    for _ in range(megabytes):
        writer.write(piece)
        await writer.drain()
    answer = await reader.readuntil(b"\r\n\r\n")
    seconds = time.perf_counter() - start
    writer.close()
    return Timed([seconds], seconds, int(b" 200 " not in answer[:16]))


async def events(proxy: int) -> Timed:
    """The seconds until the first event, and between each and the next."""
    reader, writer = await connect(proxy)
    start = time.perf_counter()
    writer.write(f"GET /events HTTP/1.1\r\n{_BASE}Accept: text/event-stream\r\n\r\n".encode())
    times: list[float] = []
    while len(times) < EVENTS:
        line = await reader.readline()
        if line.startswith(b"data:"):
            times.append(time.perf_counter() - start)
        elif not line:
            break
    writer.close()
    return Timed(times, times[0] if times else 0.0, EVENTS - len(times))


async def echoes(proxy: int, count: int) -> Timed:
    """A WebSocket's messages there and back."""
    reader, writer = await connect(proxy)
    writer.write(
        f"GET /echo HTTP/1.1\r\n{_BASE}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    timed = Timed()
    if b" 101 " not in (await reader.readuntil(b"\r\n\r\n"))[:16]:
        return Timed(errors=count)
    began = time.perf_counter()
    for _ in range(count):
        payload = b"order %08d: thanks, it fits" % next(NUMBERS)
        start = time.perf_counter()
        writer.write(b"\x81" + bytes([0x80 | len(payload)]) + b"\0\0\0\0" + payload)
        timed.errors += await frame(reader) != payload
        timed.seconds.append(time.perf_counter() - start)
    timed.elapsed = (time.perf_counter() - began) / count
    writer.close()
    return timed


async def crowd(proxy: int, body: bytes, connections: int) -> Timed:
    """So many connections open at once, one request on each."""
    timed = Timed()
    gate = asyncio.Semaphore(64)  # handshakes at a time: all at once would measure the listen queue

    async def one() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        async with gate:
            return await connect(proxy)

    opened = await asyncio.gather(*(one() for _ in range(connections)), return_exceptions=True)
    pairs = [pair for pair in opened if isinstance(pair, tuple)]
    timed.errors = connections - len(pairs)
    start = time.perf_counter()
    found = await asyncio.gather(*(post(*pair, body) for pair in pairs), return_exceptions=True)
    timed.elapsed = (time.perf_counter() - start) / max(1, len(pairs))
    timed.seconds = [one for one in found if isinstance(one, float)]
    timed.errors += len(found) - len(timed.seconds)
    for _, writer in pairs:
        with contextlib.suppress(OSError):
            writer.close()
    return timed

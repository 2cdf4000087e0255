"""Requests per second and latency through bare mitmdump and through ours, side by side in one run; then where our time goes.

    python bench/proxy.py [--requests N] [--connections C] [--json FILE]

Two bodies of about 1 KB of JSON: one without personal data, one with a name and an e-mail in it, posted to a host that the
configuration lists as analytics. The run fails if the second one's values ever reach the origin through ours. One process holds
origin and client, one the proxy; rounds of the two proxies alternate, so that a noisy machine disturbs both alike.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import trustme

from guardian_core import demo

HOST = "bench.pagemetrics.test"
NAME, MAIL = "Mira Okafor", "mira.okafor@example.test"
PAGES = {  # so that our side has a policy to weigh, as it has for most of the sites people visit
    b"/": b'<html><body><h1>Page metrics</h1><footer><a href="/privacy">Privacy policy</a></footer></body></html>',
    b"/privacy": (Path(demo.__file__).parent / "sites" / "pagemetrics.test" / "privacy-policy.html").read_bytes(),
}
BLANK = b"00000000"
NUMBERS = itertools.count(10_000_000)
ROUNDS = 4


def bodies() -> dict[str, bytes]:
    """The two request bodies, 1 KB each but for the personal part."""
    base: dict[str, object] = {
        "event": "page_view",
        "session": "00000000",
        "flags": {"dark": True, "beta": False, "ratio": 0.5},
        "items": [{"sku": f"A-{number:04d}", "count": number, "title": "oak shelf, small"} for number in range(14)],
        "comment": "order 00000000: the shelf arrived on time and fits well",
    }
    personal = base | {"comment": f"order 00000000: the shelf arrived on time, thanks, {NAME}", "email": MAIL}
    return {"no personal data": json.dumps(base).encode(), "one name, one e-mail": json.dumps(personal).encode()}


class Origin:
    """A TLS server on loopback that answers 200 to everything and keeps what it received."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self.context = context
        self.received: list[bytes] = []
        self.port = 0

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator["Origin"]:
        """Serve on a free port while the block runs."""
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0, ssl=self.context)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                self.received.append(head + await reader.readexactly(content_length(head)))
                page = PAGES.get(head.split(b" ", 2)[1] if head.startswith(b"GET ") else b"", b"ok")
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: %d\r\n\r\n%s" % (len(page), page))
                await writer.drain()
        writer.close()


def content_length(head: bytes) -> int:
    """The length that an HTTP/1 head announces, 0 without one."""
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


async def connect(proxy: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A TLS connection to the origin through a CONNECT tunnel; the proxy's certificate is not what is measured, so not checked."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy)
    writer.write(f"CONNECT {HOST}:443 HTTP/1.1\r\nHost: {HOST}:443\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    await writer.start_tls(context, server_hostname=HOST)
    return reader, writer


async def send(proxy: int, body: bytes, count: int, seconds: list[float]) -> None:
    """`count` requests one after the other on one connection; appends the time of each."""
    reader, writer = await connect(proxy)
    head = (
        f"POST /collect HTTP/1.1\r\nHost: {HOST}\r\nOrigin: https://shop.willow.test\r\nContent-Type: application/json\r\n"
        f"Sec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\nSec-Fetch-Site: cross-site\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    for _ in range(count):
        fresh = body.replace(BLANK, b"%08d" % next(NUMBERS))  # no two bodies alike: caches of whole texts must not help
        start = time.perf_counter()
        writer.write(head + fresh)
        answer = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(content_length(answer))
        if b" 200 " not in answer[:16]:
            message = f"the proxy answered {answer[:40]!r}"
            raise RuntimeError(message)
        seconds.append(time.perf_counter() - start)
    writer.close()


async def measure(proxy: int, body: bytes, count: int, connections: int) -> dict[str, float]:
    """Throughput with `connections` at once, then latency of one at a time."""
    start = time.perf_counter()
    await asyncio.gather(*(send(proxy, body, count // connections, []) for _ in range(connections)))
    rate = count // connections * connections / (time.perf_counter() - start)
    single: list[float] = []
    await send(proxy, body, count // 2, single)
    cuts = statistics.quantiles(single, n=20)
    return {"rps": rate, "p50_ms": statistics.median(single) * 1000, "p95_ms": cuts[18] * 1000}


@contextlib.contextmanager
def proxies(folder: Path, authority: Path, origin: int):  # noqa: ANN201
    """Start both proxies; yields {"bare": port, "ours": port}."""
    ports = {}
    for name in ("bare", "ours"):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            ports[name] = probe.getsockname()[1]
    config = folder / "guardian.toml"
    config.write_text(
        f'home = "{folder / "home"}"\n[proxy]\nport = {ports["ours"]}\ntrust_ca = "{authority}"\n'
        f'resolve = {{ "{HOST}" = "127.0.0.1:{origin}" }}\n[decision.domains."pagemetrics.test"]\nrecipient = "analytics"\n'
    )
    redirect = folder / "redirect.py"  # bare mitmproxy must reach the same origin: the least that does it
    redirect.write_text(
        f'def server_connect(data):\n    data.server.address = ("127.0.0.1", {origin})\n\n\n'
        # the name again, or mitmproxy would not find the open connection and open one for each request
        f'def server_connected(data):\n    object.__setattr__(data.server, "address", ("{HOST}", 443))\n'
    )
    mitmdump = Path(sys.executable).parent / "mitmdump"
    commands = {
        "bare": [
            mitmdump, "-q", "--listen-host", "127.0.0.1", "-p", str(ports["bare"]), "-s", redirect,
            "--set", f"confdir={folder / 'bare'}", "--set", f"ssl_verify_upstream_trusted_ca={authority}",
            "--set", "connection_strategy=lazy",
        ],
        "ours": [sys.executable, "-m", "guardian_addons.run", "--config", config, "--headless"],
    }  # fmt: skip
    running = [subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL) for command in commands.values()]
    try:
        for port in ports.values():
            wait_for(port)
        yield ports
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait(10)


def wait_for(port: int) -> None:
    """Wait until somebody listens on `port`; RuntimeError after 60 s."""
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    message = f"nothing listens on port {port}"
    raise RuntimeError(message)


async def run(requests: int, connections: int) -> list[dict[str, object]]:
    """All rounds; one row per body and proxy with medians over the rounds, and the ratio of ours to bare."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST).configure_cert(context)
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        authority.cert_pem.write_to_path(folder / "ca.crt")
        async with Origin(context).serving() as origin:
            with proxies(folder, folder / "ca.crt", origin.port) as ports:
                for label, body in bodies().items():
                    figures: dict[str, list[dict[str, float]]] = {"bare": [], "ours": []}
                    for round_ in range(ROUNDS + 1):
                        for proxy, port in ports.items():
                            origin.received.clear()
                            figure = await measure(port, body, requests, connections)
                            if round_:  # the first one warms up
                                figures[proxy].append(figure)
                            if proxy == "ours":
                                check(label, body, origin.received)
                    rows += table(label, len(body), figures)
    return rows


def check(label: str, body: bytes, received: list[bytes]) -> None:
    """What the origin saw through ours: the same bytes, or none of the two values."""
    for message in received:
        if label == "no personal data":
            sent, got = body.split(BLANK), message.partition(b"\r\n\r\n")[2]
            caught = len(got) == len(body) and all(part in got for part in sent)
        else:
            caught = NAME.encode() not in message and MAIL.encode() not in message
        if not caught:
            message_ = f"{label}: the wrong bytes reached the origin"
            raise RuntimeError(message_)


def table(label: str, size: int, figures: dict[str, list[dict[str, float]]]) -> list[dict[str, object]]:
    """Rows of one body: medians over rounds, then what ours adds."""
    medians = {
        proxy: {key: statistics.median(figure[key] for figure in rounds) for key in rounds[0]} for proxy, rounds in figures.items()
    }
    bare, ours = medians["bare"], medians["ours"]
    rows: list[dict[str, object]] = [{"body": label, "bytes": size, "proxy": proxy, **values} for proxy, values in medians.items()]
    rows.append(
        {
            "body": label, "bytes": size, "proxy": "ours / bare",
            "ratio": ours["rps"] / bare["rps"], "added_p50_ms": ours["p50_ms"] - bare["p50_ms"],
            "added_p95_ms": ours["p95_ms"] - bare["p95_ms"],
        }
    )  # fmt: skip
    return rows


def main() -> None:
    """Print one line per row."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=400)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = asyncio.run(run(options.requests, options.connections))
    for row in rows:
        print("  ".join(f"{key} {value:.2f}" if isinstance(value, float) else f"{key} {value}" for key, value in row.items()))
    if options.json:
        options.json.write_text(json.dumps({"rows": rows}, indent=2))


if __name__ == "__main__":
    main()

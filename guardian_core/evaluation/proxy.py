"""Bare mitmdump and our proxy side by side in one run: throughput, added latency, peak memory, in seven cases; rows out.

(a) 1 KB of JSON without personal data, (b) the same with a name and an e-mail, (c) 100 KB, (d) an upload, (e) ten events a second,
(f) a WebSocket's echoes, (g) many connections. One process holds origin and clients, one each proxy; the two take turns, so that a
noisy machine disturbs both alike. The run fails where the two values of (b) reach the origin through ours, or (a) is changed.
"""

import asyncio
import contextlib
import json
import os
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path

from guardian_certs import make_authority

from guardian_core.actions import read
from guardian_core.detect import Detector
from guardian_core.evaluation import proxy_clients as clients
from guardian_core.evaluation.proxy_clients import BLANK, HOST, Timed
from guardian_core.evaluation.proxy_origin import KEPT, Origin
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Request

NAME, MAIL = "Mira Okafor", "mira.okafor@example.test"
PAGES = {  # so that our side has a policy to weigh, as it has for most of the sites people visit
    b"/": b'<html><body><h1>Page metrics</h1><footer><a href="/privacy">Privacy policy</a></footer></body></html>',
    b"/privacy": files("guardian_core").joinpath("demo/sites/pagemetrics.test/privacy-policy.html").read_bytes(),
}
Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured."""

    requests: int = 400
    connections: int = 8
    rounds: int = 3
    upload: int = 20  # megabytes
    sockets: int = 500
    cases: str = "abcdefg"


def bodies() -> dict[str, bytes]:
    """The request bodies of (a), (b) and (c)."""
    items: list[dict[str, object]] = [{"sku": f"A-{n:04d}", "count": n, "title": "oak shelf, small"} for n in range(1_700)]
    base: dict[str, object] = {
        "event": "page_view",
        "session": BLANK.decode(),
        "flags": {"dark": True, "beta": False, "ratio": 0.5},
        "items": items[:14],
        "comment": "order 00000000: the shelf arrived on time and fits well",
    }
    personal = base | {"comment": f"order 00000000: the shelf arrived on time, thanks, {NAME}", "email": MAIL}
    return {
        "a: 1 KB JSON": json.dumps(base).encode(),
        "b: 1 KB JSON, a name and an e-mail": json.dumps(personal).encode(),
        "c: 100 KB JSON": json.dumps(base | {"items": items}).encode(),
    }


@dataclass(frozen=True, slots=True)
class Running:
    """One proxy that is measured."""

    port: int
    process: int

    def peak(self) -> float:
        """Its peak of resident memory since `forget`, in MB; NaN where the system does not say."""
        with contextlib.suppress(OSError, StopIteration):
            lines = Path(f"/proc/{self.process}/status").read_text().splitlines()
            return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1_000
        return float("nan")

    def forget(self) -> None:
        """Begin a new peak."""
        with contextlib.suppress(OSError):
            Path(f"/proc/{self.process}/clear_refs").write_text("5")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def proxies(folder: Path, authority: Path, origin: int) -> Iterator[dict[str, Running]]:
    """Start both proxies, before the same origin."""
    ports = {"bare": free_port(), "ours": free_port()}
    config = folder / "guardian.toml"
    config.write_text(
        f'home = "{folder / "home"}"\n[proxy]\nport = {ports["ours"]}\ntrust_ca = "{authority}"\n'
        f'resolve = {{ "{HOST}" = "127.0.0.1:{origin}" }}\n[decision.domains."pagemetrics.test"]\nrecipient = "analytics"\n'
        '[fail]\nopaque = { first_party = "open", service_provider = "open", government = "open", analytics = "open" }\n'
    )
    redirect = folder / "redirect.py"  # bare mitmproxy must reach the same origin: the least that does it
    redirect.write_text(
        f'def server_connect(data):\n    data.server.address = ("127.0.0.1", {origin})\n\n\n'
        # the name again, or mitmproxy would not find the open connection and open one for each request
        f'def server_connected(data):\n    object.__setattr__(data.server, "address", ("{HOST}", 443))\n'
    )
    bare: list[object] = [
        Path(sys.executable).parent / "mitmdump", "-q", "--listen-host", "127.0.0.1", "-p", ports["bare"], "-s", redirect,
        "--set", f"confdir={folder / 'bare'}", "--set", f"ssl_verify_upstream_trusted_ca={authority}",
        "--set", "connection_strategy=lazy", "--set", "stream_large_bodies=1m",
    ]  # fmt: skip
    ours: list[object] = [sys.executable, "-m", "guardian_addons.run", "--config", config, "--headless"]
    log = (folder / "proxies.log").open("wb")
    running = [subprocess.Popen([str(part) for part in command], stdout=log, stderr=log) for command in (bare, ours)]  # noqa: S603 - our own
    try:
        for process, port in zip(running, ports.values(), strict=True):
            wait_for(port, process)
        yield {name: Running(port, process.pid) for (name, port), process in zip(ports.items(), running, strict=True)}
    finally:
        log.close()
        for process in running:
            process.terminate()
        for process in running:
            process.wait(20)


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the process listens; RuntimeError where it ends or takes more than two minutes."""
    for _ in range(1_200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if process.poll() is not None:
            break
        time.sleep(0.1)
    message = f"nothing listens on port {port}"
    raise RuntimeError(message)


async def run(size: Size) -> list[Row]:
    """All cases; one row per case and proxy, then what ours adds."""
    rows: list[Row] = []
    alone = Alone()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        authority = make_authority(folder / "authority", "Bench authority")
        leaf = authority.leaf((HOST,))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(leaf.certificate, leaf.key)
        async with Origin(context, PAGES).serving() as origin:
            with proxies(folder, authority.certificate, origin.port) as running:
                for label, work in cases(size).items():
                    rows += await case(label, work, running, origin, size.rounds, alone=alone if label[0] == "b" else None)
    rows.append({"case": "load", "load": round(os.getloadavg()[0], 1), "cpus": os.cpu_count(), **against(rows, alone.median())})
    return rows


Work = Callable[[int], Awaitable[Timed]]


def cases(size: Size) -> dict[str, Work]:
    """What is done in each case, given the port of a proxy."""
    given = bodies()
    least = size.connections
    counts = (max(least, size.requests), max(least, size.requests), max(least, size.requests // 10))
    found: dict[str, Work] = {
        label: partial(clients.requests, body=body, count=count, connections=least)
        for (label, body), count in zip(given.items(), counts, strict=True)
    }
    found[f"d: upload of {size.upload} MB"] = lambda port: clients.upload(port, size.upload)
    found["e: 10 events/s"] = clients.events
    found["f: WebSocket echo"] = lambda port: clients.echoes(port, size.requests)
    found[f"g: {size.sockets} connections"] = lambda port: clients.crowd(port, next(iter(given.values())), size.sockets)
    return {label: work for label, work in found.items() if label[0] in size.cases}


async def case(
    label: str, work: Work, running: dict[str, Running], origin: Origin, rounds: int, *, alone: "Alone | None" = None
) -> list[Row]:
    """One case: a round to warm up, then rounds in turns; after each the detector `alone`, for the machine's speed changes."""
    timed: dict[str, list[Timed]] = {name: [] for name in running}
    peaks = dict.fromkeys(running, 0.0)
    for round_ in range(1 if label[0] in "dg" else rounds + 1):
        for name, proxy in running.items():
            origin.received.clear()
            proxy.forget()
            figure = await work(proxy.port)
            if round_ or label[0] in "dg":
                timed[name].append(figure)
                peaks[name] = max(peaks[name], proxy.peak())
            if name == "ours":
                check(label, origin)
        if alone:
            alone.measure()
    return table(label, timed, peaks)


def check(label: str, origin: Origin) -> None:
    """What the origin saw through ours: the same bytes in (a), none of the two values in (b); RuntimeError otherwise."""
    expected = bodies().get(label)
    for _, got, length in origin.received:
        if label[0] == "b":
            wrong = NAME.encode() in got or MAIL.encode() in got
        else:
            wrong = expected is not None and (
                length != len(expected) or not all(one in got for one in expected[:KEPT].split(BLANK)[:2])
            )
        if wrong:
            message = f"{label}: the wrong bytes reached the origin"
            raise RuntimeError(message)


def figures(timed: list[Timed]) -> dict[str, float]:
    """Medians over rounds, in milliseconds."""

    def at(share: float) -> float:
        return statistics.median(
            sorted(one.seconds)[min(len(one.seconds) - 1, int(len(one.seconds) * share))] for one in timed if one.seconds
        )

    if not any(one.seconds for one in timed):
        return {"rps": 0.0, "errors": sum(one.errors for one in timed)}
    rate = statistics.median(1 / one.elapsed for one in timed if one.elapsed)
    return {
        "rps": rate, "p50_ms": at(0.5) * 1_000, "p95_ms": at(0.95) * 1_000, "p99_ms": at(0.99) * 1_000,
        "first_ms": statistics.median(one.seconds[0] for one in timed if one.seconds) * 1_000,
        "errors": sum(one.errors for one in timed),
    }  # fmt: skip


def table(label: str, timed: dict[str, list[Timed]], peaks: dict[str, float]) -> list[Row]:
    """Rows of one case."""
    found = {name: figures(rounds) for name, rounds in timed.items()}
    rows: list[Row] = [{"case": label, "proxy": name, **values, "peak_mb": peaks[name]} for name, values in found.items()]
    bare, ours = found["bare"], found["ours"]
    added = {
        f"added_{key}": ours[key] - bare[key] for key in ("p50_ms", "p95_ms", "p99_ms", "first_ms") if key in bare and key in ours
    }
    ratio = ours["rps"] / bare["rps"] if bare["rps"] else float("nan")
    rows.append({"case": label, "proxy": "ours / bare", "ratio": ratio, **added, "added_peak_mb": peaks["ours"] - peaks["bare"]})
    return rows


def against(rows: list[Row], detector_ms: float) -> Row:
    """The detector's median for the body of (b), and how many times that a request of (b) takes longer through ours."""
    added = next((one for row in rows if str(row["case"])[0] == "b" and isinstance(one := row.get("added_p50_ms"), float)), None)
    alone: Row = {"detector_p50_ms": detector_ms}
    return alone if added is None else {**alone, "b_added_per_detector": added / detector_ms}


class Alone:
    """The detector's own time for the body of (b), in this process: a search of all of it."""

    def __init__(self) -> None:
        self._detector = Detector(DetectSettings())
        self._medians: list[float] = []

    def measure(self) -> None:
        """Take another median."""
        seconds: list[float] = []
        for _ in range(60):
            body = bodies()["b: 1 KB JSON, a name and an e-mail"].replace(BLANK, b"%08d" % next(clients.NUMBERS))
            items = read(Request("POST", "https", HOST, 443, "/", ((b"Content-Type", b"application/json"),), body)).items
            start = time.perf_counter()
            self._detector.search(items)
            seconds.append(time.perf_counter() - start)
        self._medians.append(statistics.median(seconds[10:]))

    def median(self) -> float:
        """Of all medians, in milliseconds."""
        if not self._medians:
            self.measure()
        return statistics.median(self._medians) * 1_000


def measure(size: Size) -> list[Row]:
    """The rows of one run; raises RuntimeError where a value got through or a proxy did not start."""
    return asyncio.run(run(size))


def render(rows: list[Row]) -> str:
    """One line per row."""
    return "\n".join(
        "  ".join(f"{key} {value:.2f}" if isinstance(value, float) else f"{key} {value}" for key, value in row.items())
        for row in rows
    )

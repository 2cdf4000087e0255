"""Replay captured requests through the running proxy, and hold what arrived against what was decided.

    python bench/replay.py --data ../shared/data/requests [--show N] [--json FILE]

Every request of post_requests.jsonl and llm_api_requests.jsonl goes, byte for byte, through a real proxy to a local TLS server that
answers for its host. A request passes if it got a decision and if what arrived is what the decision says: an allowed one is
byte-identical, a rewritten one differs and still parses as its content type, of a denied one nothing arrived. Exit status 1 if not.
"""

import argparse
import collections
import contextlib
import json
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from guardian_certs import authority

from guardian_core.audit import Journal
from guardian_core.demo.servers import Answer, Received, VirtualHosts, server_context

FILES = ("post_requests.jsonl", "llm_api_requests.jsonl")
OWN = {"host", "content-length", "transfer-encoding", "connection", "proxy-connection", "accept-encoding"}

UNVERIFIED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # what is held against the original is what the server receives
UNVERIFIED.check_hostname, UNVERIFIED.verify_mode = False, ssl.CERT_NONE


@dataclass(frozen=True, slots=True)
class Captured:
    """One request of the data set, ready to send."""

    host: str
    method: str
    target: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def wire(self) -> bytes:
        """The HTTP/1.1 bytes of the request."""
        lines = [f"{self.method} {self.target} HTTP/1.1", f"Host: {self.host}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in self.headers] + [f"Content-Length: {len(self.body)}", "", ""]
        return "\r\n".join(lines).encode("latin-1", "replace") + self.body


def captured(path: Path) -> Iterator[Captured]:
    """The requests of one JSONL file; ports and schemes are dropped, since everything goes to one local TLS server."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            url = urlsplit(row["url"])
            target = (url.path or "/") + (f"?{url.query}" if url.query else "")
            text = row["body"] or ""
            try:
                body = text.encode("latin-1") if text.startswith("\x1f\x8b") else text.encode()
            except UnicodeEncodeError:
                body = text.encode()
            headers = [
                (header["name"], clean(header["value"]))
                for header in row["headers"]
                if header["name"].lower() not in OWN and not header["name"].startswith(":")
            ]
            host = url.hostname or row["host"]
            host = "loopback.test" if re.fullmatch(r"[\d.]+", host) else host  # a handshake names no address
            yield Captured(host, row["method"], clean(target).replace(" ", "%20"), tuple(headers), body)


def clean(value: str) -> str:
    """A header value or target without line breaks."""
    return re.sub(r"[\r\n]+", " ", value)


@contextlib.contextmanager
def running(hosts: set[str]) -> Iterator[tuple[int, VirtualHosts, Path]]:
    """A server for `hosts` and the proxy in front of it; yields (proxy port, server, home)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = authority.make_authority(folder / "authority", "Replay")
        leaves = {host: root.leaf([host]) for host in hosts}
        contexts = {host: server_context(leaf.certificate, leaf.key) for host, leaf in leaves.items()}
        server = VirtualHosts(contexts, lambda _: Answer(200, b"{}", "application/json"))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        mapping = ", ".join(f'"{host}" = "127.0.0.1:{server.port}"' for host in sorted(hosts))
        config = folder / "guardian.toml"
        config.write_text(
            f'home = "{folder / "home"}"\n[proxy]\nport = {port}\ntrust_ca = "{root.certificate}"\nresolve = {{ {mapping} }}\n'
        )
        command = [sys.executable, "-m", "guardian_addons.run", "--config", str(config), "--headless"]
        with (folder / "proxy.log").open("w") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
            try:
                wait_for(port, process)
                yield port, server, folder / "home"
            finally:
                process.terminate()
                process.wait(15)
                server.close()
                errors = [line for line in (folder / "proxy.log").read_text().splitlines() if "error" in line.lower()]
                print(*collections.Counter(re.sub(r"[0-9a-f-]{8,}", "*", line) for line in errors).most_common(10), sep="\n")


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the proxy listens; RuntimeError when it ends or after 60 s."""
    for _ in range(600):
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    message = "the proxy did not start"
    raise RuntimeError(message)


def send(port: int, request: Captured) -> int:
    """Send one request through the proxy on a connection of its own; the status of the answer."""
    with socket.create_connection(("127.0.0.1", port), 30) as plain:
        plain.sendall(f"CONNECT {request.host}:443 HTTP/1.1\r\nHost: {request.host}:443\r\n\r\n".encode())
        plain.recv(4096)
        with UNVERIFIED.wrap_socket(plain, server_hostname=request.host) as wire:
            wire.sendall(request.wire)
            answer = b""
            with contextlib.suppress(OSError):
                while part := wire.recv(65536):
                    answer += part
    return int(answer[9:12] or 0)


def fault(request: Captured, verdict: str, status: int, arrived: tuple[Received, ...]) -> str | None:
    """What is wrong with what arrived, given the verdict; None if nothing is."""
    if verdict == "deny":
        return "denied, but it arrived" if arrived else None if status in {403, 204} else f"denied with status {status}"
    if len(arrived) != 1:
        return f"{verdict}, but {len(arrived)} requests arrived"
    got = arrived[0]
    same = (got.body, got.target) == (request.body, request.target) and sent_headers(got.headers) == sent_headers(request.headers)
    if verdict == "allow":
        return None if same else "allowed, but not byte-identical"
    if same:
        return "rewritten, but identical"
    return None if parses(got.header("content-type") or "", request.body, got.body) else "rewritten, but it no longer parses"


def sent_headers(headers: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """Headers without those that belong to the connection."""
    return [(name, value.strip()) for name, value in headers if name.lower() not in OWN]


def parses(content_type: str, before: bytes, after: bytes) -> bool:
    """Whether `after` is read by a standard parser wherever `before` was."""
    text = after.decode("utf-8", "surrogateescape")
    if before[:1] in b"{[" and readable_json(before):
        return readable_json(after)
    if "urlencoded" in content_type:
        return len(parse_qsl(text, keep_blank_values=True)) == len(
            parse_qsl(before.decode("utf-8", "replace"), keep_blank_values=True)
        )
    if "multipart" in content_type:
        boundary = content_type.partition("boundary=")[2].strip('"').encode()
        return after.count(b"--" + boundary) == before.count(b"--" + boundary)
    return True


def readable_json(body: bytes) -> bool:
    """Whether the standard parser reads `body`."""
    try:
        json.loads(body)
    except ValueError:
        return False
    return True


def replay(data: Path) -> tuple[list[dict[str, object]], int]:
    """All rows, and how many requests have no decision."""
    requests = [request for name in FILES for request in captured(data / name)]
    observed: list[tuple[Captured, int, tuple[Received, ...]]] = []
    with running({request.host for request in requests}) as (port, server, home):
        for request in requests:
            mark = len(server.records)
            status = send(port, request)
            observed.append((request, status, tuple(r for r in server.records.since(mark) if r.method == request.method)))
        time.sleep(2)
        journal = Journal(home / "audit.db", retention_days=1)
        decisions = sorted(journal.rows(None, 100_000), key=lambda row: row["time"])
    rows = []
    for (request, status, arrived), row in zip(observed, decisions, strict=False):
        assert row["host"] == request.host, "the journal and the requests are out of step"
        bad = fault(request, row["verdict"], status, arrived)
        rows.append({**row, "method": request.method, "path": urlsplit(request.target).path[:60], "fault": bad})
    return rows, len(requests) - len(decisions)


def word(value: object) -> str:
    """A cell of the table."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value if value is not None else "-")


def main() -> int:
    """Print the summary table and every fault."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data/requests"))
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows, undecided = replay(options.data)
    keys = ("recipients", "purposes", "basis", "verdict", "level")
    counts = collections.Counter(tuple(word(row.get(key)) for key in keys) for row in rows)
    for key, count in sorted(counts.items()):
        print(f"{count:4d}  " + "  ".join(f"{part:20s}" for part in key))
    for row in rows[: options.show]:
        print({key: row.get(key) for key in ("host", "path", *keys, "categories", "R", "reasons")})
    faults = [row for row in rows if row["fault"]]
    for row in faults:
        print(f"FAULT {row['host']}{row['path']}: {row['fault']}")
    print(f"{len(rows)} decided, {undecided} without a decision, {len(faults)} faults")
    if options.json:
        options.json.write_text(json.dumps({"rows": rows, "undecided": undecided}, indent=1, default=str))
    return bool(faults or undecided)


if __name__ == "__main__":
    sys.exit(main())

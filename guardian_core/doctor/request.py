"""A real request with an invented address in it, through the running proxy, to a server of the doctor's own on loopback."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx

from guardian_core.doctor.check import Check
from guardian_core.errors import GuardianError
from guardian_core.pause import paused_until
from guardian_core.running import Running
from guardian_core.settings import Settings

ADDRESS = "dana.quill@guardian-doctor.example"
BODY = json.dumps({"page": "/doctor", "user": ADDRESS}).encode()
# As another site's page would send it: what is not the user's own site is not given the address.
HEADERS = {
    "Content-Type": "application/json",
    "Origin": "https://page.guardian-doctor.example",
    "Sec-Fetch-Site": "cross-site",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Dest": "empty",
}
OFFER = 'h3=":443"; ma=60'
SECONDS = 30.0
JOURNAL_SECONDS = 3.0


@dataclass(slots=True)
class Received:
    """What arrived at the doctor's server."""

    bodies: list[bytes] = field(default_factory=list, repr=False)
    port: int = 0


@contextmanager
def server() -> Iterator[Received]:
    """A plain HTTP server that offers HTTP/3, as large sites do."""
    received = Received()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.bodies.append(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            self.send_response(200)
            self.send_header("Alt-Svc", OFFER)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is logged."""

    listening = HTTPServer(("127.0.0.1", 0), Handler)
    received.port = int(listening.server_address[1])
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield received
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join(5)


def paused(settings: Settings) -> Check | None:
    """The pause, if there is one, as `guardian pause` makes it and the configuration allows."""
    until = paused_until(settings.home)
    if until is None or not (settings.control.pause and settings.control.overrides):
        return None
    clock = time.strftime("%H:%M:%S", time.localtime(until))
    return Check("pause", "problem", f"nothing is protected: paused until {clock}", "guardian resume")


def checks(settings: Settings, proxy: Running) -> Iterator[Check]:
    """Whether it arrives, what of it arrives, whether it is recorded, and whether the reply leads past the proxy.

    During a pause, whose consequences are no faults of their own, only whether it arrives and is recorded.
    """
    started = time.time()
    pause = paused(settings)
    if pause is not None:
        yield pause
    with server() as received:
        try:
            reply = httpx.post(
                f"http://127.0.0.1:{received.port}/collect",
                content=BODY,
                headers=HEADERS,
                proxy=proxy.url,
                trust_env=False,
                timeout=SECONDS,
            )
        except httpx.HTTPError as error:
            says = f"a request through {proxy.url} came to nothing ({type(error).__name__})"
            yield Check("request", "problem", says, "guardian run --observe")
            return
    row = _recorded(settings, started)
    yield _outcome(reply, received, row, pause)
    yield _journal(settings, row)
    if pause is not None:
        yield Check("HTTP/3", "skipped", "not looked at: replies are not changed during the pause")
    elif reply.status_code == 200:
        yield _http3(reply, row)


def _outcome(reply: httpx.Response, received: Received, row: dict[str, object] | None, pause: Check | None) -> Check:
    arrived = b"".join(received.bodies)
    if reply.status_code == 403 and b"guardian_refused" in reply.content and not received.bodies:
        return Check("request", "ok", "an invented address was held back: the request was refused before it left")
    if not received.bodies:
        says = f"the proxy answered {reply.status_code} and nothing arrived at the doctor's server"
        return Check("request", "problem", says, "guardian audit --limit 1")
    if ADDRESS.encode() not in arrived:
        return Check("request", "ok", "it arrives, with the invented address in it rewritten")
    if pause is not None:
        return Check("request", "skipped", "it arrives, as it was because of the pause")
    if row is not None and row["observed"]:
        says = "it arrives as it was: the proxy only observes (observe mode)"
        return Check("request", "note", says, "guardian run")
    says = "it arrives as it was: by your rules or settings an address is let through to strangers"
    return Check("request", "problem", says, "guardian audit --limit 1")


def _journal(settings: Settings, row: dict[str, object] | None) -> Check:
    if not settings.audit.enabled:
        return Check("journal", "note", "recording is switched off ([audit] enabled = false)")
    if row is None:
        says = "the request was not recorded: the proxy keeps its journal in memory, or elsewhere"
        return Check("journal", "problem", says, "guardian audit --since 1m")
    return Check("journal", "ok", "the request was recorded")


def _http3(reply: httpx.Response, row: dict[str, object] | None) -> Check:
    offered = reply.headers.get("alt-svc", "")
    if "h3" not in offered:
        return Check("HTTP/3", "ok", "offers of HTTP/3, which would go past the proxy, are taken out of replies")
    if row is not None and row["observed"]:
        return Check("HTTP/3", "note", "browsers may go past the proxy by HTTP/3: replies are not changed in observe mode")
    return Check("HTTP/3", "problem", "replies offer HTTP/3, by which a browser goes past the proxy", "guardian browser")


def _recorded(settings: Settings, started: float) -> dict[str, object] | None:
    """The row of the request; the journal is written on a thread of its own, a moment later."""
    from guardian_core.audit import read  # noqa: PLC0415 - beside its only use

    path = settings.audit.store or settings.home / "audit.db"
    deadline = time.monotonic() + JOURNAL_SECONDS
    while settings.audit.enabled:
        try:
            rows = [row for row in read(path, started - 1, 20) if row["host"] == "127.0.0.1" and row["method"] == "POST"]
        except GuardianError:
            return None
        if rows or time.monotonic() > deadline:
            return rows[0] if rows else None
        time.sleep(0.1)
    return None

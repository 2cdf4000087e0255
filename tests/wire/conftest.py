"""A real proxy with the real core before a raw-socket TLS origin on loopback; a host's name says what becomes of an e-mail."""

import asyncio
import re
import socket
import ssl
import threading
import time
from contextlib import contextmanager

import httpx
import pytest
from guardian_addons import run, untyped
from guardian_addons.guardian import GuardianAddon
from guardian_certs import make_authority
from mitmproxy import ctx

from guardian_core.settings import Settings
from tests.wire.origin import Origin

MAIL = "dana.quill@example.test"
# recipient → host: an e-mail address is rewritten for analytics, refused to advertising, allowed to a service provider.
REWRITES, DENIES, ALLOWS = "metrics.example.test", "ads.example.test", "service.example.test"
RECIPIENTS = {REWRITES: "analytics", DENIES: "advertising", ALLOWS: "service_provider"}


class Wire:
    """The running proxy and its origin."""

    def __init__(self, home, authority, **sections):
        self.home, self.authority, self.sections = home, authority, sections
        self.origin = Origin()
        self.begun, self.flows, self.broken = [], [], []
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.main()), daemon=True)
        self.thread.start()
        assert self.ready.wait(60)
        self.proxy = f"http://127.0.0.1:{self.port}"
        self.ca = home / "ca" / "mitmproxy-ca-cert.pem"

    async def main(self):
        self.loop = asyncio.get_running_loop()
        await self.origin.start(self.authority.leaf((*RECIPIENTS, "bank.example.test", "pinned.example.test")))
        hosts = (*RECIPIENTS, "bank.example.test", "pinned.example.test")
        resolve = dict.fromkeys(hosts, f"127.0.0.1:{self.origin.port}")
        resolve |= {f"{host}:80": f"127.0.0.1:{self.origin.plain_port}" for host in hosts}
        proxy = {"resolve": resolve, "trust_ca": self.authority.certificate, **self.sections.pop("proxy", {})}
        domains = {host: {"recipient": recipient} for host, recipient in RECIPIENTS.items()}
        decision = {"domains": domains, **self.sections.pop("decision", {})}
        settings = Settings(home=self.home, proxy=proxy, policy={"enabled": False}, decision=decision, **self.sections)
        settings = settings.model_copy(update={"proxy": settings.proxy.model_copy(update={"port": 0})})
        self.settings = settings
        self.master = run.make_master(settings, "headless", run.trust_bundle(settings))
        self.addon = GuardianAddon()
        untyped.add(self.master, self, self.addon)  # first, for ours may hold what comes
        self.addon.use(settings)
        self.context = dict(vars(ctx))
        await self.master.run()

    def running(self):
        self.port = untyped.addon("proxyserver").listen_addrs()[0][1]
        self.ready.set()

    def requestheaders(self, flow):
        self.begun.append(flow)

    def request(self, flow):
        self.flows.append(flow)

    def responseheaders(self, flow):
        if flow not in self.flows:
            self.flows.append(flow)

    def error(self, flow):
        self.broken.append(flow)

    def last(self):  # no property: mitmproxy looks at all attributes of an addon
        """The last flow."""
        return self.flows[-1]

    def do(self, work):
        """Run `work()` on the proxy's own loop."""

        async def task():
            return work()

        return asyncio.run_coroutine_threadsafe(task(), self.loop).result(20)

    @contextmanager
    def changed(self, **sections):
        """Other settings for the length of a test: changed(fail={"stream": "open"})."""
        now = self.addon.shell.now
        before = now.settings
        update = {name: getattr(before, name).model_copy(update=values) for name, values in sections.items()}
        now.settings = now.core.settings = before.model_copy(update=update)
        try:
            yield
        finally:
            now.settings = now.core.settings = before

    def client(self, **options):
        context = ssl.create_default_context(cafile=self.ca)
        return httpx.Client(proxy=self.proxy, verify=context, trust_env=False, timeout=options.pop("timeout", 20), **options)

    def connect(self, host, port=443):
        """A tunnel, nothing said in it yet."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        plain.sendall(f"CONNECT {host}:{port} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        assert b"200" in plain.recv(4096)
        return plain

    def tunnel(self, host, *, alpn=(), name=None):
        """A TLS connection through the proxy."""
        context = ssl.create_default_context(cafile=self.ca)
        if alpn:
            context.set_alpn_protocols(list(alpn))
        return context.wrap_socket(self.connect(host), server_hostname=name or host)

    def say(self, host, *pieces, wait=10.0):
        """Send bytes over one HTTP/1.1 connection; the reply as bytes."""
        with self.tunnel(host) as stream:
            for piece in pieces:
                stream.sendall(piece)
            return reply_from(stream, wait)

    def post(self, host, body, *fields, target="/v1"):
        """POST raw bytes with raw header lines, Content-Length added; the reply as bytes."""
        lines = [f"POST {target} HTTP/1.1".encode(), b"Host: " + host.encode(), *fields, b"Content-Length: %d" % len(body)]
        return self.say(host, b"\r\n".join(lines) + b"\r\n\r\n" + body)

    def stop(self):
        self.loop.call_soon_threadsafe(self.master.should_exit.set)
        self.thread.join(20)


def reply_from(stream, wait=10.0):
    """One HTTP/1.1 reply, by its framing; what had arrived where the other side stopped."""
    stream.settimeout(wait)
    data = b""
    try:
        while piece := stream.recv(65536):
            data += piece
            if data.startswith(b"HTTP/1.1 100"):
                data = data.partition(b"\r\n\r\n")[2]
            head, blank, body = data.partition(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: *(\d+)", head)
            if blank and ((length and len(body) >= int(length[1])) or body.endswith(b"0\r\n\r\n")):
                break
    except (TimeoutError, OSError):
        pass
    return data


def status_of(reply):
    return int(reply.split(b" ", 2)[1]) if reply.startswith(b"HTTP/") else 0


def wait_until(true, seconds=10.0):
    """Wait for `true()`; its last value."""
    end = time.monotonic() + seconds
    while not (found := true()) and time.monotonic() < end:
        time.sleep(0.02)
    return found


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    return make_authority(tmp_path_factory.mktemp("authority"), "Test authority")


@pytest.fixture(scope="session")
def _wire(tmp_path_factory, authority):
    wire = Wire(tmp_path_factory.mktemp("home"), authority)
    yield wire
    wire.stop()


@pytest.fixture
def wire(_wire):
    """The running proxy, with nothing remembered; mitmproxy's global context is this proxy's for the length of the test."""
    before = dict(vars(ctx))
    vars(ctx).clear()
    vars(ctx).update(_wire.context)
    _wire.origin.forget()
    for seen in (_wire.begun, _wire.flows, _wire.broken):
        seen.clear()
    yield _wire
    assert _wire.origin.faults == []
    vars(ctx).clear()
    vars(ctx).update(before)

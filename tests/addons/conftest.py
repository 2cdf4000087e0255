"""A real proxy in this process before a real TLS origin on loopback; only the core behind the wire is scripted, test by test."""

import asyncio
import socket
import ssl
import threading
from contextlib import contextmanager

import h2.config
import h2.connection
import h2.events
import h11
import httpx
import pytest
import wsproto
import wsproto.events as ws
from guardian_addons import run, untyped
from guardian_addons.guardian import GuardianAddon
from guardian_certs import make_authority
from mitmproxy import ctx

from guardian_core.settings import Settings
from guardian_core.vocabulary import Decision, Outcome, Reading, Verdict

HOSTS = ("shop.example.test", "other.example.test")


def outcome(request, verdict=Verdict.ALLOW, *, rewritten=None, level=None, reasons=("a test said so",), unreadable=None):
    decision = Decision(verdict=verdict, level=level, reasons=reasons)
    return Outcome(decision=decision, reading=Reading(request, (), request.body, unreadable=unreadable), rewritten=rewritten)


class ScriptedCore:
    """Answers what the test says; an exception instance is raised."""

    def __init__(self):
        self.requests = []
        self.answer = outcome

    async def handle(self, request):
        self.requests.append(request)
        result = self.answer(request)
        return await result if asyncio.iscoroutine(result) else result

    async def close(self):
        pass


class Origin:
    """A TLS server that speaks HTTP/1.1, HTTP/2 and WebSocket, and a plain TCP one; both remember every byte of substance."""

    def __init__(self):
        self.requests = []  # (head fields, body, version) of every request
        self.frames = []  # WebSocket payloads
        self.raw = bytearray()  # plain TCP
        self.reply = [(b"content-type", b"text/plain")]
        self.status = 200
        self.body = b"ok"
        self.says = ["seen"]  # to each WebSocket message

    async def start(self, leaf):
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(leaf.certificate, leaf.key)
        context.set_alpn_protocols(["h2", "http/1.1"])
        self.tls = await asyncio.start_server(self.talk, "127.0.0.1", 0, ssl=context)
        self.tcp = await asyncio.start_server(self.listen, "127.0.0.1", 0)
        self.port = self.tls.sockets[0].getsockname()[1]
        self.tcp_port = self.tcp.sockets[0].getsockname()[1]

    async def listen(self, reader, writer):
        while data := await reader.read(65536):
            self.raw += data
            writer.write(b"got it")
        writer.close()

    async def talk(self, reader, writer):
        talk = self.h2 if writer.get_extra_info("ssl_object").selected_alpn_protocol() == "h2" else self.h1
        try:
            await talk(reader, writer)
        except (OSError, h11.RemoteProtocolError):
            pass
        finally:
            writer.close()

    async def h1(self, reader, writer):
        connection = h11.Connection(h11.SERVER)
        head, body = None, b""
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA:
                data = await reader.read(65536)
                connection.receive_data(data)
                if not data and connection.their_state is h11.IDLE:
                    return None
            elif isinstance(event, h11.Request):
                head, body = event, b""
            elif isinstance(event, h11.Data):
                body += event.data
            elif isinstance(event, h11.EndOfMessage):
                fields = list(head.headers.raw_items())
                self.requests.append(([(b":path", head.target), (b":method", head.method), *fields], body, "1.1"))
                if dict(head.headers).get(b"upgrade") == b"websocket":
                    return await self.websocket(reader, writer, head)
                if dict(head.headers).get(b"upgrade") == b"canary":
                    writer.write(b"HTTP/1.1 101 Switching\r\nUpgrade: canary\r\nConnection: upgrade\r\n\r\n")
                    self.raw += await reader.read(65536)
                    return None
                reply = h11.Response(status_code=self.status, headers=[*self.reply, (b"content-length", b"%d" % len(self.body))])
                writer.write(connection.send(reply))
                writer.write(connection.send(h11.Data(self.body)) + connection.send(h11.EndOfMessage()))
                connection.start_next_cycle()
            else:
                return None

    async def websocket(self, reader, writer, head):
        connection = wsproto.WSConnection(wsproto.ConnectionType.SERVER)
        connection.initiate_upgrade_connection([(k, v) for k, v in head.headers], head.target.decode())
        list(connection.events())
        writer.write(connection.send(ws.AcceptConnection(extensions=[wsproto.extensions.PerMessageDeflate()])))
        while data := await reader.read(65536):
            connection.receive_data(data)
            for event in connection.events():
                if isinstance(event, ws.TextMessage | ws.BytesMessage):
                    self.frames.append(event.data)
                    for text in self.says:
                        writer.write(connection.send(ws.TextMessage(text)))
                elif isinstance(event, ws.CloseConnection):
                    writer.write(connection.send(event.response()))

    async def h2(self, reader, writer):
        connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding=False))
        connection.initiate_connection()
        writer.write(connection.data_to_send())
        streams = {}
        while data := await reader.read(65536):
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    streams[event.stream_id] = (list(event.headers), b"")
                elif isinstance(event, h2.events.DataReceived):
                    fields, body = streams[event.stream_id]
                    streams[event.stream_id] = (fields, body + event.data)
                    self.raw += event.data
                    connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    self.requests.append((*streams.pop(event.stream_id), "2"))
                    connection.send_headers(event.stream_id, [(b":status", b"200"), *self.reply])
                    connection.send_data(event.stream_id, self.body, end_stream=True)
            writer.write(connection.data_to_send())


class Wire:
    """The running proxy, its origin, and the knobs a test may turn."""

    def __init__(self, home, authority):
        self.home = home
        self.authority = authority
        self.core = ScriptedCore()
        self.broken = []  # flows that ended in an error
        self.origin = Origin()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.main()), daemon=True)
        self.thread.start()
        assert self.ready.wait(20)
        self.proxy = f"http://127.0.0.1:{self.port}"
        self.ca = home / "ca" / "mitmproxy-ca-cert.pem"

    async def main(self):
        self.loop = asyncio.get_running_loop()
        await self.origin.start(self.authority.leaf(HOSTS))
        resolve = dict.fromkeys(HOSTS, f"127.0.0.1:{self.origin.port}") | {"raw.example.test": f"127.0.0.1:{self.origin.tcp_port}"}
        settings = Settings(home=self.home, proxy={"resolve": resolve, "trust_ca": self.authority.certificate})
        settings = settings.model_copy(update={"proxy": settings.proxy.model_copy(update={"port": 0})})
        self.master = run.make_master(settings, "headless", run.trust_bundle(settings))
        self.addon = GuardianAddon(lambda _: self.core)
        untyped.add(self.master, self.addon, self)
        self.addon.use(settings)
        await self.master.run()

    def running(self):
        self.port = untyped.addon("proxyserver").listen_addrs()[0][1]
        self.ready.set()

    def responseheaders(self, flow):
        self.flow = flow

    def error(self, flow):
        self.broken.append(flow)

    def do(self, work):
        """Run `work()` on the proxy's own loop."""

        async def task():
            return work()

        return asyncio.run_coroutine_threadsafe(task(), self.loop).result(10)

    def set(self, **values):
        self.do(lambda: untyped.set_options(self.master, **values))

    @contextmanager
    def settings(self, **sections):
        """Other settings for the length of a test: settings(fail={"stream": "open"})."""
        now = self.addon.shell.now
        before = now.settings
        now.settings = before.model_copy(
            update={name: getattr(before, name).model_copy(update=values) for name, values in sections.items()}
        )
        try:
            yield
        finally:
            now.settings = before

    def client(self, **options):
        context = ssl.create_default_context(cafile=self.ca)
        return httpx.Client(proxy=self.proxy, verify=context, trust_env=False, timeout=20, **options)

    def connect(self, host, port=443):
        """A tunnel, nothing said in it yet."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        plain.sendall(f"CONNECT {host}:{port} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        assert b"200" in plain.recv(4096)
        return plain

    def tunnel(self, host, *, alpn=()):
        """A TLS connection through the proxy."""
        context = ssl.create_default_context(cafile=self.ca)
        if alpn:
            context.set_alpn_protocols(list(alpn))
        return context.wrap_socket(self.connect(host), server_hostname=host)

    def tunnel_to(self, address, name):
        """The same to an address, with a name in the TLS greeting only."""
        context = ssl.create_default_context(cafile=self.ca)
        return context.wrap_socket(self.connect(address), server_hostname=name)

    def stop(self):
        self.loop.call_soon_threadsafe(self.master.should_exit.set)
        self.thread.join(20)


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
    """The running proxy, allowing everything, with nothing remembered."""
    _wire.core.answer = outcome
    for memory in (_wire.core.requests, _wire.broken, _wire.origin.requests, _wire.origin.frames, _wire.origin.raw):
        memory.clear()
    _wire.origin.reply, _wire.origin.status = [(b"content-type", b"text/plain")], 200
    _wire.origin.body, _wire.origin.says = b"ok", ["seen"]
    return _wire


@pytest.fixture(autouse=True)
def _context_kept():
    """mitmproxy's context is global: a test with a master of its own must not leave it to the running proxy."""
    before = dict(vars(ctx))
    yield
    vars(ctx).clear()
    vars(ctx).update(before)


@pytest.fixture
def verdict_of():
    """outcome(request, verdict, …) for scripts of the core."""
    return outcome

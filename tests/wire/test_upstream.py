"""Upstream proxies, reverse mode, and the policy fetcher on the same way, before a real proxy that wants a login."""

import asyncio
import base64
import ssl
import threading

import httpx
import pytest
from mitmproxy import ctx

from guardian_core.errors import FetchError
from guardian_core.settings import PolicySettings
from guardian_core.wire_settings import Upstream
from policy_cache.fetch import Reader, trust
from tests.wire.conftest import DENIES, MAIL, REWRITES, Wire

LOGIN = "dana:s3cret word"


class Parent:
    """An HTTP proxy CONNECT and absolute requests, with a login; whatever is asked for, it goes to its goal."""

    def __init__(self, goal, plain_goal, leaf=None):
        self.goals, self.leaf = (goal, plain_goal), leaf
        self.asked, self.refused = [], 0
        self.ready = threading.Event()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self._run, daemon=True).start()
        assert self.ready.wait(10)

    def _run(self):
        asyncio.set_event_loop(self.loop)
        context = None
        if self.leaf:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(self.leaf.certificate, self.leaf.key)
        server = self.loop.run_until_complete(asyncio.start_server(self._talk, "127.0.0.1", 0, ssl=context))
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        self.loop.run_forever()

    async def _talk(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            wanted = b"Basic " + base64.b64encode(LOGIN.encode())
            if wanted not in head:
                self.refused += 1
                writer.write(
                    b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"
                )
                return
            method, target, _ = head.split(b" ", 2)
            self.asked.append((method, target))
            there, back = await asyncio.open_connection("127.0.0.1", self.goals[method != b"CONNECT"])
            if method == b"CONNECT":
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            else:
                back.write(head)
            await asyncio.wait([asyncio.ensure_future(copy(reader, back)), asyncio.ensure_future(copy(there, writer))])
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


@pytest.fixture(scope="module")
def company(tmp_path_factory, authority):
    """A proxy behind a company's proxy that speaks TLS itself."""
    before = dict(vars(ctx))
    home = tmp_path_factory.mktemp("upstream")
    (home / "login").write_text(LOGIN)

    parent = Parent(0, 0, authority.leaf(("parent.example.test",)))
    proxy = {
        "upstream": f"https://parent.example.test:{parent.port}",
        "upstream_login_file": home / "login",
        "resolve": {"parent.example.test": f"127.0.0.1:{parent.port}"},
    }
    wire = Wire(home, authority, proxy=proxy)
    parent.goals = (wire.origin.port, wire.origin.plain_port)
    wire.parent = parent
    yield wire
    wire.stop()
    vars(ctx).clear()
    vars(ctx).update(before)


@pytest.fixture(autouse=True)
def _own_context(request):
    before = dict(vars(ctx))
    yield
    vars(ctx).clear()
    vars(ctx).update(before)


def test_everything_goes_through_the_upstream_proxy_and_is_decided_first(company):
    vars(ctx).update(company.context)
    company.origin.forget()
    with company.client() as client:
        reply = client.post(f"https://{REWRITES}/v1", json={"mail": MAIL})
        refused = client.post(f"https://{DENIES}/v1", json={"mail": MAIL})
        plain = client.post(f"http://{REWRITES}/v1", json={"mail": MAIL})
    assert (reply.status_code, refused.status_code, plain.status_code) == (200, 403, 200)
    assert MAIL.encode() not in company.origin.raw
    assert len(company.origin.seen) == 2
    assert company.parent.asked == [(b"CONNECT", f"{REWRITES}:443".encode()), (b"POST", f"http://{REWRITES}/v1".encode())]
    assert company.parent.refused == 0
    assert all(seen.all(b"proxy-authorization") == [] for seen in company.origin.seen if seen.head.startswith(b"POST /"))


def test_the_login_is_in_no_option_that_is_shown(company, capfd):
    assert LOGIN not in repr(company.settings) + str(company.settings.model_dump())
    assert "s3cret" not in "".join(capfd.readouterr())


async def fetch(parent, url, authority, **mapped):
    upstream = Upstream("http", "127.0.0.1", parent.port, LOGIN)
    async with Reader(PolicySettings(), trust(authority.certificate), mapped, upstream=upstream) as reader:
        return await reader.get(url)


def test_policies_are_fetched_through_it_public_names_only(wire, authority):
    parent = Parent(wire.origin.port, wire.origin.plain_port)
    wire.origin.reply = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\npolicy"
    page = asyncio.run(fetch(parent, "http://policies.example.com/privacy", authority))
    assert page.content == b"policy"
    assert parent.asked == [(b"GET", b"http://policies.example.com/privacy")]
    for refused in (
        "http://127.0.0.1/",
        "http://169.254.169.254/latest",
        "https://printer.local/privacy",
        "http://[::1]/",
        "http://intranet/",
    ):
        with pytest.raises(FetchError, match="refused"):
            asyncio.run(fetch(parent, refused, authority))
    assert len(parent.asked) == 1


def test_reverse_mode_carries_the_decisions(tmp_path, authority):
    before = dict(vars(ctx))
    wire = Wire(tmp_path, authority, proxy={"mode": f"reverse:https://{DENIES}"})
    try:
        with httpx.Client(trust_env=False, timeout=20) as client:
            url = f"http://127.0.0.1:{wire.port}/v1"
            assert client.post(url, json={"mail": MAIL}).status_code == 403
            assert client.post(url, json={"n": 1}).status_code == 200
        assert [seen.body for seen in wire.origin.seen] == [b'{"n":1}']
    finally:
        wire.stop()
        vars(ctx).clear()
        vars(ctx).update(before)

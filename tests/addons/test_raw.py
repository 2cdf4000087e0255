"""What is not HTTP, and where connections may lead."""

import asyncio
import time

import pytest
from guardian_addons.raw import Connections
from mitmproxy.proxy.server_hooks import ServerConnectionHookData
from mitmproxy.test.tflow import tclient_conn, tserver_conn

CANARY = b"canary.dana.quill@example.test"


def read_all(stream):
    said = b""
    try:
        while data := stream.recv(4096):
            said += data
    except OSError:
        pass
    return said


@pytest.mark.parametrize("first", [b"\x00\x01binary", b"SSH-2.0-x\r\n"], ids=["binary", "ssh"])
def test_closes_raw_tcp(wire, first):
    with wire.connect("raw.example.test", 25) as stream:
        stream.sendall(first + CANARY)
        assert read_all(stream) == b""
    assert bytes(wire.origin.raw) == b""


def test_closes_dns_over_tcp(wire):
    with wire.connect("raw.example.test", 53) as stream:
        stream.sendall(b"\x00\x1d\x00\x01\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x06canary\x04test\x00\x00\x01\x00\x01")
        assert read_all(stream) == b""
    assert bytes(wire.origin.raw) == b""


def test_lets_raw_tcp_through_where_the_rule_is_open(wire):
    with wire.settings(fail={"stream": "open"}), wire.connect("raw.example.test", 25) as stream:
        stream.sendall(b"\x00\x01binary")
        assert stream.recv(100) == b"got it"
    assert bytes(wire.origin.raw) == b"\x00\x01binary"


def test_refuses_an_upgrade_to_something_unreadable(wire):
    with wire.tunnel("shop.example.test") as stream:
        stream.sendall(b"GET /u HTTP/1.1\r\nHost: shop.example.test\r\nUpgrade: canary\r\nConnection: upgrade\r\n\r\n")
        said = b""
        try:
            said = stream.recv(4096)
            stream.sendall(CANARY)
        except OSError:
            pass
        time.sleep(0.2)
    assert b"101" not in said
    assert bytes(wire.origin.raw) == b""


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "127.0.0.2", "0.0.0.0", "LOCALHOST"])
def test_never_proxies_to_itself(wire, name):
    with wire.client() as client:
        reply = client.get(f"http://{name}:{wire.port}/")
    assert reply.status_code == 502
    assert len(wire.core.requests) == 1


@pytest.mark.parametrize(("client", "refused"), [("192.0.2.7", True), ("127.0.0.1", False)])
def test_keeps_other_machines_from_what_listens_on_loopback(wire, client, refused):
    data = ServerConnectionHookData(tserver_conn(), tclient_conn())
    data.server.address, data.client.peername = ("127.0.0.1", 631), (client, 40_000)
    work = asyncio.run_coroutine_threadsafe(Connections(wire.addon.shell).server_connect(data), wire.loop)
    work.result(10)
    assert bool(data.server.error) is refused


def test_waits_for_a_method_that_comes_in_pieces(wire):
    with wire.tunnel("shop.example.test") as stream:
        for letter in b"GET / HTTP/1.1\r\nHost: x\r\n\r\n":
            stream.sendall(bytes([letter]))
            time.sleep(0.002)  # or they would arrive together
        assert b" 200 " in stream.recv(4096)

"""The loopback server keeps what arrived, whatever its framing, and refuses names it does not have."""

import socket
import ssl

import httpx
import pytest

BODY = bytes(range(256)) * 40


def client(world):
    return httpx.Client(verify=ssl.create_default_context(cafile=str(world.ca)), trust_env=False)


def send(world, host, method, target, **more):
    url = httpx.URL(f"https://127.0.0.1:{world.port}{target}")
    headers = [("Host", host), *more.pop("headers", [])]
    with client(world) as http:
        return http.request(method, url, headers=headers, extensions={"sni_hostname": host}, **more)


def raw(world, host, data):
    """Bytes straight onto a TLS connection; what came back."""
    context = ssl.create_default_context(cafile=str(world.ca))
    with socket.create_connection(("127.0.0.1", world.port), 5) as plain, context.wrap_socket(plain, server_hostname=host) as tls:
        tls.sendall(data)
        return tls.recv(65536)


@pytest.mark.parametrize("content", [BODY, iter([BODY[:100], b"", BODY[100:]])], ids=["content-length", "chunked"])
def test_keeps_every_byte_of_a_body(world, content):
    mark = len(world.records)
    assert send(world, "willowshop.test", "POST", "/api/basket?a=%41", content=content).status_code == 200
    (got,) = world.records.since(mark)
    assert (got.method, got.host, got.target, got.body) == ("POST", "willowshop.test", "/api/basket?a=%41", BODY)


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: -1",
        b"Content-Length: many",
        b"Content-Length: 99999999999",
        b"Transfer-Encoding: chunked\r\n\r\nzz",
        b"Transfer-Encoding: chunked\r\n\r\n2\r\nabXY\r\n0\r\n",
    ],
    ids=["negative", "not a number", "huge", "bad chunk size", "chunk longer than it says"],
)
def test_records_nothing_of_a_broken_body(world, head):
    mark = len(world.records)
    assert raw(world, "willowshop.test", b"POST /login HTTP/1.1\r\nHost: willowshop.test\r\n" + head + b"\r\n\r\n") == b""
    assert world.records.since(mark) == ()


def test_refuses_the_handshake_for_a_name_it_does_not_have(world):
    with pytest.raises(ssl.SSLError), socket.create_connection(("127.0.0.1", world.port), 5) as plain:
        ssl.create_default_context(cafile=str(world.ca)).wrap_socket(plain, server_hostname="elsewhere.test")


def test_hides_targets_headers_and_bodies_from_repr(world):
    mark = len(world.records)
    send(world, "willowshop.test", "POST", "/login?q=heron", content=b"heron", headers=[("X-Word", "heron")])
    assert "heron" not in repr(world.records.since(mark))


def test_speaks_http_1_1_and_keeps_the_connection(world):
    hello = b"GET /search HTTP/1.1\r\nHost: willowshop.test\r\n\r\n"
    assert raw(world, "willowshop.test", hello).startswith(b"HTTP/1.1 200")

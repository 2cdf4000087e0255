"""What clients are told, over a real proxy, when the server cannot be reached or gives no reply."""

import contextlib
import json
import socket

import h2.events
import pytest

from tests.wire import test_faults as faults
from tests.wire.conftest import MAIL, REWRITES, reply_from
from tests.wire.http2_client import H2

BODY = json.dumps({"mail": MAIL}).encode()


async def echoes_garbage(writer):
    """A server that says what it was told, in no known form."""
    writer.write(b"\x00\x01 " + MAIL.encode() + b"\r\n\r\n")
    await writer.drain()
    writer.close()


async def sends_bad_headers(writer):
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\nX-Said: " + MAIL.encode() + b"\r\n\r\nok")
    await writer.drain()
    writer.close()


CAUSES = {
    "the port is closed": (faults.port_is_closed, "connection_refused"),
    "the certificate is another name's": (faults.another_name, "certificate_of_another_name"),
    "the certificate is of an unknown authority": (faults.unknown_authority, "certificate_not_trusted"),
    "the origin resets": (faults.origin_does(faults.resets), "broke_off"),
    "the origin resets within its reply": (faults.origin_does(faults.resets_in_the_middle), "broke_off"),
    "the origin says garbage": (faults.origin_does(echoes_garbage), "bad_reply"),
    "the origin gives two lengths": (faults.origin_does(sends_bad_headers), "bad_reply"),
}


def ask(wire, accept, *, method=b"POST"):
    head = b"%s /v1?m=%s HTTP/1.1\r\nHost: %s\r\nAccept: %s\r\n" % (method, MAIL.encode(), REWRITES.encode(), accept)
    return wire.say(REWRITES, head + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY, wait=4.0)


@pytest.mark.parametrize("name", CAUSES)
def test_says_what_happened_and_nothing_of_what_was_said(wire, monkeypatch, name):
    """In JSON to a program, on a page to a browser."""
    fault, cause = CAUSES[name]
    with fault(wire, monkeypatch):
        told, page = ask(wire, b"*/*"), ask(wire, b"text/html")
    for reply in (told, page):
        assert reply.startswith(b"HTTP/1.1 502 ")
        assert MAIL.encode() not in reply
        assert b"Errno" not in reply
    assert json.loads(told.partition(b"\r\n\r\n")[2])["error"]["cause"] == cause
    assert b"<h1>No reply</h1>" in page


def test_says_that_a_name_is_unknown(wire, monkeypatch):
    with faults.name_does_not_resolve(wire, monkeypatch):
        reply = wire.say("nowhere.invalid", b"GET / HTTP/1.1\r\nHost: nowhere.invalid\r\n\r\n", wait=8.0)
    assert reply.startswith(b"HTTP/1.1 502 ")
    assert b'"cause": "name_not_found"' in reply
    assert b"nowhere.invalid" not in reply


def test_says_it_over_http2_and_the_connection_goes_on(wire, monkeypatch):
    client = H2(wire, REWRITES)
    with faults.port_is_closed(wire, monkeypatch):
        client.open(1, ("accept", "text/html"))
        client.send(1, b"{}", end=True)
        assert client.status(1) == 502
        client.wait(1, h2.events.StreamEnded)
    page = b"".join(event.data for event in client.seen if isinstance(event, h2.events.DataReceived))
    assert b"takes no connections" in page
    client.stream.close()


def test_ends_the_connection_over_http1(wire, monkeypatch):
    with faults.port_is_closed(wire, monkeypatch), wire.tunnel(REWRITES) as stream:
        stream.sendall(b"HEAD / HTTP/1.1\r\nHost: %s\r\nAccept: text/html\r\n\r\n" % REWRITES.encode())
        head = reply_from(stream)
        assert head.startswith(b"HTTP/1.1 502 ")
        assert head.endswith(b"\r\n\r\n")
        assert b"\r\nConnection: close\r\n" in head


def test_breaks_off_a_reply_that_has_begun(wire, monkeypatch):
    """A page of ours in the middle of it would pass for the server's."""

    async def script(seen, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 100\r\n\r\ndata: one\n\n")
        await writer.drain()
        writer.close()

    wire.origin.script = script
    reply = wire.say(REWRITES, b"GET /v1 HTTP/1.1\r\nHost: %s\r\n\r\n" % REWRITES.encode(), wait=4.0)
    assert reply.startswith(b"HTTP/1.1 200 ")
    assert reply.endswith(b"data: one\n\n")


def test_tells_a_client_that_still_sends(wire, monkeypatch):
    """A long upload, passed on while it arrives, to a server that takes no connections."""
    length = wire.settings.proxy.max_body * 2
    head = b"POST /v1 HTTP/1.1\r\nHost: %s\r\nContent-Type: application/octet-stream\r\nContent-Length: %d\r\n\r\n"
    with (
        faults.port_is_closed(wire, monkeypatch),
        wire.changed(fail={"opaque": {"analytics": "open"}}),
        wire.tunnel(REWRITES) as stream,
    ):
        with contextlib.suppress(OSError):  # the proxy hangs up in the middle of it
            stream.sendall(head % (REWRITES.encode(), length) + bytes(300_000))
        reply = reply_from(stream)
    assert reply.startswith(b"HTTP/1.1 502 ")
    assert b'"cause": "connection_refused"' in reply


BROKEN = {
    "no request line": b"GET /?m=%s\r\n\r\n",
    "a header without a colon": b"GET / HTTP/1.1\r\nHost: x\r\nX-Mail %s\r\n\r\n",
    "a length that is no number": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %s\r\n\r\n",
    "two framings": b"POST /?m=%s HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_quotes_nothing_of_a_request_that_is_none(wire, name):
    """Through a tunnel and to the proxy itself."""
    said = BROKEN[name] % MAIL.encode()
    with socket.create_connection(("127.0.0.1", wire.port), timeout=5) as stream:
        stream.sendall(said.replace(b" /", b" http://%s/" % REWRITES.encode()))
        plain = reply_from(stream, 2.0)
    for reply in (wire.say(REWRITES, said, wait=2.0), plain):
        assert MAIL.encode() not in reply
        assert reply.startswith(b"HTTP/1.1 400 ")
        assert b"<h1>Not sent</h1>" in reply
    assert MAIL.encode() not in wire.origin.raw

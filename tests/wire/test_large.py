"""BUGS B13 and large bodies: decided by headers and beginning, memory flat, refused ones readable for their client."""

import asyncio
import json
import threading
from pathlib import Path

import pytest

from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, reply_from, status_of, wait_until

MEGA = 1_000_000
HEAD = b"POST /upload HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\n%s\r\n"
DATA = bytes(range(256)) * 256  # 64 KiB that are no text


def memory():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def upload(wire, host, pieces, *fields, kind=b"application/octet-stream", wait=30.0):
    """Send an upload of known length in pieces; (reply, most memory beyond the start)."""
    pieces = list(pieces)
    length = b"Content-Length: %d\r\n" % sum(map(len, pieces))
    with wire.tunnel(host) as stream:
        stream.sendall(HEAD % (host.encode(), kind, length + b"".join(field + b"\r\n" for field in fields)))
        most, before = 0, memory()
        try:
            for number, piece in enumerate(pieces):
                stream.sendall(piece)
                if number % 50 == 0:
                    most = max(most, memory() - before)
        except OSError:
            pass
        return reply_from(stream, wait), most


async def swallow(seen, reader, writer):
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")


@pytest.fixture
def counting(wire):
    """An origin that counts an upload's bytes and does not keep them; `counted` is the sum."""

    class Counted:
        bytes = 0
        head = b""
        tail = b""
        beginning = b""

    counted = Counted()

    async def greet(reader, writer):
        counted.head = await reader.readuntil(b"\r\n\r\n")
        length = int(counted.head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        while counted.bytes < length:
            piece = await reader.read(1 << 18)
            if not piece:
                return
            counted.bytes += len(piece)
            counted.beginning = (counted.beginning + piece)[:4096]
            counted.tail = (counted.tail + piece)[-4096:]
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        await writer.drain()
        await asyncio.sleep(0.2)

    wire.origin.greet = greet
    return counted


def test_memory_stays_flat_while_a_long_upload_passes(wire, counting):
    pieces = [DATA] * 1500  # 98 MB
    reply, most = upload(wire, ALLOWS, pieces)
    assert status_of(reply) == 200
    assert counting.bytes == 1500 * len(DATA)
    assert most < 60 * MEGA
    assert "body larger than 16000000 bytes (fail.opaque is open for service_provider)" in wire.last().comment
    assert "not inspected" in wire.last().comment


def test_a_long_upload_that_may_not_pass_is_refused_readably(wire, counting):
    reply, most = upload(wire, REWRITES, [DATA] * 1500)
    assert status_of(reply) == 403
    assert b"could not be checked" in reply
    assert counting.bytes == 0
    assert wire.origin.connections == 0
    assert most < 60 * MEGA


def test_headers_are_decided_before_anything_of_a_long_body_leaves(wire, counting):
    fields = [b"Referer: https://app.example.test/?m=" + MAIL.encode()]
    with wire.changed(fail={"opaque": {"advertising": "open"}}):
        reply, _ = upload(wire, DENIES, [DATA] * 300, *fields)
    assert status_of(reply) == 200
    assert MAIL.encode() not in counting.head
    assert b"Referer: https://app.example.test/?m=" in counting.head
    assert counting.bytes == 300 * len(DATA)


def test_the_beginning_of_a_long_body_is_rewritten(wire, counting):
    record = json.dumps({"mail": MAIL, "log": "x" * 1000}).encode() + b"\n"
    with wire.changed(fail={"opaque": {"analytics": "open"}}):
        reply, _ = upload(
            wire, REWRITES, [record, *[b'{"n":1}\n' * 8192] * 300], b"Content-MD5: abc=", kind=b"application/x-ndjson"
        )
    assert (status_of(reply), wire.last().comment) == (200, wire.last().comment)
    assert MAIL.encode() not in counting.beginning
    assert counting.beginning.startswith(b'{"mail": "user')
    assert counting.tail.endswith(b'{"n":1}\n' * 4)
    assert b"content-md5" not in counting.head.lower()


def test_a_body_without_a_length_is_held_to_the_same_bound(wire):
    seen = []

    async def greet(reader, writer):
        while piece := await reader.read(1 << 18):
            seen.append(len(piece))
            if piece.endswith(b"0\r\n\r\n"):
                break
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    wire.origin.greet = greet
    chunk = b"%x\r\n%s\r\n" % (len(DATA), DATA)
    before = memory()
    for host, status in ((ALLOWS, 200), (REWRITES, 403)):
        with wire.tunnel(host) as stream:
            stream.sendall(HEAD % (host.encode(), b"application/octet-stream", b"Transfer-Encoding: chunked\r\n"))
            for _ in range(2000):  # 131 MB
                stream.sendall(chunk)
            stream.sendall(b"0\r\n\r\n")
            assert status_of(reply_from(stream, 30)) == status
    assert sum(seen) > 130_000_000
    assert memory() - before < 90 * MEGA


def test_sees_what_mitmproxy_would_have_streamed(wire):
    """BUGS B13: an option that sends the first bytes before any hook is switched off."""
    wire.do(lambda: wire.master.options.update(stream_large_bodies="1m"))
    body = json.dumps({"mail": MAIL, "fill": "x" * 2 * MEGA}).encode()
    reply = wire.post(DENIES, body, b"Content-Type: application/json")
    assert status_of(reply) == 403
    assert wire.origin.raw == b""


def form(*parts):
    body = b""
    for name, value, filename in parts:
        more = b'; filename="%s"\r\nContent-Type: application/octet-stream' % filename if filename else b""
        body += b'--B\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (name, more, value)
    return body + b"--B--\r\n"


FORM = b"multipart/form-data; boundary=B"


def test_fields_before_a_long_file_are_rewritten_and_the_file_is_not_touched(wire, counting):
    body = form((b"mail", MAIL.encode(), None), (b"f", DATA * 300, b"film.bin"), (b"after", b"thanks", None))
    with wire.changed(fail={"opaque": {"analytics": "open"}}):
        reply, _ = upload(wire, REWRITES, [body[i : i + 65536] for i in range(0, len(body), 65536)], kind=FORM)
    assert status_of(reply) == 200
    assert MAIL.encode() not in counting.beginning
    assert counting.beginning.count(b"@example.") == 1
    assert counting.tail.endswith(body[-4000:])


def test_a_field_behind_a_long_file_is_looked_at_before_it_leaves(wire, counting):
    body = form((b"n", b"1", None), (b"f", DATA * 300, b"film.bin"), (b"mail", MAIL.encode(), None))
    with wire.changed(fail={"opaque": {"advertising": "open"}}):
        reply, _ = upload(wire, DENIES, [body[i : i + 65536] for i in range(0, len(body), 65536)], kind=FORM, wait=5.0)
    assert status_of(reply) != 200
    assert (counting.bytes > 10 * MEGA, wire.last().comment) == (True, wire.last().comment)
    assert MAIL.encode() not in counting.tail
    assert wait_until(lambda: "something personal" in wire.last().comment)


def test_a_slow_upload_holds_nobody_else_up(wire):
    with wire.tunnel(ALLOWS) as slow:
        slow.sendall(HEAD % (ALLOWS.encode(), b"text/plain", b"Transfer-Encoding: chunked\r\n") + b"5\r\nhello\r\n")
        done = threading.Event()

        def other():
            assert status_of(wire.post(ALLOWS, b"{}", b"Content-Type: application/json")) == 200
            done.set()

        thread = threading.Thread(target=other)
        thread.start()
        assert done.wait(3)
        slow.sendall(b"0\r\n\r\n")
        assert status_of(reply_from(slow)) == 200

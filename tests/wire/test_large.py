"""BUGS B13 and large bodies: decided by headers and beginning, memory flat, refused ones readable for their client."""

import asyncio
import json
import threading
from pathlib import Path

import pytest
from guardian_addons.late import GuardianLateHook

from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, reply_from, status_of, wait_until
from tests.wire.http2_client import H2

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
    assert status_of(reply) == 403
    assert b"a field behind the file would have disclosed personal data" in reply
    assert (counting.bytes > 10 * MEGA, wire.last().comment) == (True, wire.last().comment)
    assert MAIL.encode() not in counting.tail
    assert wait_until(lambda: "a text part behind the beginning of a long body" in wire.last().comment)


def in_pieces(body):
    return [body[i : i + 65536] for i in range(0, len(body), 65536)]


FILE = (b"file", DATA * 260, b"film.bin")


@pytest.mark.parametrize("kind", [FORM, FORM + b"; charset=utf-8"])
@pytest.mark.parametrize(
    "fields",
    [
        [(b"title", b"Holiday on the moor")],
        [(b"mail", MAIL.encode())],
        [(b"name", b"Dana Quill"), (b"email", MAIL.encode()), (b"phone", b"+44 20 7946 0958"), (b"note", b"thanks")],
    ],
)
def test_fields_behind_a_long_file_go_to_whom_they_may_go(wire, counting, fields, kind):
    """To a shop they would in a short form; their order makes no difference."""
    for parts in ([FILE, *((*field, None) for field in fields)], [*((*field, None) for field in fields), FILE]):
        body = form(*parts)
        counting.bytes = 0
        reply, _ = upload(wire, ALLOWS, in_pieces(body), kind=kind)
        assert (status_of(reply), wire.last().comment) == (200, wire.last().comment)
        assert counting.bytes == len(body)
        assert counting.tail == body[-4096:]


def test_the_digits_of_a_boundary_change_nothing(wire, counting):
    for number in range(6):
        boundary = b"------------------------%016x" % (number * 0x9E3779B97F4A7C15 % 2**64)
        body = form(FILE, (b"title", b"Holiday", None)).replace(b"--B", b"--" + boundary)
        counting.bytes = 0
        reply, _ = upload(wire, ALLOWS, in_pieces(body), kind=b"multipart/form-data; boundary=" + boundary)
        assert (status_of(reply), wire.last().comment) == (200, wire.last().comment)
        assert counting.bytes == len(body)


@pytest.mark.parametrize("more", [[], [(b"second", DATA * 40, b"more.bin")]])
def test_a_field_that_may_not_go_ends_an_upload_and_says_so(wire, counting, more):
    """A rewrite comes too late for it; the connection goes on all the same."""
    body = form(FILE, (b"mail", MAIL.encode(), None), *more)
    head = HEAD % (REWRITES.encode(), FORM, b"Content-Length: %d\r\n" % len(body))
    with wire.changed(fail={"opaque": {"analytics": "open"}}), wire.tunnel(REWRITES) as stream:
        stream.sendall(head + body)
        reply = reply_from(stream, 20)
        assert status_of(reply) == 403
        assert json.loads(reply.partition(b"\r\n\r\n")[2])["error"]["id"]
        assert MAIL.encode() not in counting.tail
        assert wait_until(lambda: "it would have to be rewritten" in wire.last().comment)
        stream.sendall(b"POST /x HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\n\r\n" % REWRITES.encode())
        assert status_of(reply_from(stream, 10)) == 200


def test_over_http2_other_requests_of_the_connection_go_on(wire):
    body = form(FILE, (b"mail", MAIL.encode(), None), (b"second", DATA * 40, b"more.bin"))
    with wire.changed(fail={"opaque": {"analytics": "open"}}):
        client = H2(wire, REWRITES)
        client.open(1, ("content-type", FORM.decode()))
        client.send(1, body, end=True)
        assert client.status(1) == 403
        client.open(3, ("content-length", "0"), end=True)
        assert client.status(3) == 200
        client.stream.close()
    assert DATA[:4000] in wire.origin.h2_frames
    assert MAIL.encode() not in wire.origin.h2_frames
    assert wire.origin.connections == 1


def test_a_fault_ends_an_upload_whose_field_nobody_could_look_at(wire, counting, monkeypatch):
    async def broken(request):
        raise ValueError(request.host)

    body = form(FILE, (b"note", b"thanks", None))
    with wire.tunnel(ALLOWS) as stream:
        stream.sendall(HEAD % (ALLOWS.encode(), FORM, b"Content-Length: %d\r\n" % len(body)) + body[: 2 * MEGA])
        assert wait_until(lambda: counting.bytes > MEGA)
        monkeypatch.setattr(wire.addon.shell.core, "handle", broken)
        stream.sendall(body[2 * MEGA :])
        reply = reply_from(stream)
    assert status_of(reply) == 403
    assert b"something went wrong" in reply
    assert b"thanks" not in counting.tail
    assert wait_until(lambda: "internal error ValueError" in wire.last().comment)


def test_without_anybody_who_looks_at_it_a_field_does_not_pass(wire, counting, monkeypatch):
    body = form(FILE, (b"note", b"thanks", None))
    monkeypatch.setattr(GuardianLateHook, "name", "guardian_never_heard")
    reply, _ = upload(wire, ALLOWS, in_pieces(body), kind=FORM)
    assert status_of(reply) == 403
    assert b"thanks" not in counting.tail


def test_fields_of_a_beginning_and_behind_it_are_one_form(wire, counting):
    """What a field is may stand in another one."""
    body = form((b"field", b"ssn", None), FILE, (b"value", b"524713806", None))
    with wire.changed(fail={"opaque": {"analytics": "open"}}):
        reply, _ = upload(wire, REWRITES, in_pieces(body), kind=FORM, wait=5.0)
    assert status_of(reply) == 403
    assert b"524713806" not in counting.tail


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

"""BUGS B16, B17, B18, B19, B23, B25 through a real proxy: HTTP/2, event streams, WebSocket, gRPC, GraphQL, preflights, HTTP/3."""

import asyncio
import json
import threading
import time

import pytest
import wsproto
import wsproto.events as ws

from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, reply_from, status_of, wait_until
from tests.wire.http2_client import H2

MAILED = MAIL.encode()


JSON = ("content-type", "application/json")


def test_http2_is_rewritten_refused_and_passed(wire):
    body = json.dumps({"mail": MAIL}).encode()
    for host, status in ((REWRITES, 200), (DENIES, 403), (ALLOWS, 200)):
        client = H2(wire, host)
        client.open(1, JSON, ("content-length", str(len(body))), ("x-lower", "1"))
        client.send(1, body, end=True)
        assert client.status(1) == status
        client.stream.close()
    rewritten, passed = wire.origin.seen
    assert (rewritten.version, passed.version) == ("2", "2")
    assert MAILED not in rewritten.body
    assert rewritten.all(b"content-length") == [b"%d" % len(rewritten.body)]
    assert passed.body == body
    assert all(name == name.lower() for seen in wire.origin.seen for name, _ in seen.fields)


def test_http2_without_a_length_and_many_streams_at_once(wire):
    client = H2(wire, REWRITES)
    for number in range(1, 41, 2):
        client.open(number, JSON)
        client.send(number, json.dumps({"n": number, "mail": MAIL}).encode(), end=True)
    assert [client.status(number) for number in range(1, 41, 2)] == [200] * 20
    client.stream.close()
    assert sorted(json.loads(seen.body)["n"] for seen in wire.origin.seen) == list(range(1, 41, 2))
    assert MAILED not in wire.origin.raw


def test_a_long_http2_upload_passes_by_rule(wire):
    with wire.changed(proxy={"max_body": 1_000_000}):
        client = H2(wire, ALLOWS)
        client.open(1, ("content-type", "application/octet-stream"))
        client.send(1, bytes(range(256)) * 10_000, end=True)
        assert client.status(1) == 200
        client.stream.close()
    assert len(wire.origin.seen[0].body) == 256 * 10_000
    assert "fail.opaque is open" in wire.last().comment


def test_trailers_of_a_request_leave_only_by_rule(wire):
    client = H2(wire, ALLOWS)
    client.open(1, JSON)
    client.talk.send_data(1, b"{}")
    client.talk.send_headers(1, [("x-mail", MAIL)], end_stream=True)
    client.stream.sendall(client.talk.data_to_send())
    assert client.status(1) == 403
    assert wire.origin.seen == []


async def events(seen, reader, writer, kind=b"Content-Type: text/event-stream\r\n"):
    writer.write(b"HTTP/1.1 200 OK\r\n" + kind + b"Transfer-Encoding: chunked\r\n\r\n")
    for number in range(8):
        event = b"data: %d\n\n" % number
        writer.write(b"%x\r\n%s\r\n" % (len(event), event))
        await writer.drain()
        await asyncio.sleep(0.1)
    writer.write(b"0\r\n\r\n")


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        (b"Content-Type: text/event-stream\r\n", b""),
        (b"", b"Accept: text/event-stream\r\n"),
        (b"", b""),
        (b"Content-Type: application/x-ndjson\r\n", b""),
        (b"Content-Type: multipart/x-mixed-replace; boundary=b\r\n", b""),
    ],
    ids=["events", "typeless, asked for", "typeless", "lines", "parts"],
)
def test_events_are_never_held_back(wire, kind, asked):
    wire.origin.script = lambda seen, reader, writer: events(seen, reader, writer, kind)
    with wire.tunnel(ALLOWS) as stream:
        stream.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + asked + b"\r\n")
        start, data = time.monotonic(), b""
        while b"data: 0" not in data:
            data += stream.recv(4096)
        assert time.monotonic() - start < 0.5
        assert b"data: 5" not in data
        while b"data: 7" not in data:
            data += stream.recv(4096)


@pytest.mark.parametrize("kind", [b"application/json", b"text/plain", b"text/html", b"application/octet-stream", b"text/csv"])
def test_what_does_not_say_its_length_is_not_held_back(wire, kind):
    """A log that is followed, a watch, a page that is made while it is sent; whoever looks at the flow has it whole at the end."""
    wire.origin.script = lambda seen, reader, writer: events(seen, reader, writer, b"Content-Type: " + kind + b"\r\n")
    with wire.tunnel(ALLOWS) as stream:
        stream.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        data = b""
        while b"data: 0" not in data:
            data += stream.recv(4096)
        assert b"data: 5" not in data
        while not data.endswith(b"0\r\n\r\n"):
            data += stream.recv(4096)
    whole = b"".join(b"data: %d\n\n" % number for number in range(8))
    assert wait_until(lambda: wire.last().response.raw_content) == whole


def test_a_long_reply_begins_before_it_has_ended(wire):
    """Of a megabyte that says its length the first half is there while the origin waits."""
    going_on = threading.Event()

    async def halves(seen, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nContent-Length: 1000000\r\n\r\n" + b"a" * 500_000)
        await writer.drain()
        await asyncio.to_thread(going_on.wait, 20)
        writer.write(b"b" * 500_000)

    wire.origin.script = halves
    with wire.tunnel(ALLOWS) as stream:
        stream.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        data = b""
        while data.count(b"a") < 500_000:
            data += stream.recv(65536)
        going_on.set()
        while data.count(b"b") < 500_000:
            data += stream.recv(65536)
    assert wait_until(lambda: wire.last().response.raw_content) == b"a" * 500_000 + b"b" * 500_000


class Socket:
    """A WebSocket client through the proxy."""

    def __init__(self, wire, host, *, deflate=True):
        self.stream = wire.tunnel(host)
        self.connection = wsproto.WSConnection(wsproto.ConnectionType.CLIENT)
        extensions = [wsproto.extensions.PerMessageDeflate()] if deflate else []
        self.stream.sendall(self.connection.send(ws.Request(host, "/chat", extensions=extensions)))
        self.wait(ws.AcceptConnection)

    def send(self, *messages):
        for message in messages:
            self.stream.sendall(self.connection.send(message))

    def wait(self, kind):
        while True:
            for event in self.connection.events():
                if isinstance(event, kind):
                    return event
            self.connection.receive_data(self.stream.recv(4096))


def whole(frames):
    out, current = [], None
    for data, finished in frames:
        current = data if current is None else current + data
        if finished:
            out.append(current)
            current = None
    return out


@pytest.mark.parametrize("deflate", [True, False])
def test_websocket_messages_are_rewritten_whatever_they_are_cut_into(wire, deflate):
    """BUGS B19."""
    client = Socket(wire, REWRITES, deflate=deflate)
    text = json.dumps({"type": "create", "mail": MAIL, "input": "\x1b[2mquiet\x1b[0m"})
    client.send(ws.TextMessage(text))
    client.wait(ws.TextMessage)
    client.send(*[ws.TextMessage(letter, message_finished=False) for letter in text[:-1]], ws.TextMessage(text[-1]))
    client.wait(ws.TextMessage)
    client.send(ws.BytesMessage(text.encode()))
    client.wait(ws.TextMessage)
    client.send(ws.BytesMessage(b"\x00\x01\xff" * 50), ws.Ping(b"p"), ws.TextMessage("last"))  # bytes may not go to analytics
    client.wait(ws.TextMessage)
    client.stream.close()
    one, two, three, last = whole(wire.origin.frames)
    for message in (one, two, three.decode()):
        read = json.loads(message)
        assert MAIL not in message
        assert read["mail"].partition("@")[2].startswith("example.")
        assert "\\u001b[2mquiet\\u001b[0m" in message
    assert last == "last"


def test_a_refused_websocket_message_is_dropped_and_the_next_one_passes(wire):
    client = Socket(wire, DENIES)
    client.send(ws.TextMessage(json.dumps({"mail": MAIL, "phone": "+44 20 7946 0958"})), ws.TextMessage("hello"))
    client.wait(ws.TextMessage)
    client.stream.close()
    assert whole(wire.origin.frames) == ["hello"]


def field(number, value):
    data = value if isinstance(value, bytes) else value.encode()
    return bytes([number << 3 | 2, len(data)]) + data


def frame(message):
    return b"\0" + len(message).to_bytes(4, "big") + message


PERSON = field(1, "note") + field(3, field(1, MAIL) + b"\x10\x22")


def parts_of(message):
    """(number, payload) of each length-delimited field; fails where a length does not hold."""
    position = 0
    while position < len(message):
        if message[position] & 7 == 0:
            position += 2
            continue
        number, size = message[position] >> 3, message[position + 1]
        payload = message[position + 2 : position + 2 + size]
        assert len(payload) == size
        yield number, payload
        position += 2 + size


@pytest.mark.parametrize("kind", ["application/grpc", "application/grpc+proto"])
def test_a_unary_grpc_call_is_read_and_rewritten(wire, kind):
    client = H2(wire, REWRITES)
    client.open(1, ("content-type", kind), ("te", "trailers"), path="/people.People/Add")
    client.send(1, frame(PERSON), end=True)
    assert client.status(1) == 200
    client.stream.close()
    body = wire.origin.seen[0].body
    assert int.from_bytes(body[1:5], "big") == len(body) - 5
    (_, note), (_, inner) = parts_of(body[5:])
    ((_, mail),) = parts_of(inner)
    assert note == b"note"
    assert mail != MAILED
    assert mail.partition(b"@")[2].startswith(b"example.")
    assert inner.endswith(b"\x10\x22")
    client = H2(wire, DENIES)
    client.open(1, ("content-type", kind), path="/people.People/Add")
    client.send(1, frame(PERSON), end=True)
    assert client.status(1) in {0, 403}
    assert len(wire.origin.seen) == 1


@pytest.mark.parametrize("kind", [b"application/proto", b"application/x-protobuf", b"application/grpc-web+proto"])
def test_connect_and_grpc_web_over_http1(wire, kind):
    body = frame(PERSON) if b"grpc" in kind else PERSON
    assert status_of(wire.post(REWRITES, body, b"Content-Type: " + kind, b"Connect-Protocol-Version: 1")) == 200
    got = wire.origin.seen[0].body
    list(parts_of(got[5:] if b"grpc" in kind else got))
    assert MAILED not in got
    assert b"note" in got


def test_a_grpc_stream_is_not_held(wire):
    """BUGS B17: the client says one thing and waits for the answer before it says more."""

    async def answer(seen, connection, number):
        if len(seen.body) >= 6 and not getattr(seen, "answered", False):
            seen.answered = True
            connection.send_headers(number, wire.origin.h2_reply)
            connection.send_data(number, b"first")

    wire.origin.script = answer
    wire.origin.h2_reply = [(b":status", b"200"), (b"content-type", b"application/grpc")]
    client = H2(wire, ALLOWS)
    client.open(1, ("content-type", "application/grpc"))
    client.talk.send_data(1, frame(b"\x08"))
    client.stream.sendall(client.talk.data_to_send())
    start = time.monotonic()
    assert client.status(1) == 200
    assert time.monotonic() - start < 2
    client.stream.close()
    assert "gRPC streams cannot be read" in wire.last().comment


def test_a_grpc_stream_to_one_who_may_not_have_it_ends_at_once(wire):
    client = H2(wire, DENIES)
    client.open(1, ("content-type", "application/grpc"))
    client.talk.send_data(1, frame(PERSON))
    client.stream.sendall(client.talk.data_to_send())
    assert client.status(1) == 0
    client.stream.close()
    assert wire.origin.raw == b""


def test_graphql_is_rewritten_in_its_literals_and_variables(wire):
    query = 'mutation($m:String){a(mail:"' + MAIL + '",n:4){id} b(m:$m){id}}'
    body = json.dumps({"query": query, "variables": {"m": MAIL}}).encode()
    assert status_of(wire.post(REWRITES, body, b"Content-Type: application/json")) == 200
    got = json.loads(wire.origin.seen[0].body)
    assert MAIL not in str(got)
    assert got["query"].startswith('mutation($m:String){a(mail:"')
    assert got["query"].endswith('",n:4){id} b(m:$m){id}}')
    hashed = json.dumps({"query": query, "extensions": {"persistedQuery": {"version": 1, "sha256Hash": "a" * 64}}}).encode()
    assert status_of(wire.post(REWRITES, hashed, b"Content-Type: application/json")) == 403
    assert len(wire.origin.seen) == 1


def test_preflights_pass_and_refusals_can_be_read_by_the_page(wire):
    """BUGS B25."""
    origin = b"Origin: https://app.example.test"
    asked = [origin, b"Access-Control-Request-Method: POST", b"Access-Control-Request-Headers: content-type"]
    head = b"\r\n".join([b"OPTIONS /v1 HTTP/1.1", b"Host: " + DENIES.encode(), *asked]) + b"\r\n\r\n"
    assert status_of(wire.say(DENIES, head)) == 200
    assert wire.origin.seen[0].head.startswith(b"OPTIONS /v1 ")
    reply = wire.post(DENIES, b'{"mail":"' + MAILED + b'"}', b"Content-Type: application/json", origin, b"Accept: application/json")
    assert status_of(reply) == 403
    head, _, body = reply.partition(b"\r\n\r\n")
    assert b"Access-Control-Allow-Origin: https://app.example.test" in head
    assert b"Cache-Control: no-store" in head
    assert json.loads(body)["error"]["type"] == "guardian_refused"
    page = wire.post(DENIES, b"mail=" + MAILED, b"Accept: text/html", b"Content-Type: application/x-www-form-urlencoded")
    assert b"<!doctype html>" in page
    assert MAILED not in page


def test_no_offer_of_http3_reaches_a_client(wire):
    """BUGS B23."""
    wire.origin.reply = (
        b'HTTP/1.1 200 OK\r\nAlt-Svc: h3=":443"; ma=86400\r\nalt-svc: h3-29=":443"\r\nX-Kept: 1\r\nContent-Length: 2\r\n\r\nok'
    )
    reply = wire.say(ALLOWS, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b"alt-svc" not in reply.lower()
    assert b"X-Kept: 1" in reply


def test_one_slow_origin_holds_nobody_else_up(wire):
    """BUGS B18."""

    async def slow(seen, reader, writer):
        if b"/slow" in seen.head:
            await asyncio.sleep(3)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    wire.origin.script = slow
    started = threading.Thread(target=lambda: wire.post(ALLOWS, b"{}", target="/slow"))
    started.start()
    assert wait_until(lambda: wire.origin.seen)
    start = time.monotonic()
    assert status_of(wire.post(ALLOWS, b"{}", target="/fast")) == 200
    assert time.monotonic() - start < 1
    started.join()


def test_a_request_behind_a_refused_one_on_the_same_connection_is_answered(wire):
    body = b'{"mail":"' + MAILED + b'"}'
    one = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    with wire.tunnel(DENIES) as stream:
        stream.sendall(one)
        assert status_of(reply_from(stream)) == 403
        stream.sendall(b"GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
        assert status_of(reply_from(stream)) == 200
    assert [seen.target for seen in wire.origin.seen] == [b"/next"]

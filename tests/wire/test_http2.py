"""HTTP/2 as nobody speaks it: whatever frames a request comes in, the origin sees one that is whole and was read, or none."""

import asyncio
import json
import struct

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.settings
import pytest

from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, wait_until
from tests.wire.http2_client import CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY, H2, HEADERS, PADDED, PRIORITY, Frames

MAILED = MAIL.encode()
JSON = ("content-type", "application/json")
BODY = json.dumps({"n": 1, "mail": MAIL, "text": "x" * 200}).encode()


def told(origin):
    """All that reached the origin, header values and bodies in plain."""
    return bytes(origin.h2_frames) + b"".join(
        b"".join(name + value for name, value in seen.fields) + seen.body for seen in origin.seen
    )


@pytest.fixture(params=[REWRITES, DENIES])
def client(wire, request):
    made = Frames(wire, request.param)
    yield made
    made.stream.close()


def judged(wire, client, number=1):
    """Rewritten and framed well, or refused; the address is nowhere."""
    assert client.answer(number) == (200 if client.host == REWRITES else 403)
    assert MAILED not in told(wire.origin)
    assert len(wire.origin.seen) == (client.host == REWRITES)
    for seen in wire.origin.seen:
        assert json.loads(seen.body)["text"] == "x" * 200
    return wire.origin.seen


def test_a_body_in_frames_of_one_byte_some_of_them_empty(wire, client):
    client.ask(1, JSON, end=False)
    for at, byte in enumerate(BODY):
        client.frame(DATA, 0, 1, bytes([byte]))
        if at % 9 == 0:
            client.frame(DATA, 0, 1, b"")
    client.frame(DATA, END_STREAM, 1, b"")
    judged(wire, client)


def test_padding_goes_nowhere(wire, client):
    block = client.block(JSON)
    client.expect(1)
    client.frame(HEADERS, PADDED | END_HEADERS | PRIORITY, 1, bytes([30]) + bytes(4) + b"\x10" + block + MAILED.ljust(30))
    for at in range(0, len(BODY), 40):
        client.frame(DATA, PADDED, 1, bytes([200]) + BODY[at : at + 40] + MAILED.ljust(200))
    client.frame(DATA, PADDED | END_STREAM, 1, bytes([100]) + bytes(100))
    judged(wire, client)


def test_a_frame_of_padding_alone_is_no_end(wire, client):
    client.ask(1, JSON, end=False)
    client.frame(DATA, PADDED, 1, bytes([50]) + MAILED.ljust(50))
    client.frame(DATA, END_STREAM, 1, BODY)
    judged(wire, client)


def test_headers_in_pieces_of_a_byte(wire, client):
    block = client.block(JSON, ("x-note", "nothing"))
    client.expect(1)
    client.frame(HEADERS, 0, 1, block[:1])
    for byte in block[1:-1]:
        client.frame(CONTINUATION, 0, 1, bytes([byte]))
    client.frame(CONTINUATION, END_HEADERS, 1, block[-1:])
    client.frame(DATA, END_STREAM, 1, BODY)
    judged(wire, client)


def test_something_personal_in_a_continued_header_is_read(wire):
    client = Frames(wire, DENIES)
    block = client.block(JSON, ("x-user", MAIL))
    client.expect(1)
    client.frame(HEADERS, END_STREAM, 1, block[:-20])
    client.frame(CONTINUATION, END_HEADERS, 1, block[-20:])
    assert client.answer(1) == 403
    assert wire.origin.seen == []


UNKNOWN = {
    "a frame of no known kind": (0xFA, 1),
    "a frame of no known kind, of the connection": (0xFB, 0),
    "a priority as text": (0x10, 0),
    "another way": (0xA, 1),
    "where it comes from": (0xC, 0),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_frames_that_are_no_request_say_nothing(wire, client, name):
    kind, number = UNKNOWN[name]
    client.ask(1, JSON, end=False)
    client.frame(kind, 0, number, b"\x00\x00\x00\x01" + MAILED)
    client.frame(0x2, 0, 1, struct.pack(">IB", 0, 7))  # a priority
    client.frame(0x6, 0, 0, MAILED[:8])  # a ping
    client.frame(0x4, 0, 0, struct.pack(">HI", 0xF0F0, int.from_bytes(MAILED[:4], "big")))  # a setting of no known kind
    client.frame(DATA, END_STREAM, 1, BODY)
    assert client.answer(1) in (200, 403, 0)
    assert MAILED not in told(wire.origin)
    assert MAILED[:8] not in told(wire.origin)
    assert all(json.loads(seen.body)["n"] == 1 for seen in wire.origin.seen)


def test_a_request_that_is_reset_in_its_body_never_was(wire, client):
    client.ask(1, JSON, body=BODY[:100], end=False)
    client.frame(0x3, 0, 1, (8).to_bytes(4, "big"))
    client.ask(3, JSON, body=BODY)
    judged(wire, client, 3)
    assert wire.origin.connections <= 1


def test_a_connection_that_breaks_off_in_a_body_sends_nothing(wire, client):
    client.ask(1, JSON, body=BODY[:100], end=False)
    assert wait_until(lambda: wire.begun)  # what is unread when a connection is closed goes with it
    client.stream.close()
    assert wait_until(lambda: len(wire.broken) > 0)
    assert wire.origin.seen == []
    assert b"xxxx" not in told(wire.origin)


def test_streams_that_take_turns_are_told_apart(wire, client):
    pieces = {number: BODY.replace(b'"n": 1', b'"n": %d' % number) for number in (1, 3, 5)}
    for number in pieces:
        client.ask(number, JSON, end=False)
    for at in range(0, 300, 30):
        for number, body in pieces.items():
            client.frame(DATA, END_STREAM if at == 270 else 0, number, body[at : at + 30] if at < 270 else body[at:])
    assert [client.answer(number) for number in pieces] == [200 if client.host == REWRITES else 403] * 3
    assert MAILED not in told(wire.origin)
    assert sorted(json.loads(seen.body)["n"] for seen in wire.origin.seen) == ([1, 3, 5] if client.host == REWRITES else [])


LENGTHS = {"too short": -3, "too long": 3, "twice": 0}


@pytest.mark.parametrize("name", LENGTHS)
def test_a_length_that_is_not_that_of_the_body_lets_nothing_through(wire, name):
    client = Frames(wire, ALLOWS)
    length = ("content-length", str(len(BODY) + LENGTHS[name]))
    more = (("content-length", str(len(BODY) + 1)),) if name == "twice" else ()
    client.ask(1, JSON, length, *more, body=BODY)
    assert client.answer(1) != 200
    assert wire.origin.seen == []


ODD = {
    "a name in capitals": ((b"X-Mail", MAILED),),
    "a line end in a value": ((b"x-note", b"a\r\nx-mail: " + MAILED),),
    "a line end in a name": ((b"x-note: a\r\nx-mail", MAILED),),
    "a zero in a value": ((b"x-note", b"a\x00" + MAILED),),
    "chunks": ((b"transfer-encoding", b"chunked"),),
    "a connection of its own": ((b"connection", b"x-mail"), (b"x-mail", MAILED)),
    "a pseudo header behind others": ((b":path", b"/other"),),
    "one of no known kind": ((b":mail", MAILED),),
    "an empty name": ((b"", MAILED),),
}


@pytest.mark.parametrize("name", ODD)
def test_headers_that_no_request_has_reach_nobody(wire, name):
    client = Frames(wire, DENIES)
    client.ask(1, JSON, *ODD[name], body=b"{}")
    assert client.answer(1) != 200 or name == "chunks"
    assert MAILED not in told(wire.origin)
    assert all(seen.body == b"{}" and seen.all(b"transfer-encoding") == [] for seen in wire.origin.seen)


def test_two_names_of_a_host_do_not_lend_each_other(wire):
    client = Frames(wire, ALLOWS)
    client.ask(1, JSON, ("host", DENIES), body=BODY)
    assert client.answer(1) in (200, 0, 400)
    assert all(dict(seen.fields)[b":authority"] == ALLOWS.encode() for seen in wire.origin.seen)


def test_cookies_in_crumbs_are_read(wire):
    client = Frames(wire, DENIES)
    client.ask(1, ("cookie", "a=1"), ("cookie", f"mail={MAIL}"), ("cookie", "b=2"), method="GET")
    assert client.answer(1) in (200, 403)
    assert MAILED not in told(wire.origin)


def goodbye(last, code=0):
    return b"\x00\x00\x08\x07\x00" + bytes(4) + last.to_bytes(4, "big") + code.to_bytes(4, "big")


class Leaving:
    """An origin that answers `warm` requests, says goodbye with the `at`-th behind them, and answers what it has accepted.

    Where it waits for several, it answers at once on later connections: how many requests come there nobody knows.
    """

    def __init__(self, at, *, last=None, code=0, warm=0):
        self.at, self.last, self.code, self.warm, self.ended, self.connections = at, last, code, warm, [], 0

    async def __call__(self, reader, writer):
        self.connections += 1
        warm = 10_000 if self.at > 1 and self.connections > 1 else self.warm
        talk = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding=False))
        if self.connections == 1:
            talk.local_settings[h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS] = self.at
            talk.local_settings.acknowledge()
        talk.initiate_connection()
        writer.write(talk.data_to_send())
        asked = []
        while data := await reader.read(65536):
            for event in talk.receive_data(data):
                if isinstance(event, h2.events.DataReceived):
                    talk.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    asked.append(event.stream_id)
                    if event.stream_id < 2 * warm:
                        talk.send_headers(asked.pop(), [(b":status", b"200"), (b"content-length", b"0")], end_stream=True)
                    if len(asked) == self.at:
                        writer.write(talk.data_to_send() + goodbye(max(asked) if self.last is None else self.last, self.code))
                        await writer.drain()
                        await asyncio.sleep(0.1)
                    if len(asked) >= self.at:
                        for number in asked:
                            talk.send_headers(number, [(b":status", b"200"), (b"content-length", b"2")])
                            talk.send_data(number, b"ok", end_stream=True)
                            self.ended.append(number)
                        asked = [] if self.at == 1 else asked
            writer.write(talk.data_to_send())
            await writer.drain()
        self.ended.append("closed")


def warm(wire):
    """A client with one request answered, so that those to come find an open connection."""
    client = H2(wire, ALLOWS)
    client.open(1, JSON)
    client.send(1, b"{}", end=True)
    assert client.status(1) == 200
    return client


def test_a_server_that_says_goodbye_answers_what_it_has_and_the_rest_goes_elsewhere(wire):
    wire.origin.greet = leaving = Leaving(1)
    client = H2(wire, ALLOWS)
    for number in (1, 3, 5):
        client.open(number, JSON)
        client.send(number, b"{}", end=True)
        assert client.status(number) == 200
    client.stream.close()
    assert leaving.connections == 3  # one for each, after a goodbye
    assert wait_until(lambda: leaving.ended == [1, "closed"] * 3)


def test_what_a_leaving_server_has_not_accepted_goes_to_another_connection(wire):
    wire.origin.greet = leaving = Leaving(2, last=3, warm=1)
    client = warm(wire)
    for number in (3, 5):
        client.open(number, JSON)
        client.send(number, b"{}", end=True)
    assert [client.status(3), client.status(5)] == [200, 200]
    assert leaving.connections == 2


def test_a_server_that_leaves_in_anger_is_left(wire):
    wire.origin.greet = Leaving(1, code=2)
    client = H2(wire, ALLOWS)
    client.open(1, JSON)
    client.send(1, b"{}", end=True)
    assert client.status(1) == 502


def test_what_waits_for_a_place_at_a_leaving_server_does_not_wait_for_ever(wire):
    wire.origin.greet = Leaving(3, warm=1)
    client = warm(wire)
    numbers = list(range(3, 31, 2))
    for number in numbers:
        client.open(number, JSON)
        client.send(number, b"{}", end=True)
    assert [client.status(number) for number in numbers] == [200] * len(numbers)


class Refusing:
    """An origin that begins with none of the first `times` requests: it refuses each stream, or says goodbye (with a `code`)."""

    def __init__(self, times, code):
        self.times, self.code, self.bodies, self.refused = times, code, [], 0

    async def __call__(self, reader, writer):
        talk = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding=False))
        talk.initiate_connection()
        bodies = {}
        while data := await reader.read(65536):
            for event in talk.receive_data(data):
                if isinstance(event, h2.events.DataReceived):
                    talk.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    bodies[event.stream_id] = bodies.get(event.stream_id, b"") + event.data
                elif isinstance(event, h2.events.StreamEnded) and self.refused < self.times:
                    self.refused += 1
                    if self.code is not None:
                        writer.write(talk.data_to_send() + goodbye(0, self.code))
                    else:
                        talk.reset_stream(event.stream_id, h2.errors.ErrorCodes.REFUSED_STREAM)
                elif isinstance(event, h2.events.StreamEnded):
                    self.bodies.append(bodies[event.stream_id])
                    talk.send_headers(event.stream_id, [(b":status", b"200"), (b"content-length", b"0")], end_stream=True)
            writer.write(talk.data_to_send())
            await writer.drain()


@pytest.mark.parametrize("code", [0, 11, None], ids=["leaves", "leaves in anger", "refuses the stream"])
@pytest.mark.parametrize(("times", "status"), [(1, 200), (5, 200), (6, 502)])
def test_what_a_server_has_not_begun_with_is_sent_again(wire, code, times, status):
    """Rewritten as the first time, and not for ever."""
    wire.origin.greet = refusing = Refusing(times, code)
    client = H2(wire, REWRITES)
    client.open(1, JSON)
    client.send(1, BODY, end=True)
    assert client.status(1) == status
    assert refusing.refused == times
    assert [json.loads(body)["text"] for body in refusing.bodies] == ["x" * 200] * (status == 200)
    assert not any(MAILED in body for body in refusing.bodies)
    client.open(3, JSON)
    client.send(3, BODY, end=True)
    assert client.status(3) == 200  # the connection of the client goes on
    client.stream.close()


class HangingUp:
    """An origin that takes one stream at a time, and hangs up without a word in place of its second answer."""

    connections = 0

    async def __call__(self, reader, writer):
        self.connections += 1
        talk = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding=False))
        if self.connections == 1:
            talk.local_settings[h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS] = 1
            talk.local_settings.acknowledge()
        talk.initiate_connection()
        writer.write(talk.data_to_send())
        while data := await reader.read(65536):
            for event in talk.receive_data(data):
                if isinstance(event, h2.events.StreamEnded):
                    if self.connections == 1 and event.stream_id > 1:
                        await asyncio.sleep(0.2)  # until others wait
                        return
                    talk.send_headers(event.stream_id, [(b":status", b"200"), (b"content-length", b"0")], end_stream=True)
            writer.write(talk.data_to_send())
            await writer.drain()


def test_what_waits_for_a_place_goes_elsewhere_when_the_server_hangs_up(wire):
    """What it had begun with is not sent again: it may have acted on it."""
    wire.origin.greet = hanging = HangingUp()
    client = warm(wire)
    for number in (3, 5, 7):
        client.open(number, JSON)
        client.send(number, b"{}", end=True)
    assert sorted(client.status(number) for number in (3, 5, 7)) == [200, 200, 502]
    assert hanging.connections == 2
    client.stream.close()


def test_what_was_passed_on_while_it_arrived_is_not_sent_again(wire):
    """Nobody has it any more."""
    wire.origin.greet = refusing = Refusing(1, 0)
    with wire.changed(proxy={"max_body": 100_000}, fail={"opaque": {"service_provider": "open"}}):
        client = H2(wire, ALLOWS)
        client.open(1, ("content-type", "application/octet-stream"), ("content-length", "300000"))
        client.send(1, bytes(300_000), end=True)
        assert client.status(1) == 502
    client.stream.close()
    assert refusing.refused == 1
    assert refusing.bodies == []


def test_a_client_that_says_goodbye_gets_its_answer(wire, client):
    client.ask(1, JSON, body=BODY)
    client.frame(GOAWAY, 0, 0, bytes(8))
    judged(wire, client)


def test_what_is_said_at_a_goodbye_goes_nowhere(wire, client):
    client.ask(1, JSON, body=BODY)
    client.frame(GOAWAY, 0, 0, bytes(8) + MAILED)
    client.answer(1)
    assert MAILED not in told(wire.origin)


def test_a_small_window_of_the_origin_breaks_nothing(wire, client):
    wire.origin.h2_settings = {h2.settings.SettingCodes.INITIAL_WINDOW_SIZE: 17}
    client.ask(1, JSON, body=BODY)
    judged(wire, client)


def test_an_origin_that_takes_one_stream_at_a_time_gets_all_of_them(wire):
    wire.origin.h2_settings = {h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: 1}
    client = H2(wire, REWRITES)
    for number in range(1, 20, 2):
        client.open(number, JSON)
        client.send(number, BODY, end=True)
    assert [client.status(number) for number in range(1, 20, 2)] == [200] * 10
    client.stream.close()
    assert MAILED not in told(wire.origin)

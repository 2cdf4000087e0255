"""What belongs to one connection stays there: logins for this proxy, folded headers, interim replies."""

import h2.events
import httpx
import pytest

from tests.wire.conftest import ALLOWS, DENIES, MAIL, status_of
from tests.wire.http2_client import H2

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
HINT = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
GET = b"GET /v1 HTTP/1.1\r\nHost: x\r\n"


def test_a_login_for_this_proxy_reaches_no_origin(wire):
    proxy = httpx.Proxy(wire.proxy, auth=("dana", "s3cret"))
    with httpx.Client(proxy=proxy, trust_env=False, timeout=20) as client:
        fields = {"Proxy-Connection": "keep-alive", "X-Own": "1"}
        assert client.get(f"http://{ALLOWS}/v1", headers=fields).status_code == 200
    (seen,) = wire.origin.seen
    assert seen.all(b"x-own") == [b"1"]
    assert [name for name, _ in seen.fields if name.lower().startswith(b"proxy-")] == []


def test_a_folded_header_arrives_on_one_line_and_is_read(wire):
    assert status_of(wire.say(ALLOWS, GET + b"X-A: one\r\n  two\r\n\tthree\r\n\r\n")) == 200
    assert wire.origin.seen[0].all(b"x-a") == [b"one two three"]
    assert status_of(wire.say(DENIES, GET + b"X-A: one\r\n " + MAIL.encode() + b"\r\n\r\n")) == 403
    assert len(wire.origin.seen) == 1


INTERIM = {
    "hints": [HINT + OK],
    "hints in pieces": [HINT[:9], HINT[9:40], HINT[40:] + OK[:12], OK[12:]],
    "many": [HINT * 20 + b"HTTP/1.1 102 Processing\r\n\r\n" + OK],
    "continue": [b"HTTP/1.1 100 Continue\r\n\r\n" + OK],
    "hints, then nothing for a while": [HINT, OK],
}


@pytest.mark.parametrize("name", INTERIM)
def test_a_reply_behind_interim_ones_comes_and_so_does_the_next(wire, name):
    async def answer(_seen, _reader, writer):
        for piece in INTERIM[name]:
            writer.write(piece)
            await writer.drain()

    wire.origin.script = answer
    with wire.tunnel(ALLOWS) as stream:
        for _ in range(2):
            stream.sendall(GET + b"\r\n")
            stream.settimeout(10)
            reply = b""
            while len(reply) < len(OK) and (piece := stream.recv(65536)):
                reply += piece
            assert reply == OK
    assert len(wire.origin.seen) == 2
    assert wire.origin.connections == 1


def test_a_long_request_line_is_no_raw_traffic(wire):
    """It comes in several pieces, and no line ends in the first of them."""
    target = b"/v1?a=" + b"x" * 90_000
    assert status_of(wire.say(ALLOWS, b"GET " + target + b" HTTP/1.1\r\nHost: x\r\n\r\n", wait=60)) == 200
    assert wire.origin.seen[0].target == target


def test_a_long_header_is_read_to_its_end(wire):
    filler = b"x" * 90_000 + b" "
    assert status_of(wire.say(DENIES, GET + b"X-A: " + filler + MAIL.encode() + b"\r\n\r\n", wait=60)) == 403
    assert status_of(wire.say(DENIES, GET + b"X-A: " + filler + b"\r\n\r\n", wait=60)) == 200
    assert MAIL.encode() not in wire.origin.raw


def test_hints_over_http2_reach_the_client_before_the_reply(wire):
    wire.origin.h2_interim = [(b":status", b"103"), (b"link", b"</a.css>; rel=preload"), (b"alt-svc", b'h3=":443"')]
    talk = H2(wire, ALLOWS)
    for number in (1, 3):
        talk.open(number, method="GET", end=True)
        assert talk.status(number) == 200
    told = [event for event in talk.seen if isinstance(event, h2.events.InformationalResponseReceived)]
    assert [(event.stream_id, event.headers) for event in told] == [
        (number, [(b":status", b"103"), (b"link", b"</a.css>; rel=preload")]) for number in (1, 3)
    ]


@pytest.mark.parametrize("status", [b"100", b"102"])
def test_other_interim_replies_over_http2_are_skipped(wire, status):
    wire.origin.h2_interim = [(b":status", status), (b"link", b"</a.css>; rel=preload")]
    talk = H2(wire, ALLOWS)
    talk.open(1, method="GET", end=True)
    assert talk.status(1) == 200
    assert [event for event in talk.seen if isinstance(event, h2.events.InformationalResponseReceived)] == []

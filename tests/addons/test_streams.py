"""What can be told of a stream without reading it."""

import pytest
from guardian_addons import streams
from mitmproxy import http
from mitmproxy.connection import Server
from mitmproxy.test import tflow, tutils

from guardian_core.vocabulary import Verdict


def flow_of(reply, asked=(), *, status=200):
    flow = tflow.tflow(resp=True)
    flow.request.headers = http.Headers(list(asked))
    flow.response.headers, flow.response.status_code = http.Headers(list(reply)), status
    return flow


@pytest.mark.parametrize(
    ("reply", "asked", "flows"),
    [
        ([(b"Content-Type", b"text/event-stream; charset=utf-8")], [], True),
        ([], [(b"Accept", b"text/event-stream")], True),
        ([(b"Content-Type", b"application/json")], [(b"Accept", b"application/json, text/event-stream")], "copied"),
        ([(b"Content-Type", b"application/grpc+proto")], [], True),
        ([(b"Content-Type", b"video/mp4"), (b"Content-Length", b"1001")], [], True),
        ([(b"Content-Length", b"1000")], [], False),
        ([(b"Content-Length", b"lots")], [], False),
        ([], [], True),
        ([(b"Content-Type", b"application/x-ndjson")], [], True),
        ([(b"Content-Type", b"text/html"), (b"X-Accel-Buffering", b"no")], [], True),
        ([(b"Content-Type", b"text/html")], [], "copied"),
        ([(b"Content-Type", b"text/html"), (b"Content-Length", b"1001")], [], True),
    ],
    ids=["events", "typeless", "json", "grpc", "media", "not long", "bad length", "nothing", "lines", "unbuffered", "page", "long"],
)
def test_lets_flow_what_must_not_wait(reply, asked, flows):
    found = streams.passing(flow_of(reply, asked), longest=1000)
    assert ("copied" if isinstance(found, streams.Copy) else found) == flows
    assert streams.passing(flow_of(reply, asked), longest=1000, edited=True) is (flows is True)


@pytest.mark.parametrize(
    ("length", "kept", "lost"),
    [(b"", streams.KEPT, streams.KEPT + 1), (b"9000000", 9_000_000, 9_000_001)],
    ids=["unknown", "known"],
)
def test_keeps_a_copy_of_what_passes(length, kept, lost):
    """Of what does not say its length only so much: it may never end."""
    fields = [(b"Content-Type", b"text/plain"), *([(b"Content-Length", length)] if length else [])]
    for size, there in ((kept, True), (lost, False)):
        flow = flow_of(fields)
        flow.response.stream = streams.passing(flow, longest=9_000_000)
        pieces = [b"a" * (size - 5), b"bcdef", b""]
        assert [flow.response.stream(piece) for piece in pieces] == pieces
        streams.ended(flow)
        assert flow.response.raw_content == (b"".join(pieces) if there else None)


def test_a_reply_that_was_held_stays_as_it_is():
    flow = flow_of([(b"Content-Length", b"7")])
    streams.ended(flow)
    assert flow.response.raw_content == b"message"


WS = [(b"Upgrade", b"WebSocket")]


@pytest.mark.parametrize(
    ("reply", "asked", "status", "websocket", "raw"),
    [
        (WS, [(b"Sec-WebSocket-Version", b"13")], 101, True, False),
        (WS, [(b"Sec-WebSocket-Version", b"13")], 101, False, True),
        (WS, [], 101, True, True),
        ([(b"Upgrade", b"h2c")], [(b"Sec-WebSocket-Version", b"13")], 101, True, True),
        ([], [], 101, True, True),
        (WS, [], 200, True, False),
    ],
    ids=["WebSocket", "switched off", "no version", "h2c", "nothing named", "no upgrade"],
)
def test_tells_websocket_from_other_upgrades(reply, asked, status, websocket, raw):
    assert streams.opens_raw_stream(flow_of(reply, asked, status=status), websocket=websocket) is raw


@pytest.mark.parametrize(("mode", "verdict"), [("closed", Verdict.DENY), ("open", Verdict.ALLOW)])
def test_records_a_raw_connection_by_its_rule(mode, verdict):
    outcome = streams.raw_outcome("tcp", Server(address=("mail.example.test", 25)), "127.0.0.1", mode)
    assert outcome.decision.verdict is verdict
    assert (outcome.reading.request.host, outcome.reading.request.port) == ("mail.example.test", 25)
    assert outcome.reading.unreadable == "raw tcp traffic"
    assert outcome.degraded == ("not inspected",)


def test_takes_the_offer_of_http3_off():
    """BUGS B23."""
    flow = flow_of([(b"Alt-Svc", b'h3=":443"'), (b"alt-svc", b'h3-29=":443"'), (b"X", b"1")], [])
    streams.hide_http3(flow)
    assert flow.response.headers.fields == ((b"X", b"1"),)


@pytest.mark.parametrize(
    ("kind", "holds"),
    [
        ("application/grpc", True),
        ("application/connect+proto", True),
        ("application/grpc-web+proto", False),
        ("application/json", False),
    ],
)
def test_tells_streams_that_may_never_end(kind, holds):
    assert streams.is_grpc(tutils.treq(headers=[(b"content-type", kind.encode())])) is holds

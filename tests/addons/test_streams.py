"""What can be told of a stream without reading it."""

import pytest
from guardian_addons import streams
from mitmproxy import http
from mitmproxy.connection import Server
from mitmproxy.test import tflow

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
        ([(b"Content-Type", b"application/json")], [(b"Accept", b"application/json, text/event-stream")], False),
        ([(b"Content-Type", b"application/grpc+proto")], [], True),
        ([(b"Content-Type", b"video/mp4"), (b"Content-Length", b"1001")], [], True),
        ([(b"Content-Length", b"1000")], [], False),
        ([(b"Content-Length", b"lots")], [], False),
        ([], [], False),
    ],
    ids=["event stream", "typeless reply to a wish for one", "json", "grpc", "long", "not long", "bad length", "nothing"],
)
def test_lets_flow_what_must_not_wait(reply, asked, flows):
    assert streams.flows_through(flow_of(reply, asked), longest=1000) is flows


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

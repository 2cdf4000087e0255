"""Replies on the wire: framing, headers, interleavings, WebSockets; the core in front of it is scripted."""

import gzip
import json
import random
from dataclasses import replace

import h2.config
import h2.connection
import h2.events
import pytest
import wsproto.events as ws
from guardian_addons import restore
from mitmproxy import http
from mitmproxy.test import tflow

from guardian_core.vocabulary import Kept, Level, Verdict
from tests.addons.test_websocket import Socket

WORDS = {"[PERSON_1]": "Dana Quill"}


def flow_of(reply=(), *, status=200, version="HTTP/1.1", method="POST"):
    flow = tflow.tflow(resp=True)
    flow.request.method, flow.request.http_version = method, version
    flow.response.headers, flow.response.status_code = http.Headers(list(reply)), status
    return flow


def opened(flow, words=WORDS, **kept):
    replies = restore.Replies()
    replies.expect(flow, Kept(words, **kept))
    return replies.open(flow)


TEXT = (b"Content-Type", b"text/plain")


def test_takes_off_what_was_true_of_other_bytes():
    named = [
        (b"ETag", b'"1"'),
        (b"Content-Length", b"9"),
        (b"Content-MD5", b"x"),
        (b"Digest", b"x"),
        (b"Content-Encoding", b"gzip"),
    ]
    flow = flow_of([TEXT, *named, (b"X-Request-Id", b"7")])
    assert opened(flow)
    assert dict(flow.response.headers) == {"Content-Type": "text/plain", "X-Request-Id": "7", "Transfer-Encoding": "chunked"}
    assert b"".join(flow.response.stream(gzip.compress(b"I am [PERSON_1]")) + flow.response.stream(b"")) == b"I am Dana Quill"


@pytest.mark.parametrize("version", ["HTTP/1.0", "HTTP/2.0"])
def test_sends_chunks_only_to_clients_that_know_them(version):
    flow = flow_of([TEXT, (b"Content-Length", b"9")], version=version)
    assert opened(flow)
    assert list(flow.response.headers) == ["Content-Type"]


@pytest.mark.parametrize(
    "flow",
    [
        flow_of([TEXT], status=206),
        flow_of([TEXT], status=304),
        flow_of([TEXT], status=101),
        flow_of([TEXT], method="HEAD"),
        flow_of([]),
    ],
)
def test_leaves_other_replies_as_they_are(flow):
    before = list(flow.response.headers.fields)
    assert not opened(flow)
    assert not flow.response.stream
    assert list(flow.response.headers.fields) == before


def test_never_sends_an_empty_chunk():
    """In chunked framing that would be the end of the reply."""
    flow = flow_of([TEXT])
    assert opened(flow)
    assert flow.response.stream(b"[PERSON") == []
    assert flow.response.stream(b"_1]") == [b"Dana Quill"]
    assert flow.response.stream(b"") == []


def test_ends_a_reply_that_cannot_be_decoded():
    flow = flow_of([TEXT, (b"Content-Encoding", b"gzip")])
    assert opened(flow)
    broken = gzip.compress(b"x" * 99)[:-8] + b"\xff" * 99
    assert flow.response.stream(broken) == []
    assert flow.error
    assert flow.response.stream(b"[PERSON_1]") == []


def test_keeps_a_thousand_replies_apart():
    """B46: all at once, piece by piece in any order, each from what its own flow was given."""
    replies, flows, dice = (
        restore.Replies(),
        [flow_of([(b"Content-Type", b"text/event-stream")]) for _ in range(1000)],
        random.Random(5),
    )
    for number, flow in enumerate(flows):
        flow.id = f"flow-{number}"
        replies.expect(flow, Kept({"[PERSON_1]": f"Person {number}"}))
    left = {}
    for number in dice.sample(range(1000), 1000):
        assert replies.open(flows[number])
        data = b"".join(b"data: " + json.dumps({"delta": piece}).encode() + b"\n\n" for piece in ("Dear [PER", "SON_1]", "!"))
        left[number] = [data[at : at + 9] for at in range(0, len(data), 9)] + [b""]
    told = dict.fromkeys(left, b"")
    while left:
        number = dice.choice(list(left))
        told[number] += b"".join(flows[number].response.stream(left[number].pop(0)))
        if not left[number]:
            del left[number]
    for number, data in told.items():
        text = "".join(json.loads(line[6:])["delta"] for line in data.decode().splitlines() if line)
        assert text == f"Dear Person {number}!"


def test_forgets_flows_that_are_over_and_too_many():
    replies, flow = restore.Replies(), flow_of([TEXT])
    replies.expect(flow, Kept(WORDS))
    replies.forget(flow)
    assert not replies.open(flow)
    replies.expect(flow, None)
    assert not replies.open(flow)
    replies.expect(flow, Kept(WORDS))
    for number in range(restore.MOST_FLOWS):
        other = flow_of()
        other.id = str(number)
        replies.expect(other, Kept(WORDS))
    assert not replies.open(flow)


def test_keeps_originals_out_of_the_flow():
    """What flow stores and mitmweb hold."""
    flow = flow_of([TEXT])
    assert opened(flow)
    assert flow.response.stream(b"I am [PERSON_1]") == [b"I am Dana Quill"]
    assert "Dana" not in repr(flow.get_state())


def kept(outcome, words=WORDS):
    return replace(outcome, kept=Kept(words))


def over_http2(wire, count):
    """The bodies of `count` replies over one connection, and the fields of the last."""
    stream = wire.tunnel("shop.example.test", alpn=("h2",))
    connection = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
    connection.initiate_connection()
    bodies, fields = {}, {}
    for number in range(1, 2 * count, 2):
        asked = {":method": "GET", ":path": "/", ":scheme": "https", ":authority": "shop.example.test"}
        connection.send_headers(number, list(asked.items()), end_stream=True)
    stream.sendall(connection.data_to_send())
    ended = 0
    while ended < count:
        for event in connection.receive_data(stream.recv(65536)):
            if isinstance(event, h2.events.DataReceived):
                bodies[event.stream_id] = bodies.get(event.stream_id, b"") + event.data
            elif isinstance(event, h2.events.ResponseReceived):
                fields = dict(event.headers)
            ended += isinstance(event, h2.events.StreamEnded)
        stream.sendall(connection.data_to_send())
    stream.close()
    return list(bodies.values()), fields


def test_restores_replies_over_http1_and_http2(wire, verdict_of):
    wire.core.answer = lambda request: kept(verdict_of(request))
    wire.origin.body = b"I am [PERSON_1], [PER"
    with wire.client() as client:
        replies = [client.get("https://shop.example.test/") for _ in range(2)]  # over one connection
    assert [reply.text for reply in replies] == ["I am Dana Quill, [PER"] * 2
    assert replies[0].headers.get("content-length") is None
    bodies, fields = over_http2(wire, 3)
    assert bodies == [b"I am Dana Quill, [PER"] * 3
    assert "transfer-encoding" not in fields


def test_changes_nothing_in_observe_mode(wire, verdict_of):
    wire.core.answer = lambda request: kept(verdict_of(request, Verdict.TRANSFORM))
    wire.origin.body = b"I am [PERSON_1]"
    with wire.settings(decision={"observe": True}), wire.client() as client:
        assert client.get("https://shop.example.test/").text == "I am [PERSON_1]"


def test_answers_over_a_websocket_in_order(wire, verdict_of):
    """One character each; a half placeholder is sent before the message that ends its text."""

    def judge(request):
        if request.method != "WEBSOCKET":
            return verdict_of(request)
        assert request.session
        rewritten = replace(request, body=request.body.replace(b"Dana Quill", b"[PERSON_1]"))
        return kept(verdict_of(request, Verdict.TRANSFORM, rewritten=rewritten, level=Level.TAGS))

    wire.core.answer = judge
    pieces = [*"I am [PERSON_1], and [PER"]
    wire.origin.says = [json.dumps({"type": "response.text.delta", "delta": piece, "item_id": "i"}) for piece in pieces]
    wire.origin.says += [json.dumps({"type": "response.text.done", "text": "I am [PERSON_1], and [PER", "item_id": "i"})]
    client = Socket(wire)
    client.send(ws.TextMessage('{"type":"create","input":"I am Dana Quill"}'))
    told = [json.loads(client.wait(ws.TextMessage).data) for _ in (*wire.origin.says, "and one with the tail")]
    assert wire.origin.frames == ['{"type":"create","input":"I am [PERSON_1]"}']
    assert [one["type"] for one in told] == ["response.text.delta"] * (len(pieces) + 1) + ["response.text.done"]
    assert "".join(one["delta"] for one in told[:-1]) == "I am Dana Quill, and [PER"
    assert told[-1]["text"] == "I am Dana Quill, and [PER"
    client.send(ws.TextMessage("once more"))
    assert [json.loads(client.wait(ws.TextMessage).data) for _ in told] == told
    client.stream.close()

"""What leaves through the running proxy, and what does not."""

import base64
import gzip
import hashlib
import logging
import socket
import time
from dataclasses import replace

import h2.config
import h2.connection
import h2.events
import pytest
from guardian_addons import notes

from guardian_core.vocabulary import Level, Verdict

CANARY = "canary.dana.quill@example.test"
URL = "https://shop.example.test/v1/things?q=1"


def forms(text):
    """The spellings in which a value could stay somewhere: plain, base64, percent, hex, unsalted hashes."""
    raw = text.encode()
    return [
        raw,
        base64.b64encode(raw).rstrip(b"=")[:-1],
        raw.hex().encode(),
        text.replace("@", "%40").encode(),
        hashlib.sha256(raw).hexdigest().encode(),
        hashlib.md5(raw).hexdigest().encode(),
    ]


def chunks(*parts):
    yield from parts


BODIES = {
    "json with odd spacing": (b'{"a": 1.0,  "b":"\\u00e9" }', {"Content-Type": "application/json"}),
    "gzip": (gzip.compress(b'{"a":1}'), {"Content-Type": "application/json", "Content-Encoding": "gzip"}),
    "labelled gzip but plain": (b'{"a":1}', {"Content-Type": "application/json", "Content-Encoding": "gzip"}),
    "unknown coding": (b"\x00\xff\x80", {"Content-Encoding": "aws-chunked, br"}),
    "form": (b"a=&b&c=x%20y&d=%7E&e[]=1&e[]=2", {"Content-Type": "application/x-www-form-urlencoded"}),
    "empty": (b"", {"Content-Type": "text/plain"}),
}


@pytest.mark.parametrize("http2", [False, True], ids=["h1", "h2"])
@pytest.mark.parametrize("name", BODIES)
def test_leaves_an_allowed_request_as_it_was(wire, name, http2):
    body, headers = BODIES[name]
    with wire.client(http2=http2) as client:
        reply = client.post(URL, content=body, headers={**headers, "X-Odd": "two", "x-MiXed": "1"})
    assert reply.status_code == 200
    ((fields, arrived, version),) = wire.origin.requests
    assert arrived == body
    assert version == ("2" if http2 else "1.1")
    sent = [(k, v) for k, v in reply.request.headers.raw]
    if http2:
        sent = [(k.lower(), v) for k, v in sent if k.lower() not in {b"host", b"connection", b"transfer-encoding"}]
    assert [field for field in fields if not field[0].startswith(b":")] == [(k, v) for k, v in sent]
    assert (b":path", b"/v1/things?q=1") in fields
    assert wire.core.requests[0].body == body


def test_keeps_chunked_framing_of_an_allowed_body(wire):
    with wire.client() as client:
        client.post(URL, content=chunks(b"one,", b"two"))
    ((fields, arrived, _),) = wire.origin.requests
    assert arrived == b"one,two"
    assert (b"Transfer-Encoding", b"chunked") in fields
    assert b"content-length" not in {name.lower() for name, _ in fields}


def test_names_the_connections_host_not_the_host_header(wire):
    with wire.client() as client:
        client.get("https://shop.example.test/", headers={"Host": "friendly.example"})
    request = wire.core.requests[0]
    assert (request.host, request.port, request.scheme) == ("shop.example.test", 443, "https")


def test_keeps_the_name_of_a_mapped_host_on_a_reused_connection(wire):
    with wire.client() as client:
        for _ in range(3):
            assert client.get(URL).status_code == 200
    assert [request.host for request in wire.core.requests] == ["shop.example.test"] * 3
    assert {dict(fields)[b"Host"] for fields, _, _ in wire.origin.requests} == {b"shop.example.test"}


@pytest.mark.parametrize("http2", [False, True], ids=["h1", "h2"])
@pytest.mark.parametrize("body", [b'{"mail":"x@example.invalid, and a longer text than before"}', b"x"], ids=["longer", "shorter"])
def test_sends_a_rewritten_request_with_the_right_length(wire, verdict_of, body, http2):
    def rewrite(request):
        headers = tuple((k, b"https://shop.example.test/other") if k.lower() == b"referer" else (k, v) for k, v in request.headers)
        rewritten = replace(request, target="/v1/other?q=%C3%A9", body=body, headers=headers)
        return verdict_of(request, Verdict.TRANSFORM, rewritten=rewritten, level=Level.PARTIAL)

    wire.core.answer = rewrite
    with wire.client(http2=http2) as client:
        reply = client.post(URL, content=f'{{"mail":"{CANARY}"}}', headers={"Referer": f"https://a.test/?m={CANARY}"})
    assert reply.status_code == 200
    ((fields, arrived, _),) = wire.origin.requests
    assert arrived == body
    lower = {name.lower(): value for name, value in fields}
    assert lower[b"content-length"] == str(len(body)).encode()
    assert lower[b":path"] == b"/v1/other?q=%C3%A9"
    assert CANARY.encode() not in repr(fields).encode()
    assert wire.flow.comment.startswith("transform L1")
    assert wire.flow.metadata["guardian"]["verdict"] == "transform"


def test_does_not_encode_a_rewritten_body_a_second_time(wire, verdict_of):
    body = gzip.compress(b'{"mail":"[EMAIL]"}')
    wire.core.answer = lambda request: verdict_of(request, Verdict.TRANSFORM, rewritten=replace(request, body=body))
    with wire.client() as client:
        client.post(URL, content=gzip.compress(b'{"mail":"x"}'), headers={"Content-Encoding": "gzip"})
    ((fields, arrived, _),) = wire.origin.requests
    assert arrived == body
    assert {k.lower(): v for k, v in fields}[b"content-encoding"] == b"gzip"


def explode(request):
    raise ValueError(f"cannot parse {request.body!r} of {request.target}")


async def explode_later(request):
    await __import__("asyncio").sleep(0)
    raise RecursionError(request.body.decode())


def deny(verdict_of):
    return lambda request: verdict_of(request, Verdict.DENY)


def transform_without_a_rewrite(verdict_of):
    return lambda request: verdict_of(request, Verdict.TRANSFORM)


REFUSALS = {
    "raises": lambda _: explode,
    "raises later": lambda _: explode_later,
    "denies": deny,
    "transforms into nothing": transform_without_a_rewrite,
    "returns no outcome": lambda _: lambda request: None,
}


@pytest.mark.parametrize("http2", [False, True], ids=["h1", "h2"])
@pytest.mark.parametrize("name", REFUSALS)
def test_lets_nothing_of_a_refused_request_out(wire, verdict_of, tmp_path, caplog, capfd, name, http2):
    """Neither the origin nor the reply, the logs, the flow file or the journal may hold the value in any common spelling."""
    caplog.set_level(logging.DEBUG)
    for other in ("hpack", "httpx", "httpcore"):  # the first as mitmproxy's own main does, the others are the client's
        logging.getLogger(other).setLevel(logging.WARNING)
    wire.core.answer = REFUSALS[name](verdict_of)
    stored = tmp_path / "flows"
    wire.set(save_stream_file=str(stored))
    with wire.client(http2=http2, cookies={"who": CANARY}) as client:
        reply = client.post(
            f"https://shop.example.test/v1/things?m={CANARY}",
            json={"mail": CANARY},
            headers={"Referer": f"https://app.example.test/?m={CANARY}", "Authorization": CANARY, "X-Mail": CANARY},
        )
    wire.set(save_stream_file=None)
    wire.do(lambda: None)
    assert reply.status_code == 403
    assert reply.json()["error"]["message"].startswith("This request was not sent")
    assert reply.json()["error"]["id"] == wire.flow.id
    assert wire.origin.requests == []
    journal = b"".join(path.read_bytes() for path in wire.home.glob("audit.db*"))
    places = {
        "reply": reply.content + repr(reply.headers).encode(),
        "log": caplog.text.encode(),
        "terminal": "".join(capfd.readouterr()).encode(),
        "flow file": stored.read_bytes(),
        "journal": journal,
        "metadata": repr(wire.flow.metadata).encode() + wire.flow.comment.encode(),
    }
    assert wire.flow.id.encode() in places["flow file"]
    left = [(where, form) for where, content in places.items() for form in forms(CANARY) if form.lower() in content.lower()]
    assert left == []


def test_says_where_it_failed_and_nothing_more(wire, caplog):
    wire.core.answer = explode
    with wire.client() as client:
        client.post(URL, json={"mail": CANARY})
    (line,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert line.startswith(f"could not check {wire.flow.id}: internal error ValueError at ")
    assert "test_guardian:" in line
    assert not any(record.exc_info for record in caplog.records)


def test_keeps_the_path_of_a_request_denied_for_its_body(wire, verdict_of):
    wire.core.answer = deny(verdict_of)
    with wire.client() as client:
        client.post(URL, json={"mail": CANARY})
    assert wire.flow.request.path == "/v1/things"
    assert wire.flow.request.raw_content == b""
    assert wire.flow.marked == notes.MARKS[Verdict.DENY]


MALFORMED = {
    "length": f"POST http://{{host}}/{CANARY} HTTP/1.1\r\nhost: {{host}}\r\ncontent-length: {CANARY}\r\n\r\n",
    "chunk": f"POST http://{{host}}/?{CANARY} HTTP/1.1\r\nhost: {{host}}\r\ntransfer-encoding: chunked\r\n\r\n{CANARY}\r\n",
    "request line": f"GET http://{{host}}/?q={CANARY} and more HTTP/1.1\r\n\r\n",
    "header": f"GET http://{{host}}/ HTTP/1.1\r\n{CANARY}\r\n\r\n",
    "cut off": f"POST http://{{host}}/?{CANARY} HTTP/1.1\r\nhost: {{host}}\r\ncontent-length: 999\r\n\r\n{CANARY}",
}


@pytest.mark.parametrize("name", MALFORMED)
def test_keeps_nothing_of_a_request_that_broke_before_it_was_decided_about(wire, caplog, name):
    """mitmproxy quotes it in its error, its log, and keeps its address in the list of flows."""
    caplog.set_level(logging.DEBUG)
    with socket.create_connection(("127.0.0.1", wire.port), timeout=10) as client:
        client.sendall(MALFORMED[name].format(host="shop.example.test").encode())
        client.shutdown(socket.SHUT_WR)
        while client.recv(65536):
            pass
    kept = repr([(flow.get_state(), flow.error) for flow in wire.broken])
    assert CANARY not in kept
    assert CANARY not in caplog.text
    assert wire.origin.requests == []
    assert all(flow.marked == notes.UNMARKED for flow in wire.broken)


def test_steps_aside_where_another_addon_has_answered(wire):
    with wire.client() as client:
        assert client.get("http://mitm.it/").status_code == 200
    assert wire.core.requests == []


def test_changes_nothing_in_observe_mode(wire, verdict_of):
    wire.core.answer = deny(verdict_of)
    with wire.settings(decision={"observe": True}), wire.client() as client:
        assert client.post(URL, content=b"plain").status_code == 200
        wire.core.answer = explode
        assert client.post(URL, content=b"plain").status_code == 200
    assert [body for _, body, _ in wire.origin.requests] == [b"plain", b"plain"]
    assert wire.flow.comment.startswith("would have been: deny")


@pytest.mark.parametrize("framed", ["length", "chunked"])
def test_sees_a_body_that_mitmproxy_would_have_streamed(wire, verdict_of, framed):
    """BUGS B13: with stream_large_bodies the first bytes of a chunked body leave before any hook runs."""
    wire.core.answer = lambda request: verdict_of(request, Verdict.DENY if CANARY.encode() in request.body else Verdict.ALLOW)
    wire.set(stream_large_bodies="64k")
    big = CANARY.encode() + b"x" * 300_000
    with wire.client() as client:
        reply = client.post(URL, content=big if framed == "length" else chunks(big[:100_000], big[100_000:]))
    assert reply.status_code == 403
    assert wire.origin.requests == []
    assert len(wire.core.requests[0].body) == len(big)


class H2:
    """A bare HTTP/2 client through the proxy: trailers, half-finished requests."""

    def __init__(self, wire, **headers):
        self.stream = wire.tunnel("shop.example.test", alpn=["h2"])
        self.talk = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True, header_encoding=None))
        self.talk.initiate_connection()
        head = [(":method", "POST"), (":path", "/t"), (":scheme", "https"), (":authority", "shop.example.test")]
        self.talk.send_headers(1, [*head, *((name.replace("_", "-"), value) for name, value in headers.items())])

    def wait(self, *kinds):
        self.stream.sendall(self.talk.data_to_send())
        while data := self.stream.recv(65536):
            for event in self.talk.receive_data(data):
                if isinstance(event, kinds):
                    return event
            self.stream.sendall(self.talk.data_to_send())
        return None


@pytest.mark.parametrize(("mode", "status"), [("closed", b"403"), ("open", b"200")])
def test_decides_about_unseen_trailers_by_fail_mode(wire, mode, status):
    with wire.settings(fail={"unreadable": mode}):
        client = H2(wire)
        client.talk.send_data(1, b"a")
        client.talk.send_headers(1, [("x-mail", "dana@example.test")], end_stream=True)
        reply = client.wait(h2.events.ResponseReceived)
    client.stream.close()
    assert dict(reply.headers)[b":status"] == status
    assert len(wire.origin.requests) == (mode == "open")


def until(true):
    deadline = time.monotonic() + 10
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_does_not_hold_grpc_where_its_recipient_may_receive_what_cannot_be_read(wire):
    """BUGS B17: in bidirectional streaming the request does not end before its reply begins."""
    client = H2(wire, content_type="application/grpc")
    client.talk.send_data(1, b"\x00\x00\x00\x00\x01a")
    client.stream.sendall(client.talk.data_to_send())
    until(lambda: bytes(wire.origin.raw) == b"\x00\x00\x00\x00\x01a")
    client.talk.end_stream(1)
    assert dict(client.wait(h2.events.ResponseReceived).headers)[b":status"] == b"200"
    client.stream.close()
    assert wire.core.requests == []
    assert "gRPC streams cannot be read" in wire.flow.comment
    assert wire.flow.metadata["guardian"]["verdict"] == "allow"


def test_ends_grpc_at_once_where_it_may_not(wire):
    with wire.settings(fail={"opaque": {}}):
        client = H2(wire, content_type="application/grpc+proto")
        client.talk.send_data(1, b"\x00\x00\x00\x00\x01a")
        assert client.wait(h2.events.StreamReset, h2.events.ConnectionTerminated)
    client.stream.close()
    assert wire.origin.requests == []
    assert bytes(wire.origin.raw) == b""


def test_lets_event_streams_flow(wire):
    wire.origin.reply = [(b"content-type", b"text/event-stream")]
    with wire.client() as client:
        client.get(URL)
    assert wire.flow.response.stream

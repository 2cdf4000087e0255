"""Flow to request and back, byte for byte."""

from dataclasses import replace

import pytest
from guardian_addons import apply
from hypothesis import given
from hypothesis import strategies as st
from mitmproxy import http
from mitmproxy.test import tflow, tutils
from mitmproxy.websocket import WebSocketMessage
from wsproto.frame_protocol import Opcode

NAMES = st.sampled_from([b"Host", b"Content-Length", b"content-length", b"X-A", b"Cookie", b"Accept"])
FIELDS = st.lists(st.tuples(NAMES, st.binary(max_size=9)), max_size=6)


def flow_of(*, fields=(), body=b"", path=b"/a?b=1", http2=False):
    request = tutils.treq(
        path=path,
        content=body,
        headers=http.Headers(fields),
        http_version=b"HTTP/2.0" if http2 else b"HTTP/1.1",
        host="shop.example.test",
        port=443,
        scheme=b"https",
    )
    return tflow.tflow(req=request)


@given(fields=FIELDS, body=st.binary(max_size=40), path=st.binary(max_size=20))
def test_gives_back_the_same_bytes_when_nothing_changed(fields, body, path):
    flow = flow_of(fields=fields, body=body, path=path)
    before = flow.request.data.get_state() if hasattr(flow.request.data, "get_state") else flow.request.get_state()
    apply.put(flow, apply.to_request(flow))
    after = flow.request.data.get_state() if hasattr(flow.request.data, "get_state") else flow.request.get_state()
    assert after == before


@given(fields=FIELDS, body=st.binary(max_size=40), http2=st.booleans())
def test_says_the_length_of_a_changed_body(fields, body, http2):
    flow = flow_of(fields=fields, body=b"the old body", http2=http2)
    apply.put(flow, replace(apply.to_request(flow), body=body))
    said = [value for name, value in flow.request.headers.fields if name.lower() == b"content-length"]
    assert set(said) <= {str(len(body)).encode()}
    if body != b"the old body" and body and not http2:
        assert said


def test_drops_the_length_of_a_chunked_body():
    old = ((b"Transfer-Encoding", b"chunked"), (b"Content-Length", b"3"))
    assert apply.framed(old, 9, http1=True) == ((b"Transfer-Encoding", b"chunked"),)


@pytest.mark.parametrize(
    ("host", "sni", "scheme", "expected"),
    [
        ("Shop.Example.Test.", "else.example.test", b"https", "shop.example.test"),
        ("192.0.2.7", "shop.example.test", b"https", "shop.example.test"),
        ("192.0.2.7", None, b"https", "192.0.2.7"),
        ("192.0.2.7", "shop.example.test", b"http", "192.0.2.7"),
        ("2001:db8::1", "Shop.Example.test", b"https", "shop.example.test"),
    ],
    ids=["name wins over SNI", "address is named by SNI", "address", "no TLS, no SNI", "IPv6"],
)
def test_takes_the_authority_of_the_connection(host, sni, scheme, expected):
    flow = flow_of(fields=[(b"Host", b"friendly.example")])
    flow.request.data.host, flow.request.data.scheme, flow.client_conn.sni = host, scheme, sni
    assert apply.to_request(flow).host == expected


SECRET = b"dana.quill@example.test"


@pytest.mark.parametrize("keep_path", [True, False])
def test_leaves_nothing_of_a_refused_request_in_the_flow(keep_path):
    fields = [(name, SECRET) for name in (b"Cookie", b"Referer", b"Authorization", b"X-Mail", b"Content-Length")]
    path = b"/things?mail=" + SECRET if keep_path else b"/" + SECRET
    flow = flow_of(fields=[*fields, (b"Host", b"shop.example.test")], body=SECRET, path=path)
    flow.request.trailers = http.Headers([(b"X", SECRET)])
    flow.backup()
    apply.scrub(flow, keep_path=keep_path)
    assert SECRET.decode() not in repr(flow.get_state())
    assert flow.request.path == ("/things" if keep_path else "/")
    assert flow.request.headers["Host"] == "shop.example.test"


def test_makes_a_frame_a_request_without_the_handshakes_query_and_cookies():
    fields = [(b"Cookie", b"sid=1"), (b"Origin", b"https://app.example.test"), (b"Content-Length", b"0")]
    flow = flow_of(fields=fields, path=b"/chat?token=1")
    request = apply.frame_request(flow, WebSocketMessage(Opcode.TEXT, True, b"hello"))
    assert (request.method, request.target, request.body) == ("WEBSOCKET", "/chat", b"hello")
    assert request.headers == ((b"Origin", b"https://app.example.test"), (b"Content-Type", b"text/plain; charset=utf-8"))
    binary = apply.frame_request(flow, WebSocketMessage(Opcode.BINARY, True, b"\x00"))
    assert binary.header("content-type") == "application/octet-stream"

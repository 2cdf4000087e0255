"""Exactly one framing header, trailers, digests, 100-continue and signed bodies, looked at byte by byte by a raw-socket origin."""

import base64
import gzip
import hashlib
import json

import pytest

from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, reply_from, status_of

PLAIN = b'{"id":12345678901234567890123,"amt":10.10,"rate":1e400,"dup":1,"dup":2, "mail":"' + MAIL.encode() + b'"}'
JSON = b"Content-Type: application/json"
HEAD = b"POST /v1 HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%s\r\n"


def chunked(body, size=7):
    pieces = [body[i : i + size] for i in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def test_a_rewritten_body_has_one_true_length(wire):
    assert status_of(wire.post(REWRITES, PLAIN, JSON)) == 200
    (seen,) = wire.origin.seen
    assert seen.all(b"content-length") == [b"%d" % len(seen.body)]
    assert seen.all(b"transfer-encoding") == []


def test_only_the_value_changes(wire):
    """BUGS B12: big numbers, trailing zeros, repeated keys and spacing stay as they were."""
    wire.post(REWRITES, PLAIN, JSON)
    before, after = PLAIN.split(MAIL.encode())
    got = wire.origin.seen[0].body
    assert got.startswith(before)
    assert got.endswith(after)
    assert MAIL.encode() not in got


def test_a_rewritten_chunked_body_stays_chunked(wire):
    reply = wire.say(REWRITES, HEAD % (REWRITES.encode(), b"Transfer-Encoding: chunked\r\n") + chunked(PLAIN))
    assert status_of(reply) == 200
    (seen,) = wire.origin.seen
    assert seen.all(b"content-length") == []
    assert seen.all(b"transfer-encoding") == [b"chunked"]
    assert MAIL.encode() not in seen.body
    assert seen.body.startswith(PLAIN[:60])


AMBIGUOUS = {
    "length and chunks": b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
    "two lengths": b"Content-Length: 5\r\nContent-Length: 6\r\n",
    "a list of lengths": b"Content-Length: 5, 6\r\n",
    "a signed length": b"Content-Length: +5\r\n",
    "chunked twice": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    "chunks inside": b"Transfer-Encoding: chunked, identity\r\n",
    "a space before the colon": b"Content-Length : 5\r\n",
    "unknown transfer coding": b"Transfer-Encoding: xchunked\r\n",
    "a folded header": b"Transfer-Encoding:\r\n chunked\r\n",
}


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_what_says_its_end_twice_never_smuggles(wire, name):
    """A body that is framed twice either arrives framed once, or does not arrive; nothing behind it counts as a request."""
    body = b"0\r\n\r\nGET /smuggled?m=" + MAIL.encode() + b" HTTP/1.1\r\nHost: x\r\n\r\n"
    wire.say(ALLOWS, HEAD % (ALLOWS.encode(), AMBIGUOUS[name]) + body, wait=1.0)
    assert MAIL.encode() not in wire.origin.raw
    assert [seen for seen in wire.origin.seen if b"smuggled" in seen.head] == []


@pytest.mark.parametrize("declared", [b"", b"Trailer: X-Mail\r\n"])
def test_trailers_of_a_request_are_refused_at_once(wire, declared):
    body = b'5\r\n{"a":\r\n2\r\n1}\r\n0\r\nX-Mail: ' + MAIL.encode() + b"\r\n\r\n"
    reply = wire.say(ALLOWS, HEAD % (ALLOWS.encode(), b"Transfer-Encoding: chunked\r\n" + declared) + body, wait=5.0)
    assert status_of(reply) == 403
    assert MAIL.encode() not in wire.origin.raw


@pytest.mark.parametrize("in_pieces", [False, True])
def test_trailers_of_a_reply_go_and_its_body_comes(wire, in_pieces):
    wire.origin.reply = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\nTrailer: Server-Timing\r\n\r\n"
        b"5\r\nhello\r\n0\r\nServer-Timing: db;dur=53\r\n\r\n"
    )
    request = HEAD % (ALLOWS.encode(), b"Content-Length: 2\r\n") + b"{}"
    pieces = [request[place : place + 1] for place in range(len(request))] if in_pieces else [request]
    reply = wire.say(ALLOWS, *pieces, wait=5.0)
    assert status_of(reply) == 200
    assert b"hello" in reply
    assert b"Server-Timing: db" not in reply


def test_answers_expect_100_continue_itself_and_sends_none_on(wire):
    head = b"POST /v1 HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"
    with wire.tunnel(REWRITES) as stream:
        stream.sendall(head % (REWRITES.encode(), len(PLAIN)))
        assert stream.recv(4096).startswith(b"HTTP/1.1 100")
        assert wire.origin.connections == 0
        stream.sendall(PLAIN)
        assert status_of(reply_from(stream)) == 200
    (seen,) = wire.origin.seen
    assert seen.all(b"expect") == []
    assert MAIL.encode() not in seen.body


def test_a_refused_body_is_never_waited_for_by_the_origin(wire):
    assert status_of(wire.post(DENIES, PLAIN, JSON, b"Expect: 100-continue")) == 403
    assert wire.origin.connections == 0


DIGESTS = {
    b"Content-MD5": lambda body: base64.b64encode(hashlib.md5(body).digest()),
    b"Digest": lambda body: b"sha-256=" + base64.b64encode(hashlib.sha256(body).digest()),
    b"Content-Digest": lambda body: b"sha-512=:" + base64.b64encode(hashlib.sha512(body).digest()) + b":",
    b"Repr-Digest": lambda body: b"sha-256=:" + base64.b64encode(hashlib.sha256(body).digest()) + b":",
}


@pytest.mark.parametrize("name", DIGESTS, ids=bytes.decode)
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_a_digest_is_that_of_the_bytes_sent(wire, name, pack):
    body, fields = pack(PLAIN), [JSON]
    if pack is gzip.compress:
        fields.append(b"Content-Encoding: gzip")
    assert status_of(wire.post(REWRITES, body, *fields, name + b": " + DIGESTS[name](body))) == 200
    (seen,) = wire.origin.seen
    assert seen.body != body
    assert seen.all(name) == [DIGESTS[name](seen.body)]


def test_a_digest_nobody_here_can_make_is_dropped_and_of_two_the_known_one_stays(wire):
    given = b"Content-Digest: sha-256=:%s:, unixsum=:MDE=:" % base64.b64encode(hashlib.sha256(PLAIN).digest())
    assert status_of(wire.post(REWRITES, PLAIN, JSON, given, b"X-Amz-Checksum-Crc32: AAAAAA==", b"Digest: UNIXsum=1")) == 200
    (seen,) = wire.origin.seen
    assert seen.all(b"content-digest") == [b"sha-256=:" + base64.b64encode(hashlib.sha256(seen.body).digest()) + b":"]
    assert seen.all(b"digest") == []


def test_an_untouched_request_keeps_its_digest(wire):
    assert status_of(wire.post(ALLOWS, PLAIN, JSON, b"Content-MD5: wrong", b"Digest: sha-256=wrong")) == 200
    assert wire.origin.seen[0].all(b"content-md5") == [b"wrong"]
    assert wire.origin.seen[0].all(b"digest") == [b"sha-256=wrong"]


AWS = (
    b"Authorization: AWS4-HMAC-SHA256 Credential=AK/20260101/eu/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature="
    + b"a" * 64
)
SIGNED = {
    "sigv4": [AWS, b"X-Amz-Content-SHA256: " + hashlib.sha256(PLAIN).hexdigest().encode()],
    "sigv4 without the hash": [AWS],
    "aws, version 2": [b"Authorization: AWS AKIDEXAMPLE:frJIUN8DYpKDtOLCwo//yllqDzg="],
    "azure": [b"Authorization: SharedKey account:ctzMq410TV3wS7upTBcunJTDLEJwMAZuFPfr0mrrA08="],
    "message signature": [b'Signature-Input: sig1=("content-digest");keyid="k"', b"Signature: sig1=:MEUCIQ==:"],
    "a digest that is signed": [
        b"Content-Digest: sha-256=:" + base64.b64encode(hashlib.sha256(PLAIN).digest()) + b":",
        b'Signature-Input: sig1=("content-digest");keyid="k"',
        b"Signature: sig1=:MEUCIQ==:",
    ],
    "webhook": [b"X-Hub-Signature-256: sha256=" + b"a" * 64],
    "a header of one's own": [b"X-Acme-Request-Signature: deadbeefdeadbeef"],
    "detached JWS": [b"X-JWS-Signature: eyJhbGciOiJFUzI1NiJ9..c2lnbmF0dXJl"],
}


@pytest.mark.parametrize("name", SIGNED)
def test_a_signed_body_is_refused_with_the_reason_where_it_would_be_rewritten(wire, name):
    assert status_of(wire.post(REWRITES, PLAIN, JSON, *SIGNED[name])) == 403
    assert wire.origin.raw == b""
    assert "signed body, cannot rewrite" in wire.last().comment
    assert status_of(wire.post(ALLOWS, PLAIN, JSON, *SIGNED[name])) == 200
    assert wire.origin.seen[0].body == PLAIN


def segment(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode() if not isinstance(value, bytes) else value).rstrip(b"=").decode()


JWS = {
    "compact": (f"{segment({'alg': 'ES256'})}.{segment({'mail': MAIL})}.{segment(b'x' * 64)}".encode(), b"application/jose"),
    "JSON": (
        json.dumps(
            {"protected": segment({"alg": "ES256"}), "payload": segment({"mail": MAIL}), "signature": segment(b"x" * 64)}
        ).encode(),
        b"application/jose+json",
    ),
    "JSON, several": (
        json.dumps({"payload": segment({"mail": MAIL}), "signatures": [{"protected": "e30", "signature": "eHg"}]}).encode(),
        b"application/json",
    ),
}


@pytest.mark.parametrize("name", JWS)
def test_a_signed_token_as_the_body_is_read_and_never_rewritten(wire, name):
    body, kind = JWS[name]
    assert status_of(wire.post(REWRITES, body, b"Content-Type: " + kind)) == 403
    assert wire.origin.raw == b""
    assert "signed body, cannot rewrite (JWS)" in wire.last().comment
    assert status_of(wire.post(ALLOWS, body, b"Content-Type: " + kind)) == 200
    assert wire.origin.seen[0].body == body


def test_a_signature_over_more_than_the_body_stops_edits_everywhere(wire):
    """A Referer counts as little as the body where it is signed: the reason is shown, not a fault of ours."""
    referer = b"Referer: https://app.example.test/?m=" + MAIL.encode()
    assert status_of(wire.post(REWRITES, b"{}", JSON, AWS, referer)) == 403
    assert "cannot rewrite" in wire.last().comment
    assert "internal error" not in wire.last().comment

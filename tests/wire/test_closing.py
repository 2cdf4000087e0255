"""A client that asks for the end of the connection, or reads to it, gets it with every answer of ours, at once."""

import time

import pytest

from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, reply_from, status_of

BODY = b'{"mail":"' + MAIL.encode() + b'"}'
JSON = b"Content-Type: application/json"
PAGE = b"Accept: text/html\r\nSec-Fetch-Dest: document"


def read_to_the_end(wire, host, head, body):
    """(reply, seconds until the other side closed); the test fails where it does not close."""
    with wire.tunnel(host) as stream:
        stream.sendall(head + b"\r\nHost: " + host.encode() + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        start, reply = time.monotonic(), b""
        stream.settimeout(15)
        while piece := stream.recv(65536):
            reply += piece
    return reply, time.monotonic() - start


@pytest.mark.parametrize("asked", [b"Connection: close", b"connection: Keep-Alive, CLOSE", b"Connection: x\r\nConnection: close"])
@pytest.mark.parametrize(
    ("host", "fields", "body", "status"),
    [
        (DENIES, JSON, BODY, 403),
        (DENIES, JSON + b"\r\n" + PAGE, BODY, 403),
        (DENIES, JSON + b"\r\nPing-To: https://t.example.test/", BODY, 204),
        (DENIES, JSON + b"\r\nContent-Encoding: gzip", b"\x1f\x8b broken", 403),
        (REWRITES, JSON, BODY, 200),
        (ALLOWS, JSON, BODY, 200),
    ],
    ids=["refused", "refused page", "refused ping", "unreadable", "rewritten", "allowed"],
)
def test_a_client_that_reads_to_the_end_waits_for_nothing(wire, asked, host, fields, body, status):
    reply, seconds = read_to_the_end(wire, host, b"POST /v1 HTTP/1.1\r\n" + asked + b"\r\n" + fields, body)
    assert status_of(reply) == status
    assert seconds < 10
    if status in {204, 403}:
        assert b"\r\nConnection: close\r\n" in reply


def test_a_long_body_that_is_refused_ends_the_connection_too(wire):
    long = BODY + b" " * 17_000_000
    reply, _ = read_to_the_end(wire, DENIES, b"POST /v1 HTTP/1.1\r\nConnection: close\r\n" + JSON, long)
    assert status_of(reply) == 403


def test_http_1_0_is_answered_and_closed(wire):
    for host, status in ((DENIES, 403), (ALLOWS, 200)):
        for fields in (JSON, JSON + b"\r\nConnection: keep-alive"):
            with wire.tunnel(host) as stream:
                head = b"POST /v1 HTTP/1.0\r\nHost: %s\r\n%s\r\nContent-Length: %d\r\n\r\n" % (host.encode(), fields, len(BODY))
                stream.sendall(head + BODY)
                stream.settimeout(15)
                reply = b""
                while piece := stream.recv(65536):
                    reply += piece
                    if b"keep-alive" in fields and b"\r\n\r\n" in reply:
                        break
            assert status_of(reply) == status


def test_one_that_keeps_the_connection_may_go_on_after_a_refusal(wire):
    head = b"POST /v1 HTTP/1.1\r\nHost: %s\r\n%s\r\nContent-Length: %d\r\n\r\n"
    with wire.tunnel(DENIES) as stream:
        for _ in range(3):
            stream.sendall(head % (DENIES.encode(), JSON, len(BODY)) + BODY)
            assert status_of(reply_from(stream)) == 403

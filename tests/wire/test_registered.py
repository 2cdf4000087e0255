"""Registered values in headers, through a real proxy: what the origin receives says none of them."""

import pytest

from guardian_core.detect import identity, save_identities
from tests.wire.conftest import DENIES, REWRITES, status_of
from tests.wire.test_protocols import H2

FIELDS = {
    "User-Agent": b"User-Agent: curl/8 (Nora Zandvoort; 442079460991)",
    "Accept-Language": b"Accept-Language: en, nora-zandvoort",
    "If-None-Match": b'If-None-Match: "442079460991"',
    "Content-Type": b"Content-Type: text/plain; x=nora.zandvoort",
    "Sec-WebSocket-Protocol": b"Sec-WebSocket-Protocol: nora-zandvoort",
    "name": b"X-Nora-Zandvoort-442079460991: 1",
}
REWRITTEN = {"User-Agent", "Accept-Language"}


@pytest.fixture(scope="module")
def _registered(_wire):
    path = _wire.settings.identities
    save_identities(path, [identity("name", "Nora Zandvoort"), identity("phone", "+44 20 7946 0991")])
    yield
    path.unlink()


@pytest.mark.usefixtures("_registered")
@pytest.mark.parametrize("host", [REWRITES, DENIES])
@pytest.mark.parametrize("field", FIELDS)
def test_no_header_tells_a_tracker_a_registered_value(wire, field, host):
    reply = wire.post(host, b"", FIELDS[field])
    assert status_of(reply) == (200 if field in REWRITTEN and host == REWRITES else 403)
    assert b"zandvoort" not in wire.origin.raw.lower()
    assert b"0991" not in wire.origin.raw
    assert len(wire.origin.seen) == (status_of(reply) == 200)


@pytest.mark.usefixtures("_registered")
def test_other_requests_arrive_byte_for_byte(wire):
    fields = [b"User-Agent: curl/8.14", b"accept: */*", b'If-None-Match: "0815"', b"X-Odd:  two", b"Content-Type: text/plain"]
    assert status_of(wire.post(DENIES, b"hello", *fields)) == 200
    assert all(field.partition(b":")[2].strip() in wire.origin.raw for field in fields)


@pytest.mark.usefixtures("_registered")
@pytest.mark.parametrize(("named", "status"), [("nora-zandvoort.example.test", 403), (DENIES, 200), (f"{DENIES}:443", 200)])
def test_no_authority_in_the_request_tells_one(wire, named, status):
    talk = H2(wire, DENIES)
    talk.host = named
    talk.open(1, ("user-agent", "x"), method="GET", end=True)
    assert talk.status(1) == status
    assert status_of(wire.say(DENIES, f"GET https://{named}/v1 HTTP/1.1\r\nHost: {DENIES}\r\n\r\n".encode())) == status
    assert b"zandvoort" not in wire.origin.raw
    assert len(wire.origin.seen) == 2 * (status == 200)


@pytest.mark.usefixtures("_registered")
def test_a_rewrite_keeps_an_odd_authority_where_it_was(wire):
    talk = H2(wire, REWRITES)
    talk.host = "other.example.test"
    talk.open(1, ("user-agent", "nora zandvoort"), method="GET", end=True)
    assert talk.status(1) == 200
    assert [field for field in wire.origin.seen[0].fields if field[0] == b":authority"] == [(b":authority", b"other.example.test")]

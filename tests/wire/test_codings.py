"""BUGS B01, B02, B03, B15 through a real proxy: whatever a body is packed in, it is read, or it does not leave unread."""

import base64
import gzip
import hashlib
import json
import sys
import zlib
from pathlib import Path

import brotli
import pytest

from tests.actions.kit import brotli_stream
from tests.wire.conftest import ALLOWS, DENIES, MAIL, REWRITES, status_of

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PLAIN = json.dumps({"id": 10.10, "mail": MAIL}).encode()
JSON = b"Content-Type: application/json"


def digest(data):
    return base64.b64encode(hashlib.md5(data, usedforsecurity=False).digest())


def raw_deflate(data):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


CODINGS = {
    "gzip": (gzip.compress, gzip.decompress),
    "x-gzip": (gzip.compress, gzip.decompress),
    "GZIP": (gzip.compress, gzip.decompress),
    "deflate": (zlib.compress, zlib.decompress),
    "br": (brotli.compress, brotli.decompress),
    "zstd": (zstd.compress, zstd.decompress),
    "zsTD": (lambda data: zstd.compress(data[:9]) + zstd.compress(data[9:]), zstd.decompress),  # in two frames
    "gZip": (lambda data: b"".join(gzip.compress(data[n : n + 1]) for n in range(len(data))), gzip.decompress),  # a byte a member
    "gzip, br": (lambda data: brotli.compress(gzip.compress(data)), lambda data: gzip.decompress(brotli.decompress(data))),
    "gzip, gzip": (lambda data: gzip.compress(gzip.compress(data)), lambda data: gzip.decompress(gzip.decompress(data))),
    "identity": (bytes, bytes),
    "br, identity": (brotli.compress, brotli.decompress),
}


@pytest.mark.parametrize("coding", CODINGS)
def test_rewrites_within_each_coding(wire, coding):
    pack, unpack = CODINGS[coding]
    reply = wire.post(REWRITES, pack(PLAIN), JSON, b"Content-Encoding: " + coding.encode())
    assert status_of(reply) == 200
    (seen,) = wire.origin.seen
    got = json.loads(unpack(seen.body))
    assert MAIL not in str(got)
    assert got["mail"].rpartition("@")[2] in {"example.com", "example.net", "example.org"}
    assert unpack(seen.body).startswith(b'{"id": 10.1, "mail": "')
    assert seen.all(b"content-encoding") == [coding.encode()]


LIES = {
    "plain called gzip": (PLAIN, b"gzip"),
    "plain called br": (PLAIN, b"br"),
    "plain called zstd": (PLAIN, b"zstd"),
    "plain called deflate": (PLAIN, b"deflate"),
    "gzip called nothing": (gzip.compress(PLAIN), b"identity"),
    "gzip twice called once": (gzip.compress(gzip.compress(PLAIN)), b"gzip"),
}


@pytest.mark.parametrize("name", LIES)
def test_reads_what_is_mislabelled(wire, name):
    body, label = LIES[name]
    assert status_of(wire.post(DENIES, body, JSON, b"Content-Encoding: " + label)) == 403
    assert wire.origin.seen == []
    assert wire.last().metadata["guardian"]["found"] == {"email": 1}
    assert status_of(wire.post(REWRITES, body, JSON, b"Content-Encoding: " + label)) == 200
    got = wire.origin.seen[0].body
    while got.startswith(b"\x1f\x8b"):
        got = gzip.decompress(got)
    assert got.startswith(b'{"id": 10.1, "mail": "user')


def test_sends_a_mislabelled_body_as_it_came(wire):
    assert status_of(wire.post(ALLOWS, PLAIN, JSON, b"Content-Encoding: gzip")) == 200
    assert wire.origin.seen[0].body == PLAIN
    assert wire.origin.seen[0].all(b"content-encoding") == [b"gzip"]


def member(body, *, name=b"", comment=b"", extra=b""):
    """A gzip member with the fields that its header may have."""
    head = bytes([0x1F, 0x8B, 8, (4 if extra else 0) | (8 if name else 0) | (16 if comment else 0), 0, 0, 0, 0, 0, 255])
    fields = len(extra).to_bytes(2, "little") + extra if extra else b""
    fields += b"".join(field + b"\0" for field in (name, comment) if field)
    return head + fields + raw_deflate(body) + zlib.crc32(body).to_bytes(4, "little") + len(body).to_bytes(4, "little")


@pytest.mark.parametrize("field", ["name", "comment", "extra"])
def test_what_gzip_says_beside_the_body_is_read(wire, field):
    gzipped = b"Content-Encoding: gzip"
    told = member(b'{"n":1}', **{field: b"of " + MAIL.encode()})
    harmless = member(b'{"n":1}', **{field: b"body.json"})
    assert gzip.decompress(told) == gzip.decompress(harmless) == b'{"n":1}'
    for host in (DENIES, REWRITES):  # it cannot be rewritten there
        assert status_of(wire.post(host, told, JSON, gzipped)) == 403
    assert wire.origin.raw == b""
    assert status_of(wire.post(DENIES, harmless, JSON, gzipped)) == 200
    assert wire.origin.seen[0].body == harmless


@pytest.mark.parametrize("again", [1, 2], ids=["first", "again"])
def test_metadata_of_brotli_reaches_nobody(wire, again):
    label = b"Content-Encoding: br"
    content = b'{"n":1,"of":"metadata"}'
    hidden = brotli_stream(content, MAIL.encode(), b"\x99" * 40)
    assert brotli.decompress(hidden) == content
    for _ in range(again):  # a request that is known from the first time is packed anew, too
        wire.origin.forget()
        assert status_of(wire.post(ALLOWS, hidden, JSON, label, b"Content-MD5: " + digest(hidden))) == 200
        (seen,) = wire.origin.seen
        assert brotli.decompress(seen.body) == content
        assert MAIL.encode() not in wire.origin.raw
        assert b"\x99" * 4 not in wire.origin.raw
        assert seen.all(b"content-md5") == [digest(seen.body)]
    for signed in (b"Authorization: AWS4-HMAC-SHA256 Credential=x", b"Content-Range: bytes 0-9/*"):
        assert status_of(wire.post(ALLOWS, hidden, JSON, label, signed)) == 403
        assert "not inspected" in wire.last().comment


@pytest.mark.parametrize("quality", [0, 5, 11])
def test_brotli_that_hides_nothing_arrives_as_it_was_sent(wire, quality):
    sent = brotli.compress(b'{"n":1,"text":"%s"}' % (b"ab " * 99), quality=quality)
    assert status_of(wire.post(ALLOWS, sent, JSON, b"Content-Encoding: br")) == 200
    assert wire.origin.seen[0].body == sent


def test_rewriting_only_the_target_leaves_metadata_out_too(wire):
    hidden = brotli_stream(b'{"n":1}', MAIL.encode())
    target = "/v1?mail=" + MAIL
    assert status_of(wire.post(REWRITES, hidden, JSON, b"Content-Encoding: br", target=target)) == 200
    assert MAIL.encode() not in wire.origin.raw
    assert brotli.decompress(wire.origin.seen[0].body) == b'{"n":1}'


UNREADABLE = {
    "unknown coding": (PLAIN, b"aws-chunked"),
    "unknown among known": (gzip.compress(PLAIN), b"gzip, sdch"),
    "truncated": (gzip.compress(PLAIN)[:-9], b"gzip"),
    "corrupt": (gzip.compress(PLAIN)[:20] + b"\0\0\0\0" + gzip.compress(PLAIN)[24:], b"gzip"),
    "bytes behind the end": (gzip.compress(b"{}") + PLAIN, b"gzip"),
    "bytes behind br": (brotli.compress(b"{}") + PLAIN, b"br"),
    "bytes behind zstd": (zstd.compress(b"{}") + PLAIN, b"zstd"),
    "bytes behind deflate": (zlib.compress(b"{}") + PLAIN, b"deflate"),
    "a further member with a comment": (gzip.compress(b"{}") + member(b"", comment=MAIL.encode()), b"gzip"),
    "a zstd frame that is skipped": (b"\x50\x2a\x4d\x18" + len(PLAIN).to_bytes(4, "little") + PLAIN, b"zstd"),
    "a zstd frame that is skipped, behind": (zstd.compress(PLAIN) + b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc", b"zstd"),
    "an empty zstd frame that is skipped": (b"\x5f\x2a\x4d\x18\x00\x00\x00\x00" + zstd.compress(b"{}"), b"zstd"),
    "a dictionary that nobody has": (b"\x78\xbb" + zlib.adler32(b"x").to_bytes(4, "big") + zlib.compress(PLAIN)[2:], b"deflate"),
    "too many codings": (PLAIN, b", ".join([b"gzip"] * 9)),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_refuses_what_cannot_be_read_and_says_so(wire, name):
    body, label = UNREADABLE[name]
    assert status_of(wire.post(ALLOWS, body, JSON, b"Content-Encoding: " + label)) == 403
    assert wire.origin.raw == b""
    assert "not inspected" in wire.last().comment
    with wire.changed(fail={"unreadable": "open"}):
        assert status_of(wire.post(ALLOWS, body, JSON, b"Content-Encoding: " + label)) == 200
    assert wire.origin.seen[0].body == body
    assert "not inspected" in wire.last().comment


def bomb(depth):
    data = bytes(64 * 1024 * 1024)
    for _ in range(depth):
        data = gzip.compress(data, 1)
    return data


def memory():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc, which only Linux has")
@pytest.mark.parametrize(("coding", "depth"), [(b"gzip", 1), (b"gzip, gzip", 2), (b"gzip", 2)], ids=["one", "two", "hidden"])
def test_a_bomb_costs_no_more_than_the_cap(wire, coding, depth):
    body = bomb(depth)
    before = memory()
    assert status_of(wire.post(DENIES, body, JSON, b"Content-Encoding: " + coding)) == 403
    assert wire.origin.raw == b""
    assert "larger than 16000000 bytes" in wire.last().comment
    assert memory() - before < 60_000_000

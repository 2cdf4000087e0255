"""actions.digests: true digests of what is sent."""

import base64
import hashlib
import zlib

import pytest

from guardian_core.actions.digests import corrected

BODY = b'{"mail":"[EMAIL]"}'
SHA = base64.b64encode(hashlib.sha256(BODY).digest())
CASES = {
    "md5": (b"Content-MD5", b"x", base64.b64encode(hashlib.md5(BODY).digest())),
    "structured": (b"content-digest", b"sha-256=:x:", b"sha-256=:" + SHA + b":"),
    "old": (b"Digest", b"SHA-256=x,UNIXsum=1", b"SHA-256=" + SHA),
    "store": (b"x-amz-checksum-crc32", b"x", base64.b64encode(zlib.crc32(BODY).to_bytes(4, "big"))),
    "unknown": (b"x-amz-checksum-crc32c", b"x", None),
    "unknown in a list": (b"Repr-Digest", b"unixsum=:x:", None),
    "hash of a store": (b"X-Goog-Hash", b"crc32c=x", None),
    "its name": (b"x-amz-checksum-algorithm", b"CRC32", b"CRC32"),
    "another header": (b"X-Digestive", b"x", b"x"),
}


@pytest.mark.parametrize(("name", "old", "new"), CASES.values(), ids=CASES)
def test_makes_digests_anew_or_drops_them(name, old, new):
    assert corrected([(b"A", b"1"), (name, old)], BODY) == ((b"A", b"1"), *([(name, new)] if new else []))

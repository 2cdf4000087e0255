"""Encodings: what others compute, computed again."""

import base64
import gzip
import hashlib

import pytest

from guardian_core.encodings import DIGESTS, encoded, flavour, packed_text

MAIL = "dana.quill@example.com"


@pytest.mark.parametrize("name", DIGESTS)
def test_makes_the_digests_that_hashlib_makes(name):
    assert encoded(MAIL, (name, "hex")) == hashlib.new(name, MAIL.encode()).hexdigest()
    assert len(bytes.fromhex(encoded(MAIL, (name, "HEX")))) == DIGESTS[name]


def test_applies_a_chain_from_left_to_right():
    inner = hashlib.md5(MAIL.encode()).hexdigest().upper()
    assert encoded(MAIL, ("md5", "HEX", "sha256", "hex")) == hashlib.sha256(inner.encode()).hexdigest()


def test_packs_so_that_it_can_be_unpacked():
    text = packed_text(b'{"a":1}', ("gzip", "base64url-bare"))
    assert "=" not in text
    assert gzip.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) == b'{"a":1}'


@pytest.mark.parametrize("data", [b"a", b"ab", b"abc", b"\xff\xfe\xfd", b"\xfb\xef\xbe\xfb"])
@pytest.mark.parametrize("name", ["base64", "base64-bare", "base64url", "base64url-bare"])
def test_writes_base64_as_it_was_written(name, data):
    """Where nothing tells one spelling from another, either is right."""
    run = packed_text(data, (name,))
    again = packed_text(data, (flavour(run),))
    assert again.rstrip("=") == run.rstrip("=")
    assert len(data) % 3 == 0 or again == run

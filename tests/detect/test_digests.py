"""Digests by the name of their field."""

import base64
import hashlib

import pytest

from guardian_core.detect.digests import digest_by_key
from guardian_core.vocabulary import Entity

SHA256 = hashlib.sha256(b"somebody@example.com")


@pytest.mark.parametrize(
    ("key", "entity"),
    [
        ("em", Entity.EMAIL),
        ("udff[em]", Entity.EMAIL),
        ("email_sha256", Entity.EMAIL),
        ("hashedEmail", Entity.EMAIL),
        ("customer | sha256 hashed email", Entity.EMAIL),
        ("ud[ph]", Entity.PHONE),
        ("fn", Entity.PERSON),
    ],
)
def test_goes_by_what_the_field_is_named_for(key, entity):
    for value in (SHA256.hexdigest(), SHA256.hexdigest().upper(), base64.b64encode(SHA256.digest()).decode()):
        span = digest_by_key(f" {value} ", key)
        assert (span.start, span.end, span.entity, span.encoding) == (1, 1 + len(value), entity, ("digest",))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (SHA256.hexdigest(), "commit"),
        (SHA256.hexdigest(), "sha256"),
        (SHA256.hexdigest(), "theme"),
        (SHA256.hexdigest()[:-1], "em"),
        ("somebody@example.com", "em"),
        ("x" * 43, "em"),
        ("", "em"),
    ],
)
def test_takes_nothing_else(text, key):
    assert digest_by_key(text, key) is None

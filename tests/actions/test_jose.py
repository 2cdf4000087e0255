"""actions.jose: signed and encrypted tokens as whole bodies."""

import pytest

from guardian_core import actions
from guardian_core.actions.jose import token_of
from tests.actions.kit import post

HEAD = "eyJhbGciOiJFUzI1NiJ9"
CASES = {
    "compact": (f"{HEAD}.eyJhIjoxfQ.c2ln".encode(), "JWS"),
    "detached": (f"{HEAD}..c2ln\n".encode(), "JWS"),
    "encrypted": (f"{HEAD}.a.b.c.d".encode(), "JWE"),
    "json": (b' {"payload":"e30","protected":"e30","signature":"eHg"}', "JWS"),
    "several": (b'{"payload":"e30","signatures":[]}', "JWS"),
    "encrypted json": (b'{"protected":"e30","iv":"x","ciphertext":"x","tag":"x"}', "JWE"),
    "a payload": (b'{"payload":"e30","user":"x"}', None),
    "broken": (b'{"payload":"e30","signatures":[}', None),
    "deep": (b'{"payload":' + b"[" * 100_000, None),
    "a list": (b'["payload"]', None),
    "prose": (b"eyJ said the parrot", None),
    "nothing": (b"", None),
}


@pytest.mark.parametrize(("body", "kind"), CASES.values(), ids=CASES)
def test_tells_tokens(body, kind):
    assert token_of(body) == kind


def test_reads_what_is_signed_and_calls_encrypted_opaque():
    signed = actions.read(post(f"{HEAD}.eyJtYWlsIjoiZGFuYS5xdWlsbEBleGFtcGxlLnRlc3QifQ.c2ln".encode()))
    assert ("body/payload", '{"mail":"dana.quill@example.test"}') in {(item.path, item.text) for item in signed.items}
    assert signed.signed == "JWS"
    sealed = actions.read(post(f"{HEAD}.a.b.c.d".encode()))
    assert sealed.opaque
    assert sealed.signed is None

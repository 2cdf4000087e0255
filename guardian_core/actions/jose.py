"""A body in; out, whether it is a signed token (JWS) or an encrypted one (JWE) as a whole: RFC 7515 and RFC 7516, compact or JSON.

What is signed is read and never rewritten; what the client has encrypted cannot be read, and counts as binary.
"""

import json
import re

from guardian_core.actions.encoders import unbase64
from guardian_core.actions.views import Gathering, View, longer, whole
from guardian_core.vocabulary import Role

JWS, JWE = "JWS", "JWE"
_COMPACT = re.compile(r"\s*+(eyJ[\w-]{4,}+)\.([\w-]*+)\.([\w-]++)(?:\.([\w-]++)\.([\w-]++))?\s*+\Z")
_LONGEST = 4_000_000  # bytes of a JSON token that are parsed to tell one
_HINT = re.compile(rb'"(?:payload|ciphertext)"\s*:')


def token_of(body: bytes) -> str | None:
    """JWS, JWE, or None.

    >>> token_of(b'{"payload": "e30", "protected": "e30", "signature": "eHg"}'), token_of(b'{"payload": "e30"}')
    ('JWS', None)
    """
    if body[:16].lstrip().startswith(b"eyJ"):
        found = _COMPACT.match(body.decode("latin-1"))
        return None if not found else JWE if found[4] else JWS
    if not body[:16].lstrip().startswith(b"{") or len(body) > _LONGEST or not _HINT.search(body):
        return None
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return _json_token(read) if isinstance(read, dict) else None


def _json_token(read: dict[str, object]) -> str | None:
    if isinstance(read.get("payload"), str) and ("signatures" in read or {"protected", "signature"} <= read.keys()):
        return JWS
    return JWE if isinstance(read.get("ciphertext"), str) and {"iv", "tag"} <= read.keys() else None


def read_compact(view: View, path: str, out: Gathering) -> bool:
    """Add header and payload of a compact JWS; False where it is none, or its payload is no text."""
    found = _COMPACT.match(view.text)
    if not found or found[4]:
        return False
    read = False
    for group, name in ((1, "header"), (2, "payload")):
        data = unbase64(found[group])
        try:
            text = data.decode("utf-8") if data else ""
        except UnicodeDecodeError:
            continue
        out.add(whole(text, view.cut(*found.span(group)), "base64"), longer(path, name), name, Role.PROSE)
        read = read or bool(text)
    return read

"""A plain value and a chain of encodings in, the text that is sent instead of it out: ("sha256", "hex") is what trackers send most.

A chain is applied from left to right. `detect` looks for what chains make of the user's values, `anonymize` sends a surrogate through
the same chain.
"""

import base64
import hashlib
from collections.abc import Callable
from urllib.parse import quote_from_bytes

Chain = tuple[str, ...]

DIGESTS: dict[str, int] = {"md5": 16, "sha1": 20, "sha224": 28, "sha256": 32, "sha384": 48, "sha512": 64}  # name, bytes


def _digest(name: str) -> Callable[[bytes], bytes]:
    # Not for security: what others compute is computed again, to be found.
    return lambda data: hashlib.new(name, data, usedforsecurity=False).digest()


ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    **{name: _digest(name) for name in DIGESTS},
    "hex": lambda data: data.hex().encode(),
    "HEX": lambda data: data.hex().upper().encode(),
    "base64": base64.b64encode,
    "base64-bare": lambda data: base64.b64encode(data).rstrip(b"="),  # without padding
    "base64url": base64.urlsafe_b64encode,
    "base64url-bare": lambda data: base64.urlsafe_b64encode(data).rstrip(b"="),
    "base64-spaced": lambda data: base64.b64encode(data).replace(b"+", b" "),  # "+" unescaped in a form
    "percent": lambda data: quote_from_bytes(data, safe="").encode(),
    "percent-lower": lambda data: b"".join(bytes([c]) if chr(c).isalnum() and c < 128 else b"%%%02x" % c for c in data),
}


def encoded(text: str, chain: Chain) -> str:
    """`text` in UTF-8 through `chain`.

    >>> encoded("ann@example.com", ("md5", "hex")), encoded("ann@example.com", ("base64-bare",))
    ('257c57037d384ae37ea27a07e8a01665', 'YW5uQGV4YW1wbGUuY29t')
    """
    data = text.encode("utf-8", "surrogatepass")
    for name in chain:
        data = ENCODINGS[name](data)
    return data.decode("latin-1")

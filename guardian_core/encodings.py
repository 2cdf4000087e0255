"""A plain value and a chain of encodings in, the text that is sent instead of it out: ("sha256", "hex") is what trackers send most.

A chain is applied from left to right. `detect` looks for what chains make of the user's values, `anonymize` sends a surrogate
through the same chain.
"""

import base64
import gzip
import hashlib
import zlib
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
    "gzip": lambda data: gzip.compress(data, 6, mtime=0),
    "zlib": zlib.compress,
    "percent": lambda data: quote_from_bytes(data, safe="").encode(),
}


def is_chain(names: Chain) -> bool:
    """Whether all of it can be done: what was read in another way is not written again.

    >>> is_chain(("gzip", "base64")), is_chain(("zip",))
    (True, False)
    """
    return all(name in ENCODINGS for name in names)


def encoded(text: str, chain: Chain) -> str:
    """`text` in UTF-8 through `chain`.

    >>> encoded("ann@example.com", ("md5", "hex")), encoded("ann@example.com", ("base64-bare",))
    ('257c57037d384ae37ea27a07e8a01665', 'YW5uQGV4YW1wbGUuY29t')
    """
    return packed_text(text.encode("utf-8", "surrogatepass"), chain)


def packed_text(data: bytes, chain: Chain) -> str:
    """Bytes through `chain`.

    >>> packed_text(b"ab", ("hex", "base64url-bare"))
    'NjE2Mg'
    """
    for name in chain:
        data = ENCODINGS[name](data)
    return data.decode("latin-1")


def flavour(run: str) -> str:
    """Which of the four encodings a run of base64 is written in; where nothing tells, what is unpadded is base64url.

    >>> flavour("YWI="), flavour("YWI"), flavour("_-AA"), flavour("YW4v")
    ('base64', 'base64url-bare', 'base64url-bare', 'base64')
    """
    bare = run.rstrip("=")
    url = "-" in bare or "_" in bare
    if len(bare) < len(run):
        return "base64url" if url else "base64"
    standard = "+" in bare or "/" in bare
    if len(bare) % 4 == 0:
        return "base64url-bare" if url else "base64"
    return "base64-bare" if standard else "base64url-bare"

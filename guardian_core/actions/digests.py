"""Headers and the bytes that are sent in; the headers out, each digest of the body made anew, or left out where it cannot be.

Only where no signature covers them (`signatures`): then a digest says that the bytes arrived whole, and a true one is what a server
wants. RFC 9530 (Content-Digest, Repr-Digest), RFC 3230 (Digest), RFC 1864 (Content-MD5), and the checksums of object stores.
"""

import base64
import hashlib
import re
import zlib
from collections.abc import Callable, Iterable

Header = tuple[bytes, bytes]


def _md5(body: bytes) -> bytes:
    return hashlib.md5(body, usedforsecurity=False).digest()


def _sha1(body: bytes) -> bytes:
    return hashlib.sha1(body, usedforsecurity=False).digest()


def _sha256(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()


def _crc32(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(4, "big")


ALGORITHMS: dict[bytes, Callable[[bytes], bytes]] = {
    b"md5": _md5,
    b"sha": _sha1,
    b"sha-256": _sha256,
    b"sha-512": lambda body: hashlib.sha512(body).digest(),
}
# The whole value is one digest in base64.
SINGLE: dict[bytes, Callable[[bytes], bytes]] = {
    b"content-md5": _md5,
    b"x-ms-blob-content-md5": _md5,
    b"x-amz-checksum-crc32": _crc32,
    b"x-amz-checksum-sha1": _sha1,
    b"x-amz-checksum-sha256": _sha256,
}
_UNKNOWN = re.compile(rb"x-amz-checksum-(?!algorithm).*|x-goog-hash|x-checksum-.*|x-content-hash")
_LISTED = {b"digest": rb"([\w-]+)=([^,\s]+)", b"content-digest": rb"([\w-]+)=:([^:]*):", b"repr-digest": rb"([\w-]+)=:([^:]*):"}


def corrected(headers: Iterable[Header], body: bytes) -> tuple[Header, ...]:
    """`headers` with the digests of `body`.

    >>> corrected([(b"Content-MD5", b"old"), (b"X", b"1")], b"")
    ((b'Content-MD5', b'1B2M2Y8AsgTpgAmY7PhCfg=='), (b'X', b'1'))
    """
    result: list[Header] = []
    for name, value in headers:
        key = name.lower()
        if key in SINGLE:
            result.append((name, base64.b64encode(SINGLE[key](body))))
        elif key in _LISTED:
            listed = _list(key, value, body)
            if listed:
                result.append((name, listed))
        elif not _UNKNOWN.fullmatch(key):
            result.append((name, value))
    return tuple(result)


def _list(key: bytes, value: bytes, body: bytes) -> bytes:
    quote = b"" if key == b"digest" else b":"
    return b", ".join(
        found[1] + b"=" + quote + base64.b64encode(ALGORITHMS[found[1].lower()](body)) + quote
        for found in re.finditer(_LISTED[key], value)
        if found[1].lower() in ALGORITHMS
    )


def without(headers: Iterable[Header]) -> tuple[Header, ...]:
    """`headers` without any digest: of a body that goes on before its end is known."""
    return tuple(
        (name, value)
        for name, value in headers
        if not (name.lower() in SINGLE or name.lower() in _LISTED or _UNKNOWN.fullmatch(name.lower()))
    )

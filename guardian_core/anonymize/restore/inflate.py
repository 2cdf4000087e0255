"""Compressed bytes of a reply go in as they arrive, decoded bytes come out as soon as they can be told."""

import sys
import zlib
from collections.abc import Callable, Iterator

import brotli

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_STEP = 1_000_000  # decoded bytes at a time: a bomb must not fill the memory before it is passed on

type Decoder = Callable[[bytes], Iterator[bytes]]


class BrokenReplyError(Exception):
    """A reply that is not what its Content-Encoding says."""


def decoders(header: str) -> tuple[Decoder, ...] | None:
    """A decoder for each coding of a Content-Encoding header, the last one put on first; None where one is unknown."""
    names = [name for name in (part.strip().lower() for part in header.split(",")) if name not in {"", "identity"}]
    return tuple(_MAKERS[name]() for name in reversed(names)) if all(name in _MAKERS for name in names) else None


def decoded(data: bytes, chain: tuple[Decoder, ...]) -> Iterator[bytes]:
    """`data` through all decoders.

    Raises:
        BrokenReplyError: it cannot be decoded.
    """
    if not chain:
        yield data
        return
    for piece in chain[0](data):
        yield from decoded(piece, chain[1:])


def _zlib(bits: int) -> Decoder:
    inner = zlib.decompressobj(bits)

    def decode(data: bytes) -> Iterator[bytes]:
        nonlocal inner
        while data:
            try:
                piece = inner.decompress(data, _STEP)
            except zlib.error:
                raise BrokenReplyError from None
            if piece:
                yield piece
            data = inner.unconsumed_tail
            if inner.eof:
                data, inner = inner.unused_data, zlib.decompressobj(bits)  # a further member (RFC 1952 §2.2)

    return decode


def _by_first_byte(choose: Callable[[int], Decoder]) -> Decoder:
    """The decoder is chosen when the first byte is there."""
    inner: Decoder | None = None

    def decode(data: bytes) -> Iterator[bytes]:
        nonlocal inner
        if inner is None and data:
            inner = choose(data[0])
        return inner(data) if inner else iter(())

    return decode


def _plain(data: bytes) -> Iterator[bytes]:
    yield data


def _gzip() -> Decoder:
    """Some label as gzip what is plain (BUGS B01)."""
    return _by_first_byte(lambda first: _zlib(16 + zlib.MAX_WBITS) if first == 0x1F else _plain)


def _deflate() -> Decoder:
    """RFC 9110 §8.4.1.2 says zlib; some send the bare stream."""
    return _by_first_byte(lambda first: _zlib(zlib.MAX_WBITS if first & 0x0F == 8 else -zlib.MAX_WBITS))


def _brotli() -> Decoder:
    inner = brotli.Decompressor()

    def decode(data: bytes) -> Iterator[bytes]:
        try:
            piece = inner.process(data)
        except brotli.error:
            raise BrokenReplyError from None
        if piece:
            yield piece

    return decode


def _zstd() -> Decoder:
    inner = zstd.ZstdDecompressor()

    def decode(data: bytes) -> Iterator[bytes]:
        nonlocal inner
        try:
            while data or (not inner.needs_input and not inner.eof):
                piece = inner.decompress(data, _STEP)
                data = b""
                if piece:
                    yield piece
                if inner.eof:
                    data, inner = inner.unused_data, zstd.ZstdDecompressor()
        except zstd.ZstdError:
            raise BrokenReplyError from None

    return decode


_MAKERS: dict[str, Callable[[], Decoder]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}

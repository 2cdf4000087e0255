"""Content-Encoding and a body in; decoded bytes and the codings to put back out, or why it cannot be read. And the way back.

Codings come off right to left (RFC 9110 §8.4). Labels lie: a body that is plain under a label is plain (BUGS B01), and one that is
gzip or zstd without a label is decoded all the same. No step makes more than the cap, however small its input (BUGS B15).
"""

import gzip
import re
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

import brotli

from guardian_core.actions.beside import FIELDS, is_said, is_tight, said
from guardian_core.actions.media_items import MAGIC, is_text
from guardian_core.errors import EditError, UnreadableError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_SKIPPABLE = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")  # a zstd frame that may stand before the first
_MAX_CODINGS = 8
_MAX_MEMBERS = 4096  # of gzip, and frames of zstd: each costs some 30 µs, however little is in it
_STEP = 65536
_ARCHIVE = re.compile(r"(?i)application/(?:x-)?(?:gzip|tar|gtar|compressed|zstd|octet-stream|zip)|(?:image|audio|video|font)/")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A body without its codings, or why it could not be read."""

    body: bytes = field(repr=False)
    codings: tuple[str, ...] = ()  # as applied, first one innermost
    unreadable: str | None = None
    beside: bytes = field(default=b"", repr=False)  # what gzip says beside the body: a name, a comment, fields of somebody's own
    loose: bool = False  # it may carry what decoders skip and nobody here reads: to be packed anew before it leaves


def decode(body: bytes, content_encoding: str, content_type: str, max_body: int) -> Decoded:
    """Take the codings off. Never raises; the cap holds for the wire size and for each decoded size, in bytes."""
    if len(body) > max_body:
        return Decoded(body, (), f"body larger than {max_body} bytes")
    names = [name.strip().lower() for name in content_encoding.split(",")]
    names = [name for name in names if name not in ("", "identity")]
    if len(names) > _MAX_CODINGS:
        return Decoded(body, (), f"more than {_MAX_CODINGS} content codings")
    if not body:
        return Decoded(body)
    codings: list[str] = []
    beside, loose = b"", False
    try:
        for name in reversed(names):
            packed = body
            body, coding = _take_off(body, name, max_body)
            if coding:
                codings.insert(0, coding)
                beside += said(packed) if coding == "gzip" else b""
                loose |= coding == "br" and not is_tight(packed, body)
    except UnreadableError as error:
        return Decoded(body, (), str(error))
    return _unlabelled(Decoded(body, tuple(codings), None, beside, loose), content_type, max_body)


def _unlabelled(found: Decoded, content_type: str, max_body: int) -> Decoded:
    """Take off what nobody declared."""
    body, codings, beside = found.body, list(found.codings), found.beside
    for _ in range(_MAX_CODINGS):
        name = "gzip" if body.startswith(_GZIP) else "zstd" if body.startswith(_ZSTD) else ""
        if not name:
            return Decoded(body, tuple(codings), None, beside, found.loose or not is_said(beside))
        try:
            packed = body
            body = CODINGS[name](body, max_body)
            beside += said(packed) if name == "gzip" else b""
        except UnreadableError as error:
            if _ARCHIVE.match(content_type):  # an upload of an archive, said to be one: opaque, not broken
                return Decoded(body, tuple(codings))
            return Decoded(body, (), str(error))
        codings.insert(0, name)
    return Decoded(body, (), "content codings nested too deeply")


def _take_off(body: bytes, name: str, max_body: int) -> tuple[bytes, str]:
    """One coding off: the bytes, and the coding to put back ("" where the label lied)."""
    name = {"x-gzip": "gzip", "brotli": "br", "zst": "zstd"}.get(name, name)
    if name not in CODINGS:
        raise UnreadableError("unknown content coding " + re.sub(r"[^\w.-]", "", name)[:30])
    if not body or (name == "gzip" and not body.startswith(_GZIP)):
        return body, ""
    if name == "zstd" and not body.startswith(_ZSTD) and not _SKIPPABLE.match(body):
        return body, ""
    if name == "deflate":
        return _inflate(body, max_body)
    try:
        return CODINGS[name](body, max_body), name
    except UnreadableError:
        if name == "br" and _plain(body):
            return body, ""
        raise


def _plain(body: bytes) -> bool:
    """Whether bytes that were said to be compressed are not: text, or a known file type."""
    return is_text(body) or bool(MAGIC.match(body) and not body.startswith((_GZIP, _ZSTD)))


def _inflate(body: bytes, max_body: int) -> tuple[bytes, str]:
    """`deflate` is zlib in the standard and raw in some clients; each goes back as it came."""
    if body[0] & 0x0F == 8 and (body[0] * 256 + body[1] if len(body) > 1 else 1) % 31 == 0:
        return CODINGS["deflate"](body, max_body), "deflate"
    try:
        return CODINGS["deflate-raw"](body, max_body), "deflate-raw"
    except UnreadableError as error:
        if _plain(body) and "larger" not in str(error):
            return body, ""
        raise


def _zlib(name: str, bits: int) -> Callable[[bytes, int], bytes]:
    def undo(data: bytes, cap: int) -> bytes:
        def follows(at: int) -> bool:
            return name == "gzip" and data.startswith(_GZIP, at) and len(data) >= at + 4 and not data[at + 3] & FIELDS

        return _joined(name, len(data), cap, lambda at, room: _member(name, bits, data, at, room), follows)

    return undo


def _joined(name: str, size: int, cap: int, step: Callable[[int, int], tuple[int, bytes]], follows: Callable[[int], bool]) -> bytes:
    """What all streams of a body hold together: `step` reads the one at a byte, `follows` says whether another begins at one."""
    parts: list[bytes] = []
    room, at = cap + 1, 0
    for _ in range(_MAX_MEMBERS):
        at, part = step(at, room)
        parts.append(part)
        room -= len(part)
        if room <= 0:
            raise UnreadableError(f"body larger than {cap} bytes when decoded")
        if at == size:
            return b"".join(parts)
        if not follows(at):
            break
    raise UnreadableError(f"bytes behind the end of {name}")


def _member(name: str, bits: int, data: bytes, at: int, room: int) -> tuple[int, bytes]:
    """The byte behind a stream of zlib, and what it holds, as far as there is room.

    In steps: what follows the stream is copied with the last one alone.
    """
    member, parts = zlib.decompressobj(bits), list[bytes]()
    try:
        while not member.eof and room > 0:
            piece = member.unconsumed_tail or data[at : at + _STEP]
            if not piece:
                raise UnreadableError(f"truncated {name}")
            at += 0 if member.unconsumed_tail else len(piece)
            parts.append(member.decompress(piece, room))
            room -= len(parts[-1])
    except zlib.error:
        raise UnreadableError(f"corrupt {name}") from None
    return at - len(member.unused_data), b"".join(parts)


def _unbrotli(data: bytes, cap: int) -> bytes:
    decoder = brotli.Decompressor()
    parts: list[bytes] = []
    room, position = cap + 1, 0
    try:
        while room > 0 and not decoder.is_finished():
            piece = b""
            if decoder.can_accept_more_data():
                if position >= len(data):
                    raise UnreadableError("truncated br")
                piece = data[position : position + _STEP]
                position += len(piece)
            part = decoder.process(piece, output_buffer_limit=min(room, 1 << 20))
            parts.append(part)
            room -= len(part)
    except brotli.error:
        raise UnreadableError("corrupt br") from None
    if room <= 0:
        raise UnreadableError(f"body larger than {cap} bytes when decoded")
    if position < len(data):
        raise UnreadableError("bytes behind the end of br")
    return b"".join(parts)


def _unzstd(data: bytes, cap: int) -> bytes:
    def step(at: int, room: int) -> tuple[int, bytes]:
        if _SKIPPABLE.match(data, at):
            raise UnreadableError("a frame of zstd that is skipped")
        return _frame(data, at, room)

    return _joined("zstd", len(data), cap, step, lambda at: bool(_SKIPPABLE.match(data, at)) or data.startswith(_ZSTD, at))


def _frame(data: bytes, at: int, room: int) -> tuple[int, bytes]:
    """The byte behind a frame of zstd, and what it holds, as far as there is room."""
    rest = memoryview(data)[at:]
    # A frame may ask for a window far above the cap; RFC 9659 §3 allows content codings 8 MB.
    decoder = zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: 24})
    try:
        size = zstd.get_frame_size(rest)
    except zstd.ZstdError:
        size = len(rest)  # cut or corrupt: the decoder knows which
    try:
        part = decoder.decompress(rest[:size], room)
    except zstd.ZstdError:
        raise UnreadableError("corrupt zstd") from None
    if not decoder.eof and len(part) < room:
        raise UnreadableError("truncated zstd")
    return at + size, part


CODINGS: dict[str, Callable[[bytes, int], bytes]] = {
    "gzip": _zlib("gzip", 31),
    "deflate": _zlib("deflate", 15),
    "deflate-raw": _zlib("deflate", -15),
    "br": _unbrotli,
    "zstd": _unzstd,
}


def _deflate_raw(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


_PUT_ON: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, 6, mtime=0),
    "deflate": zlib.compress,
    "deflate-raw": _deflate_raw,
    "br": lambda data: bytes(brotli.compress(data, quality=5)),
    "zstd": zstd.compress,
}


def encode(body: bytes, codings: tuple[str, ...]) -> bytes:
    """Put the codings back, in the order of the header.

    Raises:
        EditError: a coding that `decode` does not name.
    """
    for name in codings:
        if name not in _PUT_ON:
            message = f"no content coding named {name}"
            raise EditError(message)
        body = _PUT_ON[name](body)
    return body

"""A value in; items of what is packed in it in ways that are read and never written back, out.

Base64 or hexadecimal of archives, of what is compressed in whatever way, and of records that are not text all through (Protocol
Buffers, MessagePack); hexadecimal in groups, base32, base85, lists of bytes. What says nothing readable adds nothing.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Iterator

import brotli

from guardian_core.actions.coding import CODINGS
from guardian_core.actions.encoders import unbase64
from guardian_core.actions.file_items import Read, read_inside
from guardian_core.actions.media_items import BINARY_REASON
from guardian_core.actions.packed_items import readable
from guardian_core.actions.views import Gathering, View, longer, whole
from guardian_core.errors import UnreadableError
from guardian_core.vocabulary import Packing, Role

SHORTEST = 20  # letters of base64 or hexadecimal that are tried
_RUN = re.compile(r"[A-Za-z0-9+/_-]{20,}={0,6}")
_SAYS = re.compile(rb"[\x20-\x7e]{10,}")  # of noise, one byte in thirty thousand begins a run of ten
_FILE = re.compile(
    rb"PK\x03\x04|PK\x05\x06|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|SQLite format 3\x00|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|%PDF-1|%PDF-2"
)
_CODED = re.compile(rb"(\x1f\x8b\x08)|(\x28\xb5\x2f\xfd)|\x78[\x01\x9c\xda]")
_NAMES = {1: "gzip", 2: "zstd", None: "deflate"}
_DIGIT = re.compile(r"[0-9+/]")
_LINES = re.compile(r"(?:[A-Za-z0-9+/_-]{4,128}\r?\n)++[A-Za-z0-9+/_-]{0,128}={0,2}\s*")
_HEX = re.compile(r"(?:0[xX]|[xX])?((?:[0-9a-f]{2}){12,}+|(?:[0-9A-F]{2}){12,}+)")
_GROUPS = re.compile(r"(?:[0-9a-fA-F]{2}([:-]))(?:[0-9a-fA-F]{2}\1){9,}+[0-9a-fA-F]{2}")
_BASE32 = re.compile(r"[A-Z2-7]{24,}={0,6}")
_BASE85 = re.compile(r"[0-9A-Za-z!#$%&()*+\-;<=>?@^_`{|}~]{25,}")
_ONLY_85 = re.compile(r"[!#$&()*;<>?@^`{|}~]")
_OPENED = frozenset({"base64", "hex"})  # of text, by `packed_items`
_HEAD = 64  # bytes of what was compressed without saying how, that must be readable before the rest is looked at
_LEAST = 12  # of them
_BROKEN = 1_000_000  # bytes that a stream that broke off may have cost


def read_unpacked(view: View, path: str, key: str, out: Gathering, read: Read) -> None:
    """Add what is packed in a value, where `packed_items` opened nothing; `read` takes what turns out to be text."""
    for begin, end, data, how in _packed(view.text):
        around = view.cut(begin, end)
        if how in _OPENED:
            if not readable(data):  # a text was left closed on purpose: a token's, a number
                read_bytes(data, around, how, path=path, key=key, out=out, read=read)
        elif readable(data):
            _read(data, around, how, path=path, key=key, out=out, read=read)


def read_lines(view: View, path: str, key: str, out: Gathering, read: Read) -> None:
    """Add what base64 says that is broken into lines: a value that one of them cuts stands in none of them."""
    if _LINES.fullmatch(view.text) and (data := unbase64(view.text)):
        read_bytes(data, view, "lines", path=path, key=key, out=out, read=read)


def _packed(text: str) -> Iterator[tuple[int, int, bytes, str]]:
    """Where something may be packed: begin, end, the bytes, and how."""
    for run in _RUN.finditer(text):
        letters = run[0]
        if letters.islower() or letters.isupper() or letters.isdigit():
            if (found := _HEX.fullmatch(letters)) and not found[1].isdigit():
                yield *run.span(), bytes.fromhex(found[1]), "hex"
            elif data := _unbase32(letters):
                yield *run.span(), data, "base32"
        elif _DIGIT.search(letters):
            bare = letters.rstrip("=").replace("-", "+").replace("_", "/")
            yield *run.span(), binascii.a2b_base64((bare[:-1] if len(bare) % 4 == 1 else bare) + "=="), "base64"
    stripped = text.strip()
    begin = text.find(stripped)
    end = begin + len(stripped)
    if stripped[2:3] in {":", "-"} and _GROUPS.fullmatch(stripped):
        yield begin, end, bytes.fromhex(re.sub("[^0-9a-fA-F]", "", stripped)), "groups"
    elif len(stripped) >= SHORTEST and _BASE85.fullmatch(stripped) and _ONLY_85.search(stripped):
        try:
            yield begin, end, base64.b85decode(stripped), "base85"
        except ValueError:
            return


def _unbase32(letters: str) -> bytes | None:
    if not _BASE32.fullmatch(letters):
        return None
    bare = letters.rstrip("=")
    try:
        return base64.b32decode(bare + "=" * (-len(bare) % 8))
    except binascii.Error:
        return None


def read_bytes(data: bytes, around: View, how: str, *, path: str, key: str, out: Gathering, read: Read) -> None:
    """Add what bytes say that stand in `around`, written as `how` says."""
    if how not in _OPENED and readable(data):
        _read(data, around, how, path=path, key=key, out=out, read=read)
        return
    if _FILE.match(data):
        known = _read(data, around, how, path=path, key=key, out=out, read=read)
        out.sealed |= not known and not data.startswith(b"%PDF")  # what people show a language model is often but pictures of pages
        return
    plain = _plain(data, how, out)
    if plain is not None:
        _read(plain, around, how, path=path, key=key, out=out, read=read)
        return
    for found in _SAYS.finditer(data):
        run = whole(found[0].decode("ascii"), around, "base64")
        out.add(run, path, key, Role.BINARY, load_bearing=BINARY_REASON)


def _read(data: bytes, around: View, how: str, *, path: str, key: str, out: Gathering, read: Read) -> bool:
    packing = Packing(data, around.start, around.end, ("file", how), around.encoders, key, out.packing)
    return read_inside(data, packing, longer(path, how), out, read)


def _plain(data: bytes, how: str, out: Gathering) -> bytes | None:
    """What was compressed; None where nothing was. A stream that does not say how it was made must be whole and hold text."""
    said = _CODED.match(data)
    if said:
        return _undone(data, _NAMES[said.lastindex], out)
    # Hexadecimal is what digests are written in, more often than not.
    for name, begins in _UNSAID if how != "hex" else ():
        if begins(data):
            plain = _undone(data, name, out)
            if plain is not None and readable(plain):
                return plain
    return None


def _undone(data: bytes, name: str, out: Gathering) -> bytes | None:
    """What was compressed so; None where it is broken, or more than there is room for."""
    if out.room <= 1:
        out.sealed = True
        return None
    try:
        plain = CODINGS[name](data, out.room - 1)
    except UnreadableError as error:
        large = "larger" in str(error)
        out.room = 0 if large else max(0, out.room - min(_BROKEN, 64 * len(data)))
        out.sealed |= large
        return None
    out.room -= len(plain)
    return plain


def _begins_deflate(data: bytes) -> bool:
    if data[0] & 6 in (0, 6):  # RFC 1951 §3.2.3: stored as it is, or no kind of block
        return False
    try:
        head = zlib.decompressobj(-15).decompress(data[:4096], _HEAD)
    except zlib.error:
        return False
    return len(head) >= _LEAST and readable(head, cut=True)


def _begins_brotli(data: bytes) -> bool:
    if data[0] & 15 not in _WINDOWS:
        return False
    try:
        head = brotli.Decompressor().process(data[:4096], output_buffer_limit=_HEAD)
    except brotli.error:
        return False
    return len(head) >= _LEAST and readable(head[:_HEAD], cut=True)


_WINDOWS = frozenset({0b1011, 0b1101, 0b1111})  # RFC 7932 §9.1: 4 MB, which encoders take if nobody says otherwise, and above
_UNSAID = (("deflate-raw", _begins_deflate), ("br", _begins_brotli))

"""A value in; out, whether text is packed in it, as base64 in either alphabet, compressed and base64, or hexadecimal; its items.

Trackers send whole records so. A run is opened only where readable text comes out, whatever letter stands before it. Signed tokens
(JWT) are left closed: to change them is to break them.
"""

import binascii
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace

from guardian_core.actions.charset import view_of
from guardian_core.actions.encoders import unbase64
from guardian_core.actions.roles import role_of
from guardian_core.actions.views import Gathering, View, longer
from guardian_core.encodings import flavour
from guardian_core.vocabulary import Packing

SHORTEST = 16  # letters of a run that is tried, with its padding: eleven letters and more
RUN = re.compile(r"[A-Za-z0-9+/_-]{15}(?:[A-Za-z0-9+/_-]++={0,2}|=)")
# A card is a number, not text; but one of which each second digit is a three is itself a number in hexadecimal.
_HEX = re.compile(r"(?=[0-9]*[a-f])(?:[0-9a-f]{2}){11,}|(?=[0-9]*[A-F])(?:[0-9A-F]{2}){11,}|(?:3[0-9]|20){11,}")
_PREFIX = re.compile("0[xX]|[xX](?=[0-9a-fA-F]{24})")  # of numbers in programs and of bytes in databases
_TOKEN = re.compile(r"eyJ[\w-]{8,}={0,2}\.[\w-]{2,}={0,2}(?:\.[\w-]*)?")
_BASIC = re.compile(r"(?i)\bbasic\s{1,4}\Z")
_SCHEME = 10  # characters of the word and what stands behind it
_HEAD = 32  # letters that are looked at first; more than chance makes readable
_SURE = 24  # letters from which on a run may begin with one to three letters that are not its own
_PRINTABLE = bytes([9, 10, 13, *range(32, 127)])
_HIGH = bytes(range(128, 256))
COMPRESSED = "H4sI"  # how base64 of gzip begins
_PACKERS = {b"\x1f\x8b": ("gzip", 31), b"\x78\x01": ("zlib", 15), b"\x78\x9c": ("zlib", 15), b"\x78\xda": ("zlib", 15)}
Read = Callable[[View, str, str], None]
_Content = tuple[int, bytes, tuple[str, ...]]  # letters of the run, what is packed, how
_Opened = tuple[int, int, bytes, tuple[str, ...]]  # begin and end in the text, what is packed, how


def read_packed(view: View, path: str, key: str, out: Gathering, read: Read) -> bool:
    """Add the items of what is packed in `view`, and of the text around it; False, and nothing added, if nothing is.

    `read` takes the view of each packed text, in the bytes that it is.
    """
    position = 0
    in_header = path.startswith("header")  # where the credential itself is no finding, and only registered values are looked for
    for begin, end, data, chain in _opened(view.text, out, logins=in_header):
        _add_text(view.cut(position, begin), path, key, out)
        around = view.cut(begin, end)
        packing = Packing(data, around.start, around.end, chain, around.encoders, key, out.packing)
        before, out.packing = len(out.items), packing
        read(view_of(data, 0, len(data), "utf-8"), longer(path, chain[-1].partition("-")[0]), key)
        out.packing = packing.outer
        out.items[before:] = [one if one.packing else replace(one, packing=packing) for one in out.items[before:]]
        position = end
    if position:
        _add_text(view.cut(position, len(view.text)), path, key, out)
    return bool(position)


def _add_text(view: View, path: str, key: str, out: Gathering) -> None:
    out.add(view, path, key, role_of(view.text, key))


def _opened(text: str, out: Gathering, *, logins: bool) -> Iterator[_Opened]:
    """What is packed in `text`, in order; `logins`: also what stands behind "Basic"."""
    signed = 0  # end of the last signed token
    for run in RUN.finditer(text):
        token = _TOKEN.match(text, run.start()) if run[0].startswith("eyJ") else None
        signed = token.end() if token else signed
        if run.start() < signed or (not logins and _is_login(text, run)):
            continue
        prefix = _PREFIX.match(run[0])
        letters = run[0][prefix.end() :] if prefix else run[0]
        if _HEX.fullmatch(letters) and readable(data := bytes.fromhex(letters)):
            yield run.end() - len(letters), run.end(), data, ("hex" if letters == letters.lower() else "HEX",)
            continue
        for skip in range(4 if len(run[0]) >= _SURE else 1):
            opened = _open(run[0][skip:], out)
            if opened:
                length, data, chain = opened
                yield run.start() + skip, run.start() + skip + length, data, chain
                break


def _is_login(text: str, run: re.Match[str]) -> bool:
    """Whether a run is a user and a password behind "Basic" (RFC 7617): a credential as a whole, and found as one."""
    if not _BASIC.search(text, max(0, run.start() - _SCHEME), run.start()):
        return False
    name, colon, password = (unbase64(run[0]) or b"").partition(b":")
    return bool(name and colon and password) and name[:1] not in b'{[<"' and readable(name + password)


def _open(run: str, out: Gathering) -> _Content | None:
    """How many letters of a run are base64 of text, the text, and how it is packed; None if it is none."""
    letters = run[:_HEAD] if len(run) > _HEAD + 2 else run.rstrip("=")
    head = binascii.a2b_base64(letters[: len(letters) & ~3].replace("-", "+").replace("_", "/"))
    packed = _PACKERS.get(head[:2])
    if packed is None and not readable(head, cut=True):
        return None
    bare = len(run.rstrip("="))
    run = run[: bare - 1] if bare % 4 == 1 else run
    data = unbase64(run) or b""
    if packed is None:
        return (len(run), data, (flavour(run),)) if readable(data) else None
    plain = _decompressed(data, packed[1], out)
    return (len(run), plain, (packed[0], flavour(run))) if plain and readable(plain) else None


def readable(data: bytes, *, cut: bool = False) -> bool:
    """Whether bytes are text: UTF-8 (its last letter may be cut off) and hardly a control character."""
    others = data.translate(None, _PRINTABLE)
    if not others:
        return True
    controls = len(others.translate(None, _HIGH))
    if controls * 20 > len(data):
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return cut and 0 < len(data) - 3 <= error.start
    return True


def _decompressed(data: bytes, bits: int, out: Gathering) -> bytes | None:
    """Never more than the room that is left; None if it is broken or does not end within it."""
    unpacker = zlib.decompressobj(bits)
    try:
        plain = unpacker.decompress(data, out.room)
    except zlib.error:
        return None
    out.room -= len(plain)
    out.sealed |= out.room <= 0  # what was not unpacked was not read
    return plain if unpacker.eof and out.room > 0 else None

"""Bytes of a request and one person's values in; every place that says one of them out, in whatever encoding. Knows no detector.

It looks by brute force, where the detector computes tables and parses: each layer is undone wherever it could be (escapes,
base64 from every letter on, hexadecimal, gzip), and in each result the values and their digests are searched as they are. Also
writes a request anew for another person: each occurrence in its own encoding.
"""

import base64
import binascii
import hashlib
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product

_NAMES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
_DEEPEST = 6  # layers that are undone
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})|\\{1,8}u00([0-7][0-9A-Fa-f])")
_RUN = re.compile(rb"(?:[A-Za-z0-9+/_-]|%(?:25){0,3}2[BbFf]){12,}(?:=|%(?:25){0,3}3[Dd]){0,2}")
_DIGESTS = re.compile(rb"[0-9a-f]{32,}")
_LENGTHS = (32, 40, 56, 64, 96, 128)
_HEX = re.compile(rb"(?:[0-9A-Fa-f]{2}){10,}")
_ESCAPED = re.compile(rb"%(?:25){0,3}(2[BbFf]|3[Dd])")
_PLAIN_ESCAPES = {b"2b": b"+", b"2f": b"/", b"3d": b"="}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Bytes [start, end) of the outermost layer that say a value."""

    start: int
    end: int
    how: str  # the layers, outermost first: "escaped base64 sha256"


def digest(name: str, data: bytes) -> bytes:
    """The digest `name` of `data`, in bytes."""
    return hashlib.new(name, data, usedforsecurity=False).digest()


def literals(value: str) -> dict[bytes, str]:
    """What is searched as it is, in small letters → what it is: the value, its digests in hexadecimal, and digests of those."""
    found: dict[bytes, str] = {}
    for text in dict.fromkeys((value.lower(), value, value.upper(), value.capitalize())):
        data = text.encode()
        if text == value.lower():
            found[data] = "plain"
        before = {"": data, "base64": base64.b64encode(data), "base64url": base64.urlsafe_b64encode(data).rstrip(b"=")}
        before |= {name: digest(name, data).hex().encode() for name in _NAMES}
        before |= {name.upper(): digest(name, data).hex().upper().encode() for name in _NAMES}
        before |= {f"{one}+{two}": digest(two, before[one]).hex().encode() for one, two in product(_NAMES[:4], _NAMES[:4])}
        for (inner, source), name in product(before.items(), _NAMES):
            found.setdefault(digest(name, source).hex().encode(), f"{name}({inner})" if inner else name)
    return found


def raw_literals(value: str) -> dict[bytes, str]:
    """The bytes of digests, which base64 may hold."""
    data = value.lower().encode()
    before = {"": data, "base64": base64.b64encode(data)} | {name: digest(name, data).hex().encode() for name in _NAMES[:4]}
    return {
        digest(name, source): f"raw {name}({inner})" if inner else f"raw {name}"
        for (inner, source), name in product(before.items(), _NAMES)
    }


@dataclass(frozen=True, slots=True)
class Oracle:
    """One person's values, prepared to be searched."""

    plain: Mapping[bytes, str] = field(repr=False)
    hexadecimal: Mapping[bytes, str] = field(repr=False)
    raw: Mapping[bytes, str] = field(repr=False)
    heads: frozenset[bytes] = field(repr=False)  # the first bytes of each of `raw`

    @classmethod
    def of(cls, values: Sequence[str]) -> "Oracle":
        """Values with an @ are searched as they are anywhere, the others only as digests (a first name stands in many words)."""
        small: dict[bytes, str] = {}
        raw: dict[bytes, str] = {}
        for value in values:
            small |= {text: how for text, how in literals(value).items() if how != "plain" or "@" in value}
            raw |= raw_literals(value)
        plain = {text: how for text, how in small.items() if how == "plain"}
        return cls(plain, {text: how for text, how in small.items() if how != "plain"}, raw, frozenset(text[:8] for text in raw))

    def occurrences(self, data: bytes) -> list[Occurrence]:
        """Every place in `data`, disjoint, in order."""
        found = sorted(self._search(data, 0), key=lambda one: (one.start, one.start - one.end))
        kept: list[Occurrence] = []
        for one in found:
            if not kept or one.start >= kept[-1].end:
                kept.append(one)
        return kept

    def _search(self, data: bytes, depth: int) -> Iterator[Occurrence]:
        yield from self._as_it_is(data, raw=depth > 0)
        if depth == _DEEPEST:
            return
        yield from self._escaped(data, depth)
        for layer in (_base64, _hexadecimal):
            for start, end, inner, where in layer(data):
                for one in self._search(inner, depth + 1):
                    yield Occurrence(
                        start + where(one.start), min(end, start + where(one.end) + 1), f"{layer.__name__[1:]} {one.how}"
                    )
        for start, inner in _compressed(data):
            if any(True for _ in self._search(inner, depth + 1)):
                yield Occurrence(start, len(data), "compressed")

    def _as_it_is(self, data: bytes, *, raw: bool) -> Iterator[Occurrence]:
        small = data.lower()
        for text, how in self.plain.items():
            yield from (Occurrence(at, at + len(text), how) for at in _all(small, text))
        for run in _DIGESTS.finditer(small):
            for length in _LENGTHS:
                for at in range(len(run[0]) - length + 1):
                    digest_of = self.hexadecimal.get(run[0][at : at + length])
                    if digest_of:
                        yield Occurrence(run.start() + at, run.start() + at + length, digest_of)
        for at in range(len(data) - 15 if raw else 0):
            if data[at : at + 8] in self.heads:
                for length in _LENGTHS:
                    digest_of = self.raw.get(data[at : at + length // 2])
                    if digest_of:
                        yield Occurrence(at, at + length // 2, digest_of)

    def _escaped(self, data: bytes, depth: int) -> Iterator[Occurrence]:
        if not _ESCAPE.search(data):
            return
        decoded, origin, at = bytearray(), list[int](), 0
        for escape in _ESCAPE.finditer(data):
            decoded += data[at : escape.start()]
            origin += range(at, escape.start() + 1)
            decoded.append(int(escape[1] or escape[2], 16))
            at = escape.end()
        decoded += data[at:]
        origin += range(at, len(data) + 1)
        for one in self._search(bytes(decoded), depth + 1):
            yield Occurrence(origin[one.start], origin[one.end], f"escaped {one.how}")


_Where = Callable[[int], int]


def _all(data: bytes, text: bytes) -> Iterator[int]:
    at = data.find(text)
    while at >= 0:
        yield at
        at = data.find(text, at + 1)


def _base64(data: bytes) -> Iterator[tuple[int, int, bytes, _Where]]:
    """Every run decoded from each of its first four letters."""
    for run in re.finditer(rb"[A-Za-z0-9+/_-]{12,}", data):
        letters = run[0].translate(bytes.maketrans(b"-_", b"+/"))
        for skip in range(4):
            inner = unbase64(letters[skip:])
            if inner:
                yield run.start(), run.end(), inner, partial(_letter, skip)


def _letter(skip: int, byte: int) -> int:
    """Which letter of a run, decoded from its letter `skip` on, a byte begins in."""
    return skip + byte * 4 // 3


def unbase64(letters: bytes) -> bytes:
    """What letters of the standard alphabet say; a cut end is forgiven."""
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    try:
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
    except binascii.Error:
        return b""


def _hexadecimal(data: bytes) -> Iterator[tuple[int, int, bytes, _Where]]:
    for run in _HEX.finditer(data):
        yield run.start(), run.end(), bytes.fromhex(run[0].decode()), lambda at: at * 2


def _compressed(data: bytes) -> Iterator[tuple[int, bytes]]:
    for head, bits in ((b"\x1f\x8b\x08", 31), (b"\x78\x9c", 15), (b"\x78\x01", 15), (b"\x78\xda", 15)):
        at = data.find(head)
        if at >= 0:
            try:
                yield at, zlib.decompressobj(bits).decompress(data[at:], 1_000_000)
            except zlib.error:
                continue


@dataclass(frozen=True, slots=True)
class Swap:
    """Writes data about one person as if it were about another: each occurrence in its encoding."""

    table: Mapping[bytes, bytes] = field(repr=False)

    @classmethod
    def of(cls, pairs: Sequence[tuple[str, str]]) -> "Swap":
        """From (old value, new value)."""
        table: dict[bytes, bytes] = {}
        for old, new in pairs:
            for change in (str.lower, str.upper, str.capitalize):
                table |= dict(_spelled(change(old).encode(), change(new).encode(), plain="@" in old))
        return cls(table)

    def __call__(self, data: bytes, depth: int = 0) -> bytes:
        """`data` with every occurrence replaced."""
        for old, new in self.table.items():
            if old in data:
                data = data.replace(old, new)
        return data if depth == _DEEPEST else _RUN.sub(lambda run: self._packed(run, depth), data)

    def _packed(self, run: re.Match[bytes], depth: int) -> bytes:
        """A run of base64, perhaps with percent-encoded letters, written anew if what it says changes."""
        spelled = run[0]
        letters = _ESCAPED.sub(lambda found: _PLAIN_ESCAPES[found[1].lower()], spelled)
        bare = letters.rstrip(b"=")
        url = b"-" in bare or b"_" in bare
        for skip in range(4):
            body = bare[skip:].translate(bytes.maketrans(b"-_", b"+/"))
            rest = len(body) % 4 == 1
            inner = unbase64(body)
            changed = self(inner, depth + 1) if inner else inner
            if changed == inner:
                continue
            text = base64.b64encode(changed).rstrip(b"=")
            padding = b"=" * (-len(text) % 4) if len(bare) < len(letters) else b""
            text = (text.translate(bytes.maketrans(b"+/", b"-_")) if url else text) + padding
            escape = _ESCAPED.search(spelled)
            if escape:
                text = _percented(text, escape[0][:-2])
            return bare[:skip] + text + (body[-1:] if rest else b"")
        return spelled


def _percented(text: bytes, percent: bytes) -> bytes:
    return re.sub(rb"[+/=]", lambda letter: percent + b"%02X" % letter[0][0], text)


def _spelled(old: bytes, new: bytes, *, plain: bool) -> Iterator[tuple[bytes, bytes]]:
    """Each way to write it, from the old value to the new one."""
    if plain:
        yield old, new
        once = (old.replace(b"@", b"%40"), new.replace(b"@", b"%40"))
        yield once
        for _ in range(3):
            once = (once[0].replace(b"%", b"%25"), once[1].replace(b"%", b"%25"))
            yield once
    for name in _NAMES:
        yield digest(name, old).hex().encode(), digest(name, new).hex().encode()
        yield digest(name, old).hex().upper().encode(), digest(name, new).hex().upper().encode()
        yield digest(name, old), digest(name, new)

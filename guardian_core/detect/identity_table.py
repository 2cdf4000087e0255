"""The user's registered values in, once; then texts in, the places where one of them stands out: plain, encoded or as a digest.

All that chains of encodings make of a value is computed beforehand. A text is searched in one pass per kind of run: every eight
characters of a run of hexadecimal or base64 are looked up in a table, so the cost grows with the text, not with the values.
"""

import base64
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from guardian_core.detect.identity_forms import UNSEPARATED, Identity, spellings, writings
from guardian_core.encodings import DIGESTS, Chain, encoded
from guardian_core.vocabulary import Entity

HEAD = 8  # characters by which an encoded value is looked up
COMMON = ("md5", "sha1", "sha256")
_AGAIN = (*COMMON, "sha512")  # what digests of digests are made with
_ALIGNED = {0: 0, 1: 2, 2: 3}  # bytes before a value in its quantum → base64 characters that depend on them
_HEX = re.compile(r"[0-9a-f]{16,}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{6,}")
_STANDARD = str.maketrans("-_", "+/")
_GAP = "\0"  # between texts: part of no run and of no pattern


def chains() -> tuple[Chain, ...]:
    """What digests are looked for: of a value, of its base64, of its percent-encoding, and of digests of it, up to three deep.

    The last step, hexadecimal or base64, is not part of them.
    """
    once: list[Chain] = [(name,) for name in DIGESTS]
    before: list[Chain] = [("base64",), ("base64-bare",), ("percent",)]
    before += [(name, *spelled) for name in DIGESTS for spelled in ((), ("hex",), ("HEX",), ("base64",))]
    twice = [(*first, name) for first, name in product(before, _AGAIN)]
    thrice: list[Chain] = [(a, "hex", b, "hex", c) for a, b, c in product(COMMON, repeat=3)]
    return (*once, *twice, *thrice)


CHAINS = chains()


@dataclass(frozen=True, slots=True)
class Form:
    """One spelling of one registered value, and what was made of it."""

    entity: Entity
    value: str = field(repr=False)
    chain: Chain


@dataclass(frozen=True, slots=True)
class Hit:
    """Code points [start, end) of a text that say a registered value; an empty chain: as it is."""

    start: int
    end: int
    form: Form


@dataclass(frozen=True, slots=True)
class _Plain:
    trigger: str = field(repr=False)
    pattern: re.Pattern[str] = field(repr=False)
    form: Form


class IdentityTable:
    """All that is looked for; never changes, so that threads can share it."""

    def __init__(self, identities: Iterable[Identity], regions: Sequence[str] = ()) -> None:
        self._plain: list[_Plain] = []
        self._hex: dict[str, dict[str, Form]] = {}  # head → whole → form
        self._base64: dict[str, dict[str, Form]] = {}
        self._words: dict[str, Form] = {}  # whole runs of base64, however short
        for one in identities:
            self._add(one, regions)

    def __bool__(self) -> bool:
        return bool(self._plain)

    def _add(self, one: Identity, regions: Sequence[str]) -> None:
        for writing in writings(one, regions):
            self._plain.append(_Plain(writing.trigger, re.compile(writing.pattern), Form(one.entity, one.value, ())))
        for spelling in spellings(one, regions):
            self._add_encoded(one.entity, spelling)
            for chain in CHAINS:
                digest = encoded(spelling, chain).encode("latin-1")
                _enter(self._hex, digest.hex(), Form(one.entity, spelling, (*chain, "hex")))
                _enter(self._base64, _bare(digest), Form(one.entity, spelling, (*chain, "base64")))

    def _add_encoded(self, entity: Entity, spelling: str) -> None:
        """The spelling itself and its digests, in hexadecimal and inside anybody's base64."""
        data = spelling.encode()
        if len(data) >= 6:
            _enter(self._hex, data.hex(), Form(entity, spelling, ("hex",)))
        word = _bare(data)
        if len(word) >= 6:
            self._words.setdefault(word, Form(entity, spelling, ("base64",)))
        for chain in ((), ("percent",), *((name, "hex") for name in COMMON)):
            inner = encoded(spelling, chain).encode("latin-1")
            for shift, lost in _ALIGNED.items():
                core = _bare(b"\0" * shift + inner)
                core = core[lost : len(core) - bool((shift + len(inner)) % 3)]
                if len(core) >= HEAD + 2:
                    _enter(self._base64, core, Form(entity, spelling, (*chain, f"inside-base64/{lost}")))

    def search(self, texts: Sequence[str]) -> list[list[Hit]]:
        """What stands in each text, disjoint and in order."""
        found: list[list[Hit]] = [[] for _ in texts]
        if not self:
            return found
        whole = _GAP.join(texts)
        starts = [0]
        for text in texts:
            starts.append(starts[-1] + len(text) + 1)
        for hit in _disjoint(self._hits(whole)):
            number = bisect_right(starts, hit.start) - 1
            found[number].append(Hit(hit.start - starts[number], hit.end - starts[number], hit.form))
        return found

    def _hits(self, text: str) -> Iterator[Hit]:
        small = _small(text)
        yield from self._plain_hits(small)
        for run in _HEX.finditer(small):
            yield from _looked_up(self._hex, run[0], run.start())
        for run in _BASE64.finditer(text):
            letters = run[0].translate(_STANDARD)
            form = self._words.get(letters)
            if form:
                yield Hit(run.start(), run.end() + _padding(text, run.end()), form)
            elif len(letters) > HEAD + 2:
                yield from (_widened(hit, run, text) for hit in _looked_up(self._base64, letters, run.start()))

    def _plain_hits(self, small: str) -> Iterator[Hit]:
        solid = small.translate(UNSEPARATED)
        for plain in self._plain:
            if plain.trigger in solid:
                yield from (Hit(*match.span(), plain.form) for match in plain.pattern.finditer(small))


def _enter(table: dict[str, dict[str, Form]], whole: str, form: Form) -> None:
    table.setdefault(whole[:HEAD], {}).setdefault(whole, form)


def _bare(data: bytes) -> str:
    return base64.b64encode(data).rstrip(b"=").decode()


def _looked_up(table: dict[str, dict[str, Form]], run: str, start: int) -> Iterator[Hit]:
    """Every value of `table` in a run, whatever stands before and behind it."""
    for at in range(len(run) - HEAD + 1):
        for whole, form in table.get(run[at : at + HEAD], {}).items():
            if run.startswith(whole, at):
                yield Hit(start + at, start + at + len(whole), form)


def _widened(hit: Hit, run: re.Match[str], text: str) -> Hit:
    """A value inside base64, widened to the quanta it lies in, so that they can be written anew."""
    name, _, lost = hit.form.chain[-1].partition("/")
    if name != "inside-base64":
        return hit
    start = hit.start - int(lost)
    if start < run.start():
        return hit
    end = min(start + -(-(hit.end - start) // 4) * 4, run.end())
    return Hit(start, end + (_padding(text, end) if end == run.end() else 0), hit.form)


def _padding(text: str, at: int) -> int:
    return 2 if text[at : at + 2] == "==" else int(text[at : at + 1] == "=")


def _small(text: str) -> str:
    """Small letters, as many code points as before."""
    small = text.lower()
    return small if len(small) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _disjoint(hits: Iterable[Hit]) -> list[Hit]:
    """The longest of those that overlap, by start."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda one: (one.start, -one.end)):
        if kept and hit.start < kept[-1].end:
            if hit.end - hit.start > kept[-1].end - kept[-1].start:
                kept[-1] = hit
        else:
            kept.append(hit)
    return kept

"""A view in: decoded text with the way back to its bytes. Out: narrower or further decoded views, and in the end items.

Every code point of a view stems from at least one source byte, and offsets only grow; so a stretch of text that is as long as its
bytes is one byte per code point and needs no table (`offsets` None).
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from guardian_core.vocabulary import Item, Packing, Place, Role

# Nested layers (JSON in a form value in a JSON string …) that are taken apart; what lies deeper is read as text.
MAX_LAYERS = 8
# Longer paths and names are cut in `Item.path`: each level would copy the whole path again, which is quadratic.
MAX_NAME = 80
MAX_PATH = 600
# An array of a million strings must not carry a key of a megabyte to each stage that looks at keys.
MAX_KEY = 200


class View(NamedTuple):
    """Decoded code points and where each of them lies in the source."""

    text: str
    offsets: Sequence[int] | None  # byte offset of each code point and of the end; None: start + index
    start: int
    encoders: tuple[str, ...] = ()  # innermost first

    def cut(self, begin: int, end: int) -> "View":
        """The view of code points [begin, end)."""
        if self.offsets is None:
            return View(self.text[begin:end], None, self.start + begin, self.encoders)
        first, last = self.offsets[begin], self.offsets[end]
        if last - first == end - begin:
            return View(self.text[begin:end], None, first, self.encoders)
        return View(self.text[begin:end], self.offsets[begin : end + 1], first, self.encoders)

    def through(self, encoder: str) -> "View":
        """The same text, to be written through one more encoder."""
        return View(self.text, self.offsets, self.start, (encoder, *self.encoders))

    @property
    def end(self) -> int:
        """The byte offset behind the last code point."""
        return self.start + len(self.text) if self.offsets is None else self.offsets[-1]


Piece = tuple[int, int, str, Sequence[int]]


def respell(view: View, pieces: Iterable[Piece], encoder: str) -> View:
    """Decode `view` by replacing pieces: (begin, end, decoded text, source index of each decoded code point), in order."""
    text, base, start = view.text, view.offsets, view.start
    parts: list[str] = []
    offsets = array("q")
    position = 0
    for begin, end, decoded, sources in pieces:
        parts += (text[position:begin], decoded)
        if base is None:
            offsets.extend(range(start + position, start + begin))
            offsets.extend([start + index for index in sources])
        else:
            offsets.extend(base[position:begin])
            offsets.extend([base[index] for index in sources])
        position = end
    if not parts:
        return view.through(encoder)
    parts.append(text[position:])
    offsets.extend(range(start + position, start + len(text) + 1) if base is None else base[position:])
    return View("".join(parts), offsets, start, (encoder, *view.encoders))


def whole(text: str, view: View, encoder: str) -> View:
    """Decoded text that can only be written back as a whole (base64): every code point points at the first byte."""
    return View(text, array("q", [view.start] * len(text) + [view.end]), view.start, (encoder, *view.encoders))


def longer(path: str, name: str) -> str:
    """`path` with one more name, unless it is too long already."""
    return f"{path}/{name[:MAX_NAME]}" if len(path) < MAX_PATH else path


@dataclass(slots=True)
class _Draft:
    """The fields of `Item`, in its order, before they are frozen."""

    path: str
    key: str
    text: str = field(repr=False)
    role: Role
    place: Place
    offsets: Sequence[int] | None = field(repr=False)
    start: int
    end: int
    encoders: tuple[str, ...]
    load_bearing: str | None
    ambient: bool
    packing: Packing | None = None
    registered_only: bool = False
    seams: tuple[int, ...] = ()


def item_of(  # noqa: PLR0917 - in the order of Item, positional because it is called for every value
    path: str,
    key: str,
    text: str,
    role: Role,
    place: Place,
    offsets: Sequence[int] | None,
    start: int,
    end: int,
    encoders: tuple[str, ...],
    load_bearing: str | None,
    ambient: bool,
    seams: tuple[int, ...] = (),
) -> Item:
    """An item, made four times faster: the constructor of a frozen class sets each field through `object.__setattr__`."""
    draft = _Draft(path, key, text, role, place, offsets, start, end, encoders, load_bearing, ambient, seams=seams)
    draft.__class__ = Item  # type: ignore[assignment] # both have the same slots
    return draft  # type: ignore[return-value]


def packed_in(item: Item, packing: Packing, reason: str | None) -> Item:
    """The item as a part of what is packed, where it is none of something that is packed in that; `reason`: see `load_bearing`."""
    draft = _Draft(
        item.path, item.key, item.text, item.role, item.place, item.offsets, item.start, item.end, item.encoders,
        reason or item.load_bearing, item.ambient, item.packing or packing, item.registered_only, item.seams,
    )  # fmt: skip
    draft.__class__ = Item  # type: ignore[assignment] # as above
    return draft  # type: ignore[return-value]


@dataclass(slots=True)
class Gathering:
    """The items gathered from one place."""

    place: Place
    charset: str = "utf-8"  # of percent-encoded bytes
    role: Role | None = None  # the role of every value, where the place tells it
    ambient: bool = False
    sealed: bool = False  # whether a part was bytes of no known kind: compressed or encoded by somebody's own program
    packing: Packing | None = field(default=None, repr=False)  # what is being unpacked
    room: int = 4_000_000  # bytes that decompression may still make, so that no bomb goes off
    items: list[Item] = field(default_factory=list, repr=False)

    def add(
        self, view: View, path: str, key: str, role: Role, *, load_bearing: str | None = None, seams: tuple[int, ...] = ()
    ) -> None:
        """Add one item, unless it is empty."""
        text, offsets, start, encoders = view
        if text:
            end = start + len(text) if offsets is None else offsets[-1]
            forced = role if self.role is None or role in (Role.STRUCTURE, Role.BINARY) else self.role
            self.items.append(
                item_of(path, key, text, forced, self.place, offsets, start, end, encoders, load_bearing, self.ambient, seams)
            )

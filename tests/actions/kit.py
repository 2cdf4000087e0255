"""Requests for the tests of actions/, and one edit applied to them."""

from guardian_core.actions import read, write
from guardian_core.vocabulary import Edit, Entity, Item, Level, Reading, Request


def post(body: bytes = b"", content_type: str | None = None, *, target: str = "/", host: str = "x.test", **headers: str) -> Request:
    """A POST; headers are named with underscores for hyphens."""
    lines = [] if content_type is None else [(b"Content-Type", content_type.encode("latin-1"))]
    lines += [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return Request("POST", "https", host, 443, target, tuple(lines), body)


def texts(reading: Reading, path: str | None = None) -> list[str]:
    """The texts of all items, or of those with that path that are no keys."""
    return [item.text for item in reading.items if path is None or (item.path == path and item.role != "structure")]


def find(reading: Reading, text: str) -> tuple[int, int]:
    """Index of the first item that holds `text`, and where it begins."""
    for index, item in enumerate(reading.items):
        if text in item.text:
            return index, item.text.index(text)
    message = "no item holds the text"
    raise AssertionError(message)


def the(reading: Reading, text: str) -> Item:
    """The first item that holds `text`."""
    return reading.items[find(reading, text)[0]]


def edit(item: int, start: int, end: int, replacement: str) -> Edit:
    return Edit(item, start, end, replacement, Entity.PERSON, Level.PARTIAL)


def swap(request: Request, old: str, new: str) -> Request:
    """The request with the first occurrence of `old` replaced by an edit."""
    reading = read(request)
    item, start = find(reading, old)
    return write(reading, [edit(item, start, start + len(old), new)])


def brotli_stream(content, *metadata):
    """A brotli stream made by hand: a metadata block for each of `metadata`, then `content` uncompressed (RFC 7932 §9.1, §9.2)."""
    out, bits = bytearray(), [0]  # WBITS: a window of 64 KB

    def number(value, count):
        bits.extend(value >> place & 1 for place in range(count))

    def aligned(data):
        nonlocal bits
        bits += [0] * (-len(bits) % 8)
        out.extend(sum(bit << place for place, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))
        out.extend(data)
        bits = []

    for one in metadata:
        number(0b0110, 4)  # not the last, no length, reserved
        size = ((len(one) - 1).bit_length() + 7) // 8 or 1 if one else 0  # bytes of the length; a zero in front is an error
        number(size, 2)
        number(len(one) - 1, 8 * size)
        aligned(one)
    number(0, 3)  # not the last, a length of four nibbles
    number(len(content) - 1, 16)
    number(1, 1)  # uncompressed
    aligned(content)
    return bytes(out) + b"\x03"  # the last, empty

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

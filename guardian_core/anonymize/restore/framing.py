"""Bytes of a streamed reply go in as they arrive, whole events come out: of event streams (SSE), JSON lines, JSON arrays.

Each event knows its own bytes and how another text is written in its place, so that what is between texts stays as it was.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial

from guardian_core.anonymize.restore.events import Event

MOST = 4_000_000  # bytes of one event; a longer one is passed on as it is
_BLANK = re.compile(rb"(?>\r\n|\r|\n)(?:\r\n|\n|\r(?!\n|\Z))")  # the end of an event: a line end, and an empty line
_LINES = re.compile(r"(\r\n|\r|\n)")


class Frames:
    """Cuts bytes into events; `feed` gives those that are complete, `finish` what is left."""

    def feed(self, data: bytes) -> Iterator[Event]:
        """Events that `data` completes."""
        raise NotImplementedError

    def finish(self) -> Iterator[Event]:
        """What came without its end."""
        raise NotImplementedError


def passed(data: bytes) -> Event:
    """Bytes that hold no text: sent as they are, in their place."""
    return Event("{}", data, lambda _: data)


class EventStream(Frames):
    """WHATWG HTML §9.2, server-sent events."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._from = 0  # up to where no end of an event was found

    def feed(self, data: bytes) -> Iterator[Event]:
        """Events end with an empty line."""
        self._buffer += data
        while found := _BLANK.search(self._buffer, max(0, self._from - 3)):
            raw = bytes(self._buffer[: found.end()])
            del self._buffer[: found.end()]
            self._from = 0
            yield sse_event(raw)
        self._from = len(self._buffer)
        if self._from > MOST:
            yield passed(self._rest())

    def finish(self) -> Iterator[Event]:
        """The last event may lack its empty line."""
        if self._buffer:
            yield sse_event(self._rest())

    def _rest(self) -> bytes:
        rest = bytes(self._buffer)
        self._buffer.clear()
        self._from = 0
        return rest


def sse_event(raw: bytes) -> Event:
    """One event with its fields; its text is that of its `data` lines."""
    try:
        lines = _LINES.split(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return passed(raw)
    data = [at for at in range(0, len(lines), 2) if _field(lines[at]) == "data"]
    if not data:
        return passed(raw)
    text = "\n".join(_value(lines[at]) for at in data)
    return Event(text, raw, partial(_write_sse, lines, data))


def _field(line: str) -> str:
    return line.removeprefix("\ufeff").partition(":")[0]


def _value(line: str) -> str:
    return line.partition(":")[2].removeprefix(" ")


def _write_sse(lines: list[str], data: list[int], text: str) -> bytes:
    first = data[0]
    head = lines[first][: len(lines[first]) - len(_value(lines[first]))] if ":" in lines[first] else lines[first] + ": "
    end = next((lines[at] for at in range(1, len(lines), 2)), "\n")
    written = end.join(head + line for line in _LINES.split(text)[::2])
    others = data[1:]
    kept = ["" if at in others or at - 1 in others else part for at, part in enumerate(lines)]
    kept[first] = written
    return "".join(kept).encode("utf-8", "surrogatepass")


class Lines(Frames):
    """JSON lines: one document a line."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Event]:
        """Lines that `data` completes."""
        self._buffer += data
        *lines, rest = self._buffer.split(b"\n") if b"\n" in data else [self._buffer]
        self._buffer = bytearray(rest)
        for line in lines:
            yield _whole(bytes(line), b"\n")
        if len(self._buffer) > MOST:
            yield passed(bytes(self._buffer))
            self._buffer.clear()

    def finish(self) -> Iterator[Event]:
        """The last line may lack its end."""
        if self._buffer:
            yield _whole(bytes(self._buffer), b"")
            self._buffer.clear()


class Elements(Frames):
    """The elements of one JSON array, as Gemini streams them without SSE."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._at = 0
        self._depth = 0
        self._string = False
        self._escaped = False

    def feed(self, data: bytes) -> Iterator[Event]:
        """Objects that `data` completes, and the commas and brackets between them."""
        self._buffer += data
        while self._at < len(self._buffer):
            byte = self._buffer[self._at]
            self._at += 1
            if self._string:
                self._string = self._escaped or byte != 0x22
                self._escaped = byte == 0x5C and not self._escaped
            elif byte == 0x22:
                self._string = True
            elif byte in b"{[":
                self._depth += 1
                if self._depth == 1 or (self._depth == 2 and byte == 0x7B):
                    yield from self._take(self._at - 1 if self._depth == 2 else self._at, passed)
            elif byte in b"}]":
                self._depth -= 1
                if self._depth == 1:
                    yield from self._take(self._at, partial(_whole, end=b""))
        if len(self._buffer) > MOST:
            yield from self.finish()

    def _take(self, end: int, event: Callable[[bytes], Event]) -> Iterator[Event]:
        if end:
            yield event(bytes(self._buffer[:end]))
            del self._buffer[:end]
            self._at -= end

    def finish(self) -> Iterator[Event]:
        """What stands behind the last element."""
        yield from self._take(len(self._buffer), passed)


def _whole(raw: bytes, end: bytes) -> Event:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return passed(raw + end)
    return Event(text, raw + end, lambda new: new.encode("utf-8", "surrogatepass") + end) if text.strip() else passed(raw + end)

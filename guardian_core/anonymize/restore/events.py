"""The events of a streamed reply go in one by one, the same events come out in order, with the user's words in them.

A placeholder may be cut over any number of events (BUGS B41). The pieces of one text (the same choice, block, call) make a lane; an
event waits only while one of its strings ends in what may become a placeholder, and is then sent as it came or with its own share
of the restored text. No event is added, dropped or moved, and one in which nothing was restored keeps its bytes.
"""

import json
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from guardian_core.anonymize.restore.deltas import Lane, continues, ends, lane_of
from guardian_core.anonymize.restore.texts import (
    Originals,
    Restorer,
    Segment,
    Untouched,
    in_json,
    restored,
    text_restorer,
    untouched,
)

SENTINEL = "[DONE]"
MOST_WAITING = 2_000  # events; a reply that makes more of them wait gets them as they are
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


@dataclass(slots=True)
class _Piece:
    """One string of an event."""

    start: int  # of its inside, in the event's text
    end: int
    text: str = field(repr=False)
    parts: list[str] = field(default_factory=list, repr=False)
    done: int = 0  # characters accounted for
    changed: bool = False

    @property
    def waits(self) -> bool:
        """Whether it is not known yet what becomes of its end."""
        return self.done < len(self.text)


@dataclass(slots=True)
class Event:
    """One event: its text, and how the bytes of another text in its place are written."""

    text: str = field(repr=False)
    raw: bytes = field(repr=False)
    write: Callable[[str], bytes]


@dataclass(slots=True)
class _Waiting:
    event: Event
    pieces: list[_Piece]
    as_json: bool

    def written(self) -> bytes:
        """Its bytes: those that came, unless something was restored."""
        if not any(piece.changed for piece in self.pieces):
            return self.event.raw
        text, position, parts = self.event.text, 0, []
        for piece in self.pieces:
            if piece.changed:
                new = "".join(piece.parts)
                parts += [text[position : piece.start], in_json(new) if self.as_json else new]
                position = piece.end
        return self.event.write("".join([*parts, text[position:]]))


class _Text:
    """A text that comes in pieces."""

    def __init__(self, restorer: Restorer) -> None:
        self._restorer = restorer
        self._pieces: deque[_Piece] = deque()

    def feed(self, piece: _Piece) -> None:
        self._pieces.append(piece)
        self._account(self._restorer.feed(piece.text))

    def finish(self) -> None:
        self._account(self._restorer.finish())

    def _account(self, segments: list[Segment]) -> None:
        for segment in segments:
            count, new = segment.count, segment.text
            while count:
                piece = self._pieces[0]
                taken = min(count, len(piece.text) - piece.done)
                if segment.text is None:
                    piece.parts.append(piece.text[piece.done : piece.done + taken])
                elif taken:
                    piece.parts.append(new or "")
                    new, piece.changed = "", True
                piece.done += taken
                count -= taken
                if not piece.waits:
                    self._pieces.popleft()


class Events:
    """The events of one reply, or of one direction of a WebSocket."""

    def __init__(self, originals: Originals, heard: Callable[[str], None] = lambda _: None) -> None:
        """`heard` is told the identifier under which the other side keeps this reply."""
        self._originals = originals
        self._heard = heard
        self._texts: dict[Lane, _Text] = {}
        self._queue: deque[_Waiting] = deque()

    def use(self, originals: Originals) -> None:
        """Restore these from now on: a conversation that goes on over one connection learns more of them."""
        self._originals = originals

    def feed(self, event: Event) -> list[bytes]:
        """The events that are certain now, this one among them unless it has to wait."""
        self._queue.append(self._read(event))
        if len(self._queue) > MOST_WAITING:
            return self.finish()
        return list(self._certain())

    def _read(self, event: Event) -> _Waiting:
        value = _parsed(event.text)
        if value is None and _looks_like_json(event.text):
            return _Waiting(event, [], as_json=True)
        if event.text == SENTINEL:
            self._finish(lambda _: True)
            return _Waiting(event, [], as_json=False)
        if not isinstance(value, dict | list | str):
            piece = _Piece(0, len(event.text), event.text)
            self._text(("", ()), "").feed(piece)
            return _Waiting(event, [piece], as_json=False)
        pieces = [self._piece(value, *leaf) for leaf in leaves(event.text)]
        if isinstance(value, dict):
            self._listen(value)
        over = ends(value)
        if over is not None:
            self._finish(over)
        return _Waiting(event, pieces, as_json=True)

    def finish(self) -> list[bytes]:
        """Everything that waits: nothing follows."""
        self._finish(lambda _: True)
        return list(self._certain())

    def _certain(self) -> Iterator[bytes]:
        while self._queue and not any(piece.waits for piece in self._queue[0].pieces):
            yield self._queue.popleft().written()

    def _finish(self, over: Callable[[Lane], bool]) -> None:
        for lane in [lane for lane in self._texts if over(lane)]:
            self._texts.pop(lane).finish()

    def _piece(self, value: Any, path: tuple[str | int, ...], start: int, end: int, text: str) -> _Piece:
        piece = _Piece(start, end, text)
        key = next((str(part) for part in reversed(path) if isinstance(part, str)), "")
        if isinstance(value, str) or continues(value, path):
            self._text(lane_of(value, path), key).feed(piece)
        else:
            new = text if "[" not in text or untouched(key) else restored(text, text_restorer(self._originals))
            piece.parts, piece.done, piece.changed = [new], len(text), new != text
        return piece

    def _text(self, lane: Lane, key: str) -> _Text:
        if lane not in self._texts:
            self._texts[lane] = _Text(Untouched() if untouched(key) else text_restorer(self._originals))
        return self._texts[lane]

    def _listen(self, value: dict[str, Any]) -> None:
        inner = value.get("response")
        for holder in (value, inner if isinstance(inner, dict) else {}):
            if isinstance(holder.get("id"), str):
                self._heard(holder["id"])


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _looks_like_json(text: str) -> bool:
    return text.lstrip()[:1] in {"{", '"'}


def leaves(text: str) -> Iterator[tuple[tuple[str | int, ...], int, int, str]]:
    """The strings of a JSON document that are values: path, where their inside begins and ends, what they say.

    >>> list(leaves('{"a": [1, "x\\\\n"], "b": {"c": "y"}}'))
    [(('a', 1), 11, 14, 'x\\n'), (('b', 'c'), 29, 30, 'y')]
    """
    path: list[str | int] = []
    key_next = False
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign == "{":
            path.append("")
            key_next = True
        elif sign == "[":
            path.append(0)
            key_next = False
        elif sign in {"}", "]"}:
            path[-1:] = []
            key_next = False
        elif sign == ",":
            if path and isinstance(path[-1], int):
                path[-1] += 1
            key_next = bool(path) and isinstance(path[-1], str)
        elif token[1] is not None:
            said = _said(token[0])
            if key_next:
                path[-1], key_next = said, False
            else:
                yield tuple(path), token.start(1), token.end(1), said


def _said(literal: str) -> str:
    try:
        return str(json.loads(literal, strict=False))
    except ValueError:
        return literal[1:-1]

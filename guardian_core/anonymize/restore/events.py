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

from guardian_core.anonymize.restore.deltas import Lane, Path, continues, ends, lane_of
from guardian_core.anonymize.restore.texts import (
    Originals,
    Restorer,
    Segment,
    Untouched,
    in_json,
    is_call,
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
    grows: bool = False
    sent: bool = False  # without its end, which goes into the next piece

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

    def saying(self, said: _Piece, text: str) -> bytes:
        """One more event like this one, with `text` for one of its strings and nothing for the others that grow."""
        for piece in self.pieces:
            if piece.grows:
                piece.parts, piece.changed = [text if piece is said else ""], True
        return self.written()


class _Text:
    """A text that comes in pieces."""

    def __init__(self, restorer: Restorer) -> None:
        self._restorer = restorer
        self._pieces: deque[_Piece] = deque()
        self.tail = ""  # what belongs to pieces that were sent, when nothing follows
        self.last: tuple[_Waiting, _Piece] | None = None

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
                    self._say(piece, piece.text[piece.done : piece.done + taken], changed=False)
                elif taken:
                    self._say(piece, new or "", changed=True)
                    new = ""
                piece.done += taken
                count -= taken
                if not piece.waits:
                    self._pieces.popleft()

    def _say(self, piece: _Piece, text: str, *, changed: bool) -> None:
        target = self._pieces[-1] if piece.sent else piece
        if target.sent:
            self.tail += text
        else:
            target.parts.append(text)
            target.changed |= changed or target is not piece


class Events:
    """The events of one reply, or of one direction of a WebSocket.

    Where events cannot wait (`wait` False: mitmproxy sends a message when its hook is done), one that ends in what may become a
    placeholder goes without that end, which is then said by the next one.
    """

    def __init__(self, originals: Originals, heard: Callable[[str], None] = lambda _: None, *, wait: bool = True) -> None:
        """`heard` is told the identifier under which the other side keeps this reply."""
        self._originals = originals
        self._heard = heard
        self._wait = wait
        self._more: list[bytes] = []  # events with the ends of texts that nothing follows
        self._texts: dict[Lane, _Text] = {}
        self._queue: deque[_Waiting] = deque()

    def use(self, originals: Originals) -> None:
        """Restore these from now on: a conversation that goes on over one connection learns more of them."""
        self._originals = originals

    def feed(self, event: Event) -> list[bytes]:
        """The events that are certain now, this one among them unless it has to wait."""
        waiting = self._read(event)
        if not self._wait:
            more, self._more = self._more, []
            return [*more, self._sent(waiting)]
        self._queue.append(waiting)
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
            waiting = _Waiting(event, [], as_json=False)
            self._grow(waiting, _Piece(0, len(event.text), event.text), ("", ()), "")
            return waiting
        waiting = _Waiting(event, [], as_json=True)
        for path, start, end, text in leaves(event.text):
            self._piece(waiting, value, path, _Piece(start, end, text))
        if isinstance(value, dict):
            self._listen(value)
        over = ends(value)
        if over is not None:
            self._finish(over)
        return waiting

    def finish(self) -> list[bytes]:
        """Everything that waits: nothing follows."""
        self._finish(lambda _: True)
        more, self._more = self._more, []
        return [*self._certain(), *more]

    def _sent(self, waiting: _Waiting) -> bytes:
        for piece in waiting.pieces:
            if piece.waits:
                piece.sent = piece.changed = True
        return waiting.written()

    def _certain(self) -> Iterator[bytes]:
        while self._queue and not any(piece.waits for piece in self._queue[0].pieces):
            yield self._queue.popleft().written()

    def _finish(self, over: Callable[[Lane], bool]) -> None:
        for lane in [lane for lane in self._texts if over(lane)]:
            text = self._texts.pop(lane)
            text.finish()
            if text.tail and text.last:
                waiting, piece = text.last
                self._more.append(waiting.saying(piece, text.tail))

    def _piece(self, waiting: _Waiting, value: Any, path: Path, piece: _Piece) -> None:
        text = piece.text
        key = next((str(part) for part in reversed(path) if isinstance(part, str)), "")
        if isinstance(value, str) or continues(value, path):
            self._grow(waiting, piece, lane_of(value, path), key)
        else:
            plain = "[" not in text or untouched(key)
            new = text if plain else restored(text, text_restorer(self._originals, shown=not is_call(key)))
            piece.parts, piece.done, piece.changed = [new], len(text), new != text
            waiting.pieces.append(piece)

    def _grow(self, waiting: _Waiting, piece: _Piece, lane: Lane, key: str) -> None:
        piece.grows = True
        waiting.pieces.append(piece)
        if lane not in self._texts:
            shown = not (is_call(key) or "arguments" in str(lane[1][:1]))  # "response.function_call_arguments.delta"
            self._texts[lane] = _Text(Untouched() if untouched(key) else text_restorer(self._originals, shown=shown))
        text = self._texts[lane]
        text.feed(piece)
        text.last = (waiting, piece)

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
            said = _said(token[0]) if "\\" in token[1] else token[1]
            if key_next:
                path[-1], key_next = said, False
            else:
                yield tuple(path), token.start(1), token.end(1), said


def _said(literal: str) -> str:
    try:
        return str(json.loads(literal, strict=False))
    except ValueError:
        return literal[1:-1]

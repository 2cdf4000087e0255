"""A reply's headers and bytes go in as they arrive, the bytes for the client come out: with the user's own words again."""

import codecs
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from guardian_core.anonymize.restore.amazon import AmazonFrames
from guardian_core.anonymize.restore.events import Event, Events
from guardian_core.anonymize.restore.framing import Elements, EventStream, Frames, Lines
from guardian_core.anonymize.restore.inflate import BrokenReplyError, Decoder, decoded, decoders
from guardian_core.anonymize.restore.texts import Documents, Originals, Restorer, spelled, text_restorer

_IDENTIFIER = re.compile(r'\s*\{\s*"id"\s*:\s*"([^"\\]{1,200})"')
_HEAD = 400  # characters in which a reply says under which identifier it is kept
_UTF8 = frozenset({"", "utf-8", "utf8", "us-ascii", "ascii"})

_FRAMES: tuple[tuple[re.Pattern[str], type[Frames]], ...] = (
    (re.compile(r"text/event-stream"), EventStream),
    (re.compile(r"application/(?:x-)?(?:nd-?json|jsonl|json-?lines|stream\+json|json-seq)"), Lines),
    (re.compile(r"application/vnd\.amazon\.eventstream"), AmazonFrames),
)
_JSON = re.compile(r"application/(?:[\w.+-]+\+)?json")
_TEXT = re.compile(r"text/(?:plain|markdown|x-markdown)")


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of a reply before its body."""

    content_type: str
    content_encoding: str
    streaming: bool  # the request asked for a stream
    accept: str = ""


class Reply:
    """One reply on its way back."""

    def __init__(self, chain: tuple[Decoder, ...], body: "_Body") -> None:
        self._chain = chain
        self._body = body

    def feed(self, data: bytes) -> bytes:
        """What may be sent now.

        Raises:
            BrokenReplyError: the body is not what its Content-Encoding says.
        """
        return b"".join(piece for plain in decoded(data, self._chain) for piece in self._body.feed(plain))

    def finish(self) -> bytes:
        """What was held back to the end."""
        return b"".join(self._body.finish())


def open_reply(head: Head, originals: Mapping[str, str], heard: Callable[[str], None] = lambda _: None) -> Reply | None:
    """What restores a reply; None where it is of a kind that is passed on as it is (pages, media, unknown codings)."""
    chain = decoders(head.content_encoding)
    kind, _, parameters = head.content_type.lower().partition(";")
    kind = kind.strip() or ("text/event-stream" if "text/event-stream" in head.accept.lower() else "")
    charset = re.search(r"charset\s*=\s*\"?([\w-]+)", parameters)
    if chain is None or (charset and charset[1] not in _UTF8) or not originals:
        return None
    known = Originals(originals)
    for pattern, frames in _FRAMES:
        if pattern.fullmatch(kind):
            return Reply(chain, _Framed(frames(), Events(known, heard)))
    if _JSON.fullmatch(kind):
        if head.streaming:
            return Reply(chain, _FirstByte(known, heard))
        return Reply(chain, _Whole(Documents(known), heard))
    return Reply(chain, _Whole(text_restorer(known), heard)) if _TEXT.fullmatch(kind) else None


class _Body:
    def feed(self, data: bytes) -> Iterator[bytes]:
        raise NotImplementedError

    def finish(self) -> Iterator[bytes]:
        raise NotImplementedError


class _Framed(_Body):
    """A stream of events."""

    def __init__(self, frames: Frames, events: Events) -> None:
        self._frames, self._events = frames, events

    def feed(self, data: bytes) -> Iterator[bytes]:
        for event in self._frames.feed(data):
            yield from self._events.feed(event)

    def finish(self) -> Iterator[bytes]:
        for event in self._frames.finish():
            yield from self._events.feed(event)
        yield from self._events.finish()


class _Whole(_Body):
    """One text or document, read as it arrives."""

    def __init__(self, restorer: Restorer, heard: Callable[[str], None]) -> None:
        self._restorer = restorer
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._waiting = ""
        self._heard = heard
        self._head: str | None = ""

    def feed(self, data: bytes) -> Iterator[bytes]:
        text = self._decoder.decode(data)
        self._listen(text)
        self._waiting += text
        segments = self._restorer.feed(text)
        count = sum(segment.count for segment in segments)
        yield spelled(self._waiting[:count], segments).encode("utf-8", "surrogateescape")
        self._waiting = self._waiting[count:]

    def finish(self) -> Iterator[bytes]:
        yield from self.feed(b"")
        rest = self._decoder.decode(b"", final=True)
        segments = [*self._restorer.feed(rest), *self._restorer.finish()]
        yield spelled(self._waiting + rest, segments).encode("utf-8", "surrogateescape")
        self._waiting = ""

    def _listen(self, text: str) -> None:
        if self._head is None:
            return
        self._head += text
        if found := _IDENTIFIER.match(self._head):
            self._heard(found[1])
        if found or len(self._head) > _HEAD:
            self._head = None


class _FirstByte(_Body):
    """Asked to stream and told "JSON": an array of events (Gemini), or one document (an error, a proxy that does not stream)."""

    def __init__(self, originals: Originals, heard: Callable[[str], None]) -> None:
        self._originals, self._heard = originals, heard
        self._inner: _Body | None = None
        self._before = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        if self._inner is None:
            data = self._before + data
            first = data.lstrip()[:1]
            if not first:
                self._before = data
                return
            array = first == b"["
            self._inner = (
                _Framed(Elements(), Events(self._originals, self._heard))
                if array
                else _Whole(Documents(self._originals), self._heard)
            )
        yield from self._inner.feed(data)

    def finish(self) -> Iterator[bytes]:
        if self._inner is None:
            yield self._before
        else:
            yield from self._inner.finish()


__all__ = ["BrokenReplyError", "Event", "Head", "Reply", "open_reply"]

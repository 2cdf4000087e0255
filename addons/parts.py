"""The bytes of a multipart body in, piece by piece; the same bytes out, text parts held back until they have been looked at.

File parts pass as they come. A part is text that has no filename, or one whose type is text, CSV or JSON; what of it is longer than
`LONGEST` passes, as files do.
"""

import re
from collections.abc import Callable

LONGEST = 65_536  # bytes of a text part that are held back
_HEAD = 16_384  # bytes of a part's headers
_FILE = re.compile(rb"(?i);\s*filename\*?\s*=")
_TEXT = re.compile(rb"(?im)^content-type:\s*(?:text/|application/(?:json|xml|csv|x-ndjson|x-www-form-urlencoded))")


class TextParts:
    """One body; `personal` once a text part holds something, after which nothing is given any more."""

    def __init__(self, boundary: bytes, look: Callable[[bytes], bool]) -> None:
        """`look` says whether a part, headers included, holds something personal."""
        self._mark = b"--" + boundary
        self._look = look
        self._held = bytearray()
        self._state = "preamble"  # then "head", "text", "file"
        self._at = 0  # bytes given so far
        self.personal = False

    def feed(self, data: bytes, *, done: int = 0) -> bytes:
        """The bytes that may go on; parts that end within the first `done` bytes were looked at by others."""
        out = bytearray()
        if not self.personal:
            self._held += data
        while not self.personal:
            piece = self._step(done)
            if piece is None:
                break
            out += piece
        return bytes(out)

    def finish(self, *, done: int = 0) -> bytes:
        """What is left at the end."""
        return b"" if self.personal else self._give(len(self._held), done, look=self._state in {"text", "head"})

    def _step(self, done: int) -> bytes | None:
        """What the next part of the state machine gives; None where it needs more."""
        if self._state == "head":
            return self._head(done)
        found = self._held.find(self._mark, 1 if self._state == "text" else 0)
        if found >= 0:
            piece = self._give(found, done, look=self._state == "text")
            if not self.personal:
                self._state = "head"
            return piece
        keep = len(self._mark) + 4
        if self._state == "text":
            if len(self._held) <= LONGEST:
                return None
            self._state = "file"
            return self._give(len(self._held) - keep, done, look=True)
        return self._give(len(self._held) - keep, done, look=False) if len(self._held) > keep else None

    def _head(self, done: int) -> bytes | None:
        ends = [at + len(blank) for blank in (b"\n\n", b"\n\r\n") if (at := self._held.find(blank)) >= 0]
        end = min(ends, default=0)
        if self._held.startswith(self._mark + b"--") or (not end and len(self._held) > _HEAD):
            self._state = "file"
            return self._give(len(self._mark), done, look=False)
        if not end:
            return None
        head = bytes(self._held[:end])
        if not _FILE.search(head) or _TEXT.search(head):
            self._state = "text"
            return b""
        self._state = "file"
        return self._give(end, done, look=True)

    def _give(self, count: int, done: int, *, look: bool) -> bytes:
        piece = bytes(self._held[:count])
        if look and self._at + count > done and self._look(piece):
            self.personal = True
            self._held.clear()
            return b""
        del self._held[:count]
        self._at += count
        return piece

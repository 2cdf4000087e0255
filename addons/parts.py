"""The bytes of a multipart body in, piece by piece; the same bytes out, text parts held back until somebody has looked at them.

File parts pass as they come. A part is text that has no filename, or one whose type is text, CSV or JSON; what of it is longer than
`LONGEST` passes, as files do. Text parts that follow one another are looked at together, and with those before them: they are one
form, and a field is read by its neighbours.
"""

import re
from typing import NamedTuple

LONGEST = 65_536  # bytes of text parts that are held back, and as many of those before them that are remembered
_HEAD = 16_384  # bytes of a part's headers
_FILE = re.compile(rb"(?i);\s*filename\*?\s*=")
_TEXT = re.compile(rb"(?im)^content-type:\s*(?:text/|application/(?:json|xml|csv|x-ndjson|x-www-form-urlencoded))")


class Piece(NamedTuple):
    """Bytes of the body in their order."""

    data: bytes
    # What makes a short form of them, which must be decided about before they may go on; no end: they may.
    before: bytes = b""
    behind: bytes = b""


class TextParts:
    """One body."""

    def __init__(self, boundary: bytes, *, form: bytes = b"") -> None:
        """`form`: the parts that others have looked at and let pass, see `skeleton`."""
        self._mark = b"--" + boundary
        self._form = bytearray(form)
        self._held = bytearray()  # not taken apart yet
        self._run = bytearray()  # text parts, and headers of files, that nobody has looked at yet
        self._state = "preamble"  # then "head", "text", "file"
        self._at = 0  # bytes given so far

    def feed(self, data: bytes, *, done: int = 0) -> list[Piece]:
        """What may go on, and what once it was looked at; parts that end within the first `done` bytes were, by others."""
        out: list[Piece] = []
        self._held += data
        while self._step(out, done):
            pass
        return out

    def finish(self, *, done: int = 0) -> list[Piece]:
        """What is left at the end."""
        out: list[Piece] = []
        if self._state in {"text", "head"}:
            self._run += self._take(len(self._held))
        self._flush(out, done)
        self._pass(self._take(len(self._held)), out)
        return out

    def skeleton(self) -> bytes:
        """The text parts so far, up to a length, and the headers of files; the last part only if it has ended or is a file."""
        if self._state == "text":
            del self._run[max(0, self._run.rfind(self._mark)) :]
        self._flush([], 0)
        return bytes(self._form)

    def _step(self, out: list[Piece], done: int) -> bool:
        """Take the next piece; False where that needs more bytes."""
        if self._state == "head":
            return self._head(out, done)
        found = self._held.find(self._mark)
        piece = self._take(found if found >= 0 else max(0, len(self._held) - len(self._mark) - 4))
        if self._state == "text":
            self._run += piece
        else:
            self._pass(piece, out)
        if found >= 0:
            self._state = "head"
        elif self._state == "text" and len(self._run) > LONGEST:
            self._state = "file"
            self._flush(out, done)
        return found >= 0

    def _head(self, out: list[Piece], done: int) -> bool:
        ends = [at + len(blank) for blank in (b"\n\n", b"\n\r\n") if (at := self._held.find(blank)) >= 0]
        end = min(ends, default=0)
        if len(self._run) > LONGEST or self._at + len(self._run) <= done:
            self._flush(out, done)
        if self._held.startswith(self._mark + b"--") or (not end and len(self._held) > _HEAD):
            self._run += self._take(len(self._mark))
            self._state = "text"  # what stands behind the end of a form is sent, too
            return True
        if not end:
            return False
        head = self._take(end)
        self._run += head
        self._state = "text" if not _FILE.search(head) or _TEXT.search(head) else "file"
        if self._state == "file":
            self._flush(out, done)
        return True

    def _take(self, count: int) -> bytes:
        piece = bytes(self._held[:count])
        del self._held[:count]
        return piece

    def _pass(self, piece: bytes, out: list[Piece]) -> None:
        if piece:
            out.append(Piece(piece))
            self._at += len(piece)

    def _flush(self, out: list[Piece], done: int) -> None:
        """Give the run, with a form to decide about where it says anything new."""
        run = bytes(self._run)
        self._run.clear()
        if self._at + len(run) <= done or run.strip() in {b"", self._mark + b"--"}:
            self._pass(run, out)
            return
        out.append(Piece(run, bytes(self._form), b"\r\n" + self._mark + b"--\r\n"))
        self._at += len(run)
        if len(self._form) + len(run) <= LONGEST:
            self._form += run


def skeleton(boundary: bytes, data: bytes) -> bytes:
    """Of the beginning of a form: its text parts, and the headers of its files.

    >>> skeleton(b"B", b'--B\\r\\nx; filename="a"\\r\\n\\r\\n1234\\r\\n--B\\r\\nx; name="b"\\r\\n\\r\\n5')
    b'--B\\r\\nx; filename="a"\\r\\n\\r\\n'
    """
    parts = TextParts(boundary)
    parts.feed(data)
    return parts.skeleton()

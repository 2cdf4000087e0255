"""A request in; out, the frame of its body and a digest by which it is like others: the same but for single values.

Alike are requests with the same head, and bodies with the same frame (`actions.slots`) or, where there is none, the same bytes.
Heads hold private things, so they are known by keyed digest only, and the key dies with the process.
"""

import hashlib
import secrets

from guardian_core.actions import slots
from guardian_core.actions.slots import Frame
from guardian_core.vocabulary import Request


class Alike:
    """Tells which requests are alike; one for all that asks it about the same requests."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(16)
        self._last: tuple[Request, Frame, bytes] | None = None  # asked about twice, by who may know it and by who reads it

    def of(self, request: Request) -> tuple[Frame | None, bytes]:
        """The frame of the body, None where it has none, and the digest."""
        last = self._last
        if last is not None and last[0] is request:
            return last[1:]
        frame = slots.cut(request)
        digest = self._digest(request, frame)
        self._last = (request, frame, digest) if frame else None
        return frame, digest

    def _digest(self, request: Request, frame: Frame | None) -> bytes:
        """What makes two requests alike: everything but values in slots and the length of the body."""
        head = [request.method, request.scheme, request.host, str(request.port), request.target]
        parts = [
            *map(_encoded, head),
            *(part for name, value in request.headers if name.lower() != b"content-length" for part in (name, value)),
        ]
        kind, body = (b"frame", frame.around.encode("ascii")) if frame else (b"whole", request.body)
        whole = b"".join([b"%d:%b" % (len(part), part) for part in (kind, body, *parts)])
        return hashlib.blake2b(whole, key=self._key, digest_size=16).digest()


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

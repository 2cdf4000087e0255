"""A text in, what is in it out where that is remembered; or a function from texts to what is in them, that remembers its answers.

Conversations are sent again and again with one line more. Texts are private: they are remembered by keyed digest only, and the key
dies with the process.
"""

import hashlib
import secrets
import threading
from collections import OrderedDict

_KEPT = 4_096  # texts


class Remembered[Found]:
    """The latest answers; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._key = secrets.token_bytes(16)
        self._known: OrderedDict[bytes, tuple[Found, ...]] = OrderedDict()

    def get(self, text: str) -> tuple[Found, ...] | None:
        """What is in `text`; None where that is not known."""
        digest = self._digest(text)
        with self._lock:
            if digest in self._known:
                self._known.move_to_end(digest)
            return self._known.get(digest)

    def put(self, text: str, found: tuple[Found, ...]) -> None:
        """Remember it, in place of what was longest not asked for."""
        digest = self._digest(text)
        with self._lock:
            self._known[digest] = found
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)

    def _digest(self, text: str) -> bytes:
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=self._key, digest_size=16).digest()

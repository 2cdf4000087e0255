"""A function from a text to what is in it goes in; the same function comes out, that remembers its latest answers.

Conversations are sent again and again with one line more. Texts are private: they are remembered by keyed digest only, and the key
dies with the process.
"""

import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable

_KEPT = 4_096  # texts


class Remembered[Found]:
    """Safe to call from several threads; two of them may both do the work for a new text."""

    def __init__(self, read: Callable[[str], tuple[Found, ...]]) -> None:
        self._read = read
        self._lock = threading.Lock()
        self._key = secrets.token_bytes(16)
        self._known: OrderedDict[bytes, tuple[Found, ...]] = OrderedDict()

    def __call__(self, text: str) -> tuple[Found, ...]:
        """What is in `text`, computed or remembered."""
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=self._key, digest_size=16).digest()
        with self._lock:
            if digest in self._known:
                self._known.move_to_end(digest)
                return self._known[digest]
        found = self._read(text)
        with self._lock:
            self._known[digest] = found
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return found

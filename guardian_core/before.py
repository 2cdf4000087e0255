"""Keys in; out, whether each was seen before: most of what is sent is never sent again, and need not be remembered."""

import threading
from collections import OrderedDict
from collections.abc import Hashable

KEPT = 4_096  # keys


class Before[Key: Hashable]:
    """The latest keys; safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: OrderedDict[Key, None] = OrderedDict()

    def seen(self, key: Key) -> bool:
        """Whether it was; from now on it is.

        >>> before = Before()
        >>> before.seen("a"), before.seen("a"), before.seen("b")
        (False, True, False)
        """
        with self._lock:
            was = key in self._seen
            self._seen[key] = None
            if len(self._seen) > KEPT:
                self._seen.popitem(last=False)
        return was

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._seen.clear()

"""Modules that a library takes where it finds them, and that we have no use for, in; out, an import of the library without them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without(*names: str) -> Iterator[None]:
    """Inside, importing one of these fails as if it were not installed; one that somebody has imported already stays.

    >>> with without("this"):
    ...     try:
    ...         import this
    ...     except ImportError:
    ...         print("not there")
    not there
    """
    hidden = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type] # None: the import system's own sign for "not to be found"
    try:
        yield
    finally:
        for name in hidden:
            sys.modules.pop(name, None)

"""The paths of items: which are places of one list, and what the last name in one is."""

import re

_NUMBERS = re.compile(r"/[0-9]+(?=/|\Z)")


def alike(path: str) -> str:
    """A path without the numbers of places in lists.

    >>> alike("body/items/17/0"), alike("body/7up")
    ('body/items/#/#', 'body/7up')
    """
    return _NUMBERS.sub("/#", path)


def own_name(path: str) -> str:
    """The last name of a path that `alike` gave; "" where it has none.

    >>> own_name("body/items/#/title"), own_name("body/titles/#"), own_name("#")
    ('title', 'titles', '')
    """
    return next((part for part in reversed(path.split("/")) if part != "#"), "")

"""Names of fields, however they are spelled: `user[e-mail]`, `userEmail` and `USER_EMAIL` are one name.

Used by everything that reads meaning from keys, so that a spelling cannot change a decision.
"""

import re
import tomllib
from collections.abc import Collection, Iterable
from functools import lru_cache
from importlib.resources import files

from guardian_core.vocabulary import Item, Place

# What names mean: `fields.toml`, section by section.
_TABLES: dict[str, dict[str, list[str]]] = tomllib.loads(
    files("guardian_core.actions").joinpath("fields.toml").read_text(encoding="utf-8")
)
FIELD, PROTOCOL, PATH = (
    {meaning: frozenset(names) for meaning, names in _TABLES[section].items()} for section in ("field", "protocol", "path")
)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=16384)
def words(name: str) -> tuple[str, ...]:
    """The words of a name, lower case.

    >>> words("billing[cardNumber]"), words("X-CSRF-Token"), words("__VIEWSTATE")
    (('billing', 'card', 'number'), ('x', 'csrf', 'token'), ('viewstate',))
    """
    return tuple(word.lower() for part in _WORD.findall(name) for word in _HUMPS.split(part))


@lru_cache(maxsize=16384)
def squeezed(name: str) -> str:
    """The words run together: "accesstoken" for every spelling of it."""
    return "".join(words(name))


def means(name: str, known: Collection[str]) -> bool:
    """Whether a name, or its last one to three words, is one of `known` (squeezed): `shipping_post_code` means "postcode"."""
    parts = words(name)
    return any("".join(parts[-count:]) in known for count in range(1, min(3, len(parts)) + 1)) or squeezed(name) in known


def last_key(item: Item) -> str:
    """The nearest name of an item; for `contact[email]` the whole of it, which `words` takes apart."""
    return item.key or item.path.rsplit("/", 1)[-1]


def keys_of(items: Iterable[Item]) -> frozenset[str]:
    """The squeezed names of what a request sends in body and query; not of its Referer or cookies."""
    return frozenset(squeezed(last_key(item)) for item in items if item.place in {Place.BODY, Place.TARGET})


@lru_cache(maxsize=4096)
def path_words(path: str) -> frozenset[str]:
    """The words of an address's path, its segments taken apart."""
    return frozenset(word for part in path.split("/") for word in words(part))

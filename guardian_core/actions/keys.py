"""Names of fields, however they are spelled: `user[e-mail]`, `userEmail` and `USER_EMAIL` are one name.

Used by everything that reads meaning from keys, so that a spelling cannot change a decision.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from guardian_core.vocabulary import Item, Place

# What names mean: `fields.toml`, section by section.
_TABLES: dict[str, dict[str, list[str]]] = tomllib.loads(
    files("guardian_core.actions").joinpath("fields.toml").read_text(encoding="utf-8")
)
FIELD, PROTOCOL, PATH, RECORD = (
    {meaning: frozenset(names) for meaning, names in _TABLES[section].items()}
    for section in ("field", "protocol", "path", "record")
)
# Protocol names that come with a prefix: "user[authenticity_token]".
_MEANT = FIELD | {family: PROTOCOL[family] for family in ("antiforgery", "captcha")}
SENT = frozenset({Place.BODY, Place.TARGET})
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+")


# Names come from anybody's traffic: what is longer is read by its end, so that caches stay small.
LONGEST_NAME, LONGEST_PATH = 120, 400


def words(name: str) -> tuple[str, ...]:
    """The words of a name, lower case.

    >>> words("billing[cardNumber]"), words("X-CSRF-Token"), words("__VIEWSTATE")
    (('billing', 'card', 'number'), ('x', 'csrf', 'token'), ('viewstate',))
    """
    return _words(name[-LONGEST_NAME:])


def squeezed(name: str) -> str:
    """The words run together: "accesstoken" for every spelling of it."""
    return _squeezed(name[-LONGEST_NAME:])


def meanings(name: str) -> frozenset[str]:
    """What a name means: the lists of `fields.toml` that hold it or its last one to three words.

    >>> sorted(meanings("shipping_post_code")), sorted(meanings("passwordHint"))
    (['address'], [])
    """
    return _meanings(name[-LONGEST_NAME:])


def path_words(path: str) -> frozenset[str]:
    """The words of an address's path, its segments taken apart."""
    return _path_words(path[:LONGEST_PATH])


def last_key(item: Item) -> str:
    """The nearest name of an item; for `contact[email]` the whole of it, which `words` takes apart."""
    return item.key or item.path.rsplit("/", 1)[-1]


def keys_of(items: Iterable[Item]) -> frozenset[str]:
    """The squeezed names of what a request sends in body and query; not of its Referer or cookies."""
    return frozenset(map(squeezed, {last_key(item) for item in items if item.place in SENT}))


@lru_cache(maxsize=8192)
def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for part in _WORD.findall(name) for word in _HUMPS.split(part))


@lru_cache(maxsize=8192)
def _squeezed(name: str) -> str:
    return "".join(_words(name))


@lru_cache(maxsize=8192)
def _meanings(name: str) -> frozenset[str]:
    parts = _words(name)
    spellings = {"".join(parts[-count:]) for count in (1, 2, 3, len(parts))}
    return frozenset(meaning for meaning, known in _MEANT.items() if known & spellings)


@lru_cache(maxsize=2048)
def _path_words(path: str) -> frozenset[str]:
    return frozenset(word for part in path.split("/") for word in _words(part[-LONGEST_NAME:]))

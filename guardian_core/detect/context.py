"""What a detector knows beside the text: the field's name and role, and the regions of the settings."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from guardian_core.vocabulary import Role

_CAMEL = re.compile(r"(?<=[a-zà-þ])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORDS = re.compile(r"[^\W\d_]+")


def table(words: str) -> frozenset[str]:
    """A table of words, written as they are read; with accents folded, as `key_suffixes` gives them."""
    return frozenset(words.split()) | frozenset(map(folded, words.split()))


def folded(word: str) -> str:
    """`word` without accents, as people write it who lack the key.

    >>> folded("téléphone"), folded("straße"), folded("fødselsdato"), folded("hasło")
    ('telephone', 'strasse', 'fodselsdato', 'haslo')
    """
    if word.isascii():
        return word
    bare = "".join(character for character in unicodedata.normalize("NFD", word) if not unicodedata.combining(character))
    return unicodedata.normalize("NFC", bare.translate(_LETTERS))


_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


@lru_cache(maxsize=2048)
def key_words(key: str) -> tuple[str, ...]:
    """The words of a field's name, lower case, without digits and punctuation.

    >>> key_words("contact[firstName]"), key_words("ADDRESS_LINE_1"), key_words("userIPAddress")
    (('contact', 'first', 'name'), ('address', 'line'), ('user', 'ip', 'address'))
    """
    return tuple(
        word.lower()
        for word in _WORDS.findall(_CAMEL.sub(" ", key[:200] if key.isascii() else unicodedata.normalize("NFC", key[:200])))
    )


@lru_cache(maxsize=2048)
def key_suffixes(key: str) -> tuple[str, ...]:
    """The endings of a field's name, longest first: what is tried against the tables of keys.

    >>> key_suffixes("billing_e-mail")
    ('billingemail', 'email', 'mail')
    >>> key_suffixes("Prénom")
    ('prenom',)
    """
    words = key_words(key)
    return tuple(folded("".join(words[-count:])) for count in range(min(len(words), 5), 0, -1))


@dataclass(frozen=True, slots=True)
class Context:
    """Where a text stands."""

    key: str = ""
    role: Role = Role.PROSE
    regions: tuple[str, ...] = ()

    def has(self, table: frozenset[str]) -> bool:
        """Whether an ending of the field's name stands in `table`."""
        return not table.isdisjoint(key_suffixes(self.key))

    def mentions(self, table: frozenset[str]) -> bool:
        """Whether any word of the field's name stands in `table`."""
        return not table.isdisjoint(key_words(self.key))


def before(text: str, at: int, width: int = 40) -> str:
    """The text of the same line just before `at`, at most `width` characters."""
    return text[max(0, at - width) : at].rpartition("\n")[2]

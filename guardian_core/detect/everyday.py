"""A word in small letters in; out, whether programs and shops say it in some language and nobody is called so: `größe`, `увійти`.

The words are in everyday.txt: from the translations of programs, without what people are called (scripts.md). Of Latin, Greek and
Cyrillic letters those alone that the names model takes for names.
"""

import re
from functools import lru_cache
from importlib.resources import files

from guardian_core.detect.context import key_suffixes, table
from guardian_core.detect.names import NameSpan
from guardian_core.terms import Entity

SIZE = 80  # characters of a title
_INITIAL = re.compile(r"(?<!\w)[^\W\d_]\.")  # "Y. Hoş"
_BEGIN = 2  # letters by which the words are kept together
_WORD = re.compile(r"[^\W\d_]+")
_TITLE = 16  # characters before a name in which a title may stand
_TITLES = re.compile(
    r"(?i)(?<!\w)(?:herrn?|frau|mrs?|ms|dr|prof|pan[ií]?|sra?|señora?|senhora?|m|mme|monsieur|madame|fru|hr|domnul|doamna|gospodin"
    r"|gospođa|господин|госпожа|пан|пані|г-н|г-жа|κύριος|κυρία|κ|bay|bayan|bapak|ibu|pak|bu|anh|chị|ông|bà"
    r"|lieber?|hallo|hi|hello|dear)\.? $"
)
# Colours and woods that people are called by, too, but not in small letters.
_SMALL = frozenset([
    "weiß", "schwarz", "grau", "braun", "rosa", "lila", "orange", "türkis", "černý", "červený", "čierny", "dub",
    "vlna", "verde", "fekete", "fehér", "barna", "yeşil", "çelik", "branco", "azul", "gul", "brun", "merah", "jati",
    "blanc", "noir", "bianco", "rosso", "blanco", "rojo", "groen", "rood", "zwart", "grå", "blå", "röd", "musta",
    "белый", "чёрный", "коричневый", "чорний", "білий", "черен", "бял",
])  # fmt: skip
# What stands behind the name of a measure: "Breite: 40 cm", "Ширина: 40 см".
_MEASURED = re.compile(r"(?i)\s?:\s?\d+(?:[.,]\d+)?\s?(?:[cm]?m|k?g|m?l|[см]?м|к?г|м?л|εκ|zoll|°|%)(?!\w)")
# Where a word is somebody's name, whatever else it means.
_PERSONS = table("""
    author user username owner contact sender recipient customer patient client from to cc bcc by attendee guest employee member
    fullname firstname lastname surname givenname familyname displayname cardholder accountholder assignee artist
    """)  # fmt: skip


def is_everyday(word: str) -> bool:
    """Whether `word`, in small letters, is in the list.

    >>> is_everyday("größe"), is_everyday("увійти"), is_everyday("schäfer")
    (True, True, False)
    """
    return f" {word} " in _words().get(word[:_BEGIN], "")


@lru_cache(maxsize=1)
def _words() -> dict[str, str]:
    """The words by their first letters, in one text each: a set of all would take ten times the memory."""
    by_letters: dict[str, list[str]] = {}
    for word in files("guardian_core.detect").joinpath("everyday.txt").read_text(encoding="utf-8").split():
        by_letters.setdefault(word[:_BEGIN], []).append(word)
    return {letters: f" {' '.join(words)} " for letters, words in by_letters.items()}


def says_nobody(name: NameSpan, text: str, key: str = "") -> bool:
    """Whether the span is nothing but everyday words of a title, taken for a person, or the name of a measure.

    Args:
        name: of `text`.
        text: what the model read.
        key: the name of its field.

    >>> says_nobody(NameSpan(0, 5, Entity.PERSON, 0.9), "Größe: 44"), says_nobody(NameSpan(5, 10, Entity.PERSON, 0.9), "Frau Größe")
    (True, False)
    """
    if name.entity is not Entity.PERSON or len(text) > SIZE or not _PERSONS.isdisjoint(key_suffixes(key)):
        return False
    if _MEASURED.match(text, name.end):
        return True
    found = text[name.start : name.end]
    words = _WORD.findall(found.lower())
    small = _SMALL if found.islower() else frozenset()
    if len(words) > 1 and found.istitle() and "name" in key_suffixes(key):
        return False  # "Gül Sarı": a field that is called a name may be a thing's, but things are hardly written so
    if _INITIAL.search(found) or not any(len(word) > 1 for word in words):
        return False
    if not all(len(word) == 1 or is_everyday(word) or word in small for word in words):
        return False
    return not _TITLES.search(text[max(0, name.start - _TITLE) : name.start])

"""A span of the names model and its title in; out, whether it names a thing: `chair, green`, `Gray Sofa`, `Caesar salad`.

Colours, woods and flowers are among the commonest names, so no word decides by itself. Each word of a short text becomes one letter
by what it may be (goods.txt), signs stay as they are, and what stands before the span, in it and behind it is matched:
`Sofa, Rose Brown` reads `T,GS`, a thing and somebody's full name.

    T thing     nobody is called so            B trait     nobody is called so, or only with others
    C thing     a family name, too             S trait     a family name, too
    R alone     nobody, but tells of no trait  D degree    before a trait: `dark`
    c the same  in small letters               G trait     a first name, too
    N number                                   H the same, of makers, origins and what is named after somebody
    s small     `in`, `of`                     P before somebody: `for`, `by`
    X no title  `thanks`, `my`, `ordered`      U, u any other word, with a capital or without
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path

from guardian_core.detect.context import key_suffixes
from guardian_core.detect.names import NameSpan
from guardian_core.terms import Entity

SIZE = 80  # characters of a title
_FILE = Path(__file__).with_name("goods.txt")
_WORD = re.compile(r"[^\W_]+(?:['\u2019.][^\W_]+)*['\u2019]?|[^\w\s]")
_OWNER = re.compile(r"(?<=\w)(?:['\u2019]s|(?<=s)['\u2019])$")
_NUMBER = re.compile(r"\d[\w.,\u00d7]*")
_ENTITIES = frozenset({Entity.PERSON, Entity.ADDRESS, Entity.ORGANIZATION, Entity.PLACE})
_ROLES = re.compile(
    r"(?:\b(?:Chair|Speaker)[ :]|(?i:\b(?:chair|speaker|guitar|piano|violin|cello|drum|flute|clarinet|saxophone|trumpet|trombone"
    r"|organ|keyboard|camera|harp|desk|table|phone)s?:))\s*$"
)
_NAMED = re.compile(r"[TCcBSGHDNs,;:/|()&+*.-]+")
_OF_THINGS = re.compile(r"T|(?<![TCcBSGHDN])[BSDN]+[Cc]")
_TRAITS = re.compile(r"[CcBSGHDN,/|&+-]+")
_SHADE = re.compile(r"D[BSGD]*[BSG]")
_FULL_NAME = re.compile(r"[GH][SGHC]|[SC]C")
_SOMEBODYS = re.compile(r"[GHS]+[,:|][^TCc]*[TCc]|H[SC]")  # "Rose: pizza", "Victoria Stone Lamp"
_THING_BEHIND, _ANY_BEHIND = re.compile(r"-?[BSGHDN]*[Tc]"), re.compile(r"-?[BSGHDN]*[TCc]")
_AFTER_THING, _AFTER_ANY = (re.compile(rf"(?:{things})[TCcBSGHDNsR,;:/|()&+*.-]*$") for things in ("T|[Cc](?=[:/|(])", "[TCc]"))
_TO_THE_END = re.compile(r"[TCcBSGHDNsRU,;:/|()&+*.-]*")
_ALONE = re.compile(r"[RNsDB,-]*R[RNsDB,-]*")
_LONG = 6  # letters of a word that may be told by its ending
_DASHES = "-\u2013\u2014"
_PHRASE = 4  # words of what everybody knows
_PLURAL = 4  # letters of a word that may be one


@dataclass(frozen=True, slots=True)
class _Table:
    """goods.txt."""

    kinds: dict[str, str]  # of each word its letter
    known: frozenset[str]
    places: frozenset[str]
    pairs: frozenset[str]  # colours that are called like somebody: `jade green`
    heads: dict[str, frozenset[str]]
    persons: frozenset[str]
    numbered: frozenset[str]
    endings: tuple[tuple[str, tuple[str, ...]], ...]  # a letter, and how long words end that have it


@dataclass(frozen=True, slots=True)
class _Word:
    """A word or a sign of a title."""

    start: int
    end: int
    said: str  # in small letters, without the 's of an owner
    letter: str
    capital: bool
    owns: bool


def _lists() -> dict[str, dict[str, list[str]]]:
    """The words of goods.txt, by part and topic; 2 ms, an eighth of what they would take as TOML."""
    read: dict[str, dict[str, list[str]]] = {}
    words: list[str] = []
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            part = read.setdefault(line.strip("[]"), {})
        elif line.startswith(" "):
            words += line.split()
        elif line and not line.startswith("#"):
            topic, _, rest = line.partition(":")
            words = part[topic] = rest.split()
    return read


@lru_cache(maxsize=1)
def _table() -> _Table:
    read = _lists()
    listed = {
        part: frozenset(chain.from_iterable(read[part].values()))
        for part in ("things", "alike", "alone", "traits", "called", "places")
    }
    names, heads, words = ({topic: frozenset(each) for topic, each in read[part].items()} for part in ("names", "heads", "words"))
    kinds: dict[str, str] = {}
    for group, letter in (
        (listed["traits"], "B"), (names["family"], "S"), (names["given"], "G"), (names["only"], "H"), (names["degrees"], "D"),
        (listed["alike"], "C"), (listed["alone"], "R"), (listed["things"], "T"), (words["small"], "s"),
        (words["before_somebody"], "P"), (words["sentence"], "X"),
    ):  # fmt: skip
        kinds |= dict.fromkeys(group, letter)
    known, places = (frozenset("-".join(map(_bare, phrase.split("-"))) for phrase in listed[part]) for part in ("called", "places"))
    endings = (("T", tuple(words["compounds"])), ("R", (*words["endings"], *words["medicines"])))
    return _Table(kinds, known, places, names["pairs"], heads, words["persons"], words["numbered"], endings)


def as_thing(name: NameSpan, text: str, key: str = "") -> NameSpan | None:
    """The span; as a place where a place is named after somebody; None where it names a thing.

    Args:
        name: of `text`.
        text: what the model read.
        key: the name of its field; the value of a person's field is a name, whatever it looks like.

    >>> as_thing(NameSpan(6, 10, Entity.PERSON, 0.9), "Sofa, Rose"), as_thing(NameSpan(9, 13, Entity.PERSON, 0.9), "Sofa for Rose")
    (None, NameSpan(start=9, end=13, entity=<Entity.PERSON: 'person'>, score=0.9, doubtful=False))
    """
    if len(text) > SIZE or "\n" in text or name.entity not in _ENTITIES or not _table().persons.isdisjoint(key_suffixes(key)):
        return name
    words = _read(text)
    inside = [at for at, word in enumerate(words) if word.start < name.end and name.start < word.end]
    if not inside:
        return name
    first, last = inside[0], inside[-1] + 1
    if _lies_in(_table().known, words, first, last) or (name.entity is Entity.ADDRESS and _is_numbered(words[first:last])):
        return None
    if _lies_in(_table().places, words, first, last):
        return replace(name, entity=Entity.PLACE)
    if words[last - 1].owns and words[last - 1].letter != "T":
        return name
    if name.entity is not Entity.ADDRESS and (headed := _headed(words, first, last)):
        return replace(name, entity=Entity.PLACE) if headed == "place" else None
    letters = "".join(word.letter for word in words)
    small = text[name.start : name.end].islower()
    named = not small and not _lies_in(_table().pairs, words, first, last)
    if "X" in letters:
        return name
    if _says_what(letters[first:last]):
        return None
    how = _says_how(letters, first, last, small=small, named=named) and not _ROLES.search(text[: name.start])
    return None if how else name


@lru_cache(maxsize=256)
def _read(text: str) -> tuple[_Word, ...]:
    """The words and signs of a title."""
    return tuple(_word(found) for found in _WORD.finditer(text))


def _word(found: re.Match[str]) -> _Word:
    said = _bare(found[0].lower())
    capital = not found[0].islower()
    letter = _letter(said, capital=capital) if found[0][0].isalnum() else _sign(found)
    return _Word(found.start(), found.end(), said, letter, capital, said != found[0].lower())


def _sign(found: re.Match[str]) -> str:
    """The sign; a dash with spaces parts like a bar, one without joins."""
    apart = found[0] in _DASHES and found.string[found.end() : found.end() + 1] == " "
    return "|" if apart else found[0]


def _bare(word: str) -> str:
    return _OWNER.sub("", word)


def _letter(said: str, *, capital: bool) -> str:
    if _NUMBER.fullmatch(said):
        return "N"
    kinds = _table().kinds
    letter = next((kinds[form] for form in _singulars(said) if form in kinds), "")
    if not letter and len(said) > _LONG:
        letter = next((each for each, endings in _table().endings if said.endswith(endings)), "")
    if not letter:
        return "U" if capital else "u"
    return "c" if letter == "C" and not capital else letter


def _singulars(word: str) -> tuple[str, ...]:
    """The word and what it may be the plural of."""
    if not word.endswith("s") or len(word) < _PLURAL:
        return (word,)
    if word.endswith("ies"):
        return (word, word[:-1], word[:-3] + "y")
    return (word, word[:-1], word[:-2]) if word.endswith(("ses", "xes", "zes", "ches", "shes")) else (word, word[:-1])


def _lies_in(known: frozenset[str], words: tuple[_Word, ...], first: int, last: int) -> bool:
    """Whether the span lies within some words that everybody knows."""
    telling = [at for at, word in enumerate(words) if word.said == "&" or word.letter.isalpha()]
    for begin, at in enumerate(telling):
        if at > first:
            return False
        if any(
            telling[end - 1] >= last - 1 and "-".join(words[one].said for one in telling[begin:end]) in known
            for end in range(begin + 1, min(begin + _PHRASE, len(telling)) + 1)
        ):
            return True
    return False


def _is_numbered(words: tuple[_Word, ...]) -> bool:
    """Whether the words are one of many things: "Gate 22"."""
    return len(words) == 2 and words[0].said in _table().numbered and words[1].letter == "N"


def _headed(words: tuple[_Word, ...], first: int, last: int) -> str:
    """ "thing" or "place" where the span with a word beside it is what is named after somebody: "Norfolk Terrier"."""
    heads = _table().heads
    for at in range(first + 1, min(last + 1, len(words))):
        beside = words[at - 1].letter.isalnum() and not words[at - 1].owns
        if beside and words[at].capital is words[first].capital:
            if words[at].said in heads["behind"]:
                return "thing"
            if words[at].said in heads["places_behind"]:
                return "place"
    for at in range(max(0, first - 1), last - 1):
        word = words[at]
        if not words[at + 1].letter.isalnum():
            continue
        if word.capital and word.said == "storm" and last < len(words):  # "Storm" is a name, too
            return "thing"
        if word.capital and word.said in heads["before"]:
            return "thing"
        if word.capital and word.said in heads["places_before"]:
            return "place"
    return ""


def _says_what(span: str) -> bool:
    """Whether the words of a span are what a thing is called, perhaps with how it is."""
    return bool(_ALONE.fullmatch(span)) or bool(_NAMED.fullmatch(span) and _OF_THINGS.search(span) and not _SOMEBODYS.match(span))


def _says_how(letters: str, first: int, last: int, *, small: bool, named: bool) -> bool:
    """Whether the span, `letters[first:last]`, is how the thing before or behind it is.

    Args:
        letters: of the title.
        first: where the span begins.
        last: where it ends.
        small: whether it has no capital.
        named: whether it may be somebody's full name.
    """
    span, before = letters[first:last], letters[:first]
    if not _TRAITS.fullmatch(span) or _SOMEBODYS.match(span) or before.endswith("P"):
        return False
    given = not {"G", "H"}.isdisjoint(span)
    if (_THING_BEHIND if given else _ANY_BEHIND).match(letters, last) or _SHADE.search(
        before[-1:] + span + letters[last : last + 1]
    ):
        return True
    if "H" in span or not _TO_THE_END.fullmatch(letters, last) or (named and _FULL_NAME.search(before[-1:] + span)):
        return False
    return (_AFTER_THING if given and not small else _AFTER_ANY).search(before) is not None

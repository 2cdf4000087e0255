"""A span of the names model in; out, what of it is somebody's name where the script is one that the model cannot read.

The model learnt Latin letters, and some Greek and Cyrillic. Of Chinese, Japanese, Korean, Thai, Arabic, Hebrew and Hindi it knows
letters, so that every word is a name to it: `加入购物车`, `شحن مجاني`. There a name is what shows itself as one: a family name with
what children are called, a given name, a title or a label before or behind: `张伟`, `김민준`, `مريم السيد`, `田中さん`.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from guardian_core.detect.context import key_suffixes, table
from guardian_core.detect.families import runs
from guardian_core.detect.letters import HAN, HANGUL, IS_HAN, IS_HANGUL, IS_KANA, IS_THAI, UNREAD, apart, lists
from guardian_core.detect.names import NameSpan
from guardian_core.detect.signs import chinese, japanese
from guardian_core.detect.syllables import korean, thai
from guardian_core.vocabulary import Entity, Role

_REACH = 24  # characters around a span in which a title or the rest of a name may stand
_SURE = 0.9
_BEGIN = 200  # characters in which the words of a title are counted
_FEW = 3  # words of a title, of which none is a name only because it is rare
# Whose value is a person whatever it looks like; a bare `name` may be a thing's.
_PERSONS = table("""
    author owner contact sender recipient customer patient client from cc by fullname firstname lastname surname givenname
    familyname displayname realname contactname customername recipientname cardholder accountholder attendee guest employee
    passenger
    """)
_NAMES = table("name nom nome naam username user")
# Words with capitals and nothing else.
_CAPITALS = re.compile(
    r"(?<!\w)[A-Z\u00c0-\u00de][a-z\u00df-\u017f]+(?:[ '\u2019-]{1,2}[A-Z\u00c0-\u00de][a-z\u00df-\u017f]+)*(?!\w)"
)
_BY_NAME = frozenset({Entity.PERSON, Entity.ORGANIZATION, Entity.PLACE, Entity.ADDRESS})
# Where somebody lives, by its ending; whom one works for.
_PLACE = re.compile(
    rf"[{HAN}](?: ?[{HAN}]){{0,5}} ?(?:省|市|区|區|县|縣|州|镇|鎮|村|路|街|府|都|県|町|丁目)"
    rf"|[{HANGUL}]{{2,6}} ?(?:시|군|구|도|동|로|길)(?:에서|에|의|은|는|이|가)?(?![{HANGUL}])|ถนน|จังหวัด|อำเภอ|شارع|خیابان|רחוב"
)
_BODY = re.compile(
    "公司|集团|集團|银行|銀行|大学|大學|医院|醫院|病院|株式会社|有限会社|주식회사|은행|병원|대학교"
    "|บริษัท|ธนาคาร|โรงพยาบาล|มหาวิทยาลัย"
    "|شركة|بنك|جامعة|مستشفى|شرکت|بانک|دانشگاه|بیمارستان"
    "|בנק|אוניברסיטת|חברת|कंपनी|बैंक|विश्वविद्यालय"
)


def told(name: NameSpan, text: str, key: str = "", role: Role = Role.PROSE) -> Iterator[NameSpan]:
    """The span itself where the model can read it, else the names of people that overlap it, and what is surely a place or a body.

    Args:
        name: of `text`.
        text: what the model read.
        key: the name of the field.
        role: what the field is.

    >>> text = "我叫王小明"
    >>> [text[one.start : one.end] for one in told(NameSpan(1, 5, Entity.PERSON, 0.9), text)]
    ['王小明']
    >>> list(told(NameSpan(0, 3, Entity.PERSON, 0.9), "免运费"))
    []
    """
    if name.entity not in _BY_NAME or not UNREAD.search(text, name.start, name.end):
        yield name
        return
    yield from _beside(name, text, role)
    endings = set(key_suffixes(key))
    if endings & _PERSONS and role is not Role.PROSE:
        yield replace(name, entity=Entity.PERSON, score=max(name.score, _SURE))
        return
    base, stop = max(0, name.start - _REACH), min(len(text), name.end + _REACH)
    named = bool(endings & _NAMES)
    somebody = False
    for start, end in people(text[base:stop], named=named, said=role is Role.PROSE and len(text[:_BEGIN].split(None, _FEW)) > _FEW):
        if start + base < name.end and name.start < end + base:
            somebody = True
            yield replace(name, start=start + base, end=end + base, entity=Entity.PERSON, score=max(name.score, _SURE))
    if not somebody:
        yield from _elsewhere(name, text)


def _beside(name: NameSpan, text: str, role: Role) -> Iterator[NameSpan]:
    """What of the span stands in letters that the model reads: a full name; in a sentence one word is enough."""
    for found in _CAPITALS.finditer(text, name.start, name.end):
        if name.entity is Entity.PERSON and (" " in found[0] or role is Role.PROSE):
            yield replace(name, start=found.start(), end=found.end())


def has_name(text: str) -> bool:
    """Whether somebody shows himself in a text without spaces.

    >>> has_name("王小明"), has_name("加入购物车"), has_name("Dana")
    (True, False, False)
    """
    return not text.isascii() and UNREAD.search(text) is not None and any(True for _ in people(text))


def people(text: str, *, named: bool = False, said: bool = False) -> list[tuple[int, int]]:
    """Where somebody's name stands in `text`; `named`: whether all of it is called a name, `said`: whether somebody wrote it."""
    found: list[tuple[int, int]] = []
    if IS_HAN.search(text):
        found += japanese(text, named=named)
        if not IS_KANA.search(text):
            found += chinese(text, named=named)
    if IS_HANGUL.search(text):
        found += korean(text, named=named)
    if IS_THAI.search(text):
        found += thai(text, named=named)
    found += runs(text, named=named, told=said)
    return apart(found)


def _elsewhere(name: NameSpan, text: str) -> Iterator[NameSpan]:
    """What surely is a body or a place, which the model may have taken for a person."""
    found = text[name.start : name.end]
    if _BODY.search(found):
        yield replace(name, entity=Entity.ORGANIZATION)
    elif _PLACE.search(found) or found.strip() in _places():
        yield replace(name, entity=Entity.PLACE) if name.entity is Entity.PERSON else name


@lru_cache(maxsize=1)
def _places() -> frozenset[str]:
    return frozenset(lists()["places"]["all"].split())

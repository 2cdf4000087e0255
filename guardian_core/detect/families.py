"""A text in Arabic, Hebrew or Devanagari letters in; out, where somebody's name stands in it: `مريم السيد`, `רחל לוי`, `अर्जुन सिंह`.

Nothing is written with a capital there, so lists say who is called what (scripts.toml). Each word becomes a letter, and the letters
are matched; what stands between words and is more than a space becomes `|`, a colon `:`.

    G given name           T title: the next is somebody, known or not        L label, before a colon
    W the same, and a word D the same, of trades: only before one of G, W, F
    F family name          J part of a name: `بن`, `בן`          A before one: `عبد`
    e what programs say (everyday.txt)                      o any other
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from guardian_core.detect.everyday import is_everyday
from guardian_core.detect.letters import apart, lists

_LETTERS = re.compile(r"[\u0590-\u06ff\u0900-\u097f]")
# With the hyphen of double names, the quotes of Hebrew abbreviations and the joiner of Persian.
_WORD = re.compile(
    r"[\u05d0-\u05ea]+(?:['\u2019\"\u05f3\u05f4-][\u05d0-\u05ea]*)*|[\u0620-\u065f\u066e-\u06d3\u200c]+|[\u0900-\u0963\u0966-\u097f]+"
)
_SAME = str.maketrans("أإآٱةىیکەۀ", "ااااهييكهه", "\u200c\u0640" + "".join(map(chr, range(0x64B, 0x660))))
_GAP = re.compile(r"[ \u00a0]{1,2}")
_TITLES = """
    السيد السيدة سيد سيدة الآنسة اسمي اسمه اسمها آقای خانم جناب سرکار מר גברת לגברת למר גב' הגברת שמי שמו שמה श्री श्रीमती सुश्री बहन
    بالسيد بالسيدة للسيد للسيدة والسيد والسيدة
"""
_TRADES = """
    الدكتور الدكتورة دكتور دكتورة الأستاذ الأستاذة المهندس المهندسة العميل العميلة المريض المريضة أمي أبي أخي أختي ابني ابنتي
    مع شكرا يا دکتر مهندس استاد مشتری مادرم پدرم برادرم خواهرم همسرم با ممنون مرسی ד"ר
    פרופ' הרופא הלקוח הלקוחה אמא אבא אחי אחותי עם תודה שלי
    डॉ डॉक्टर ग्राहक मरीज धन्यवाद भाई
"""
_LABELS = """
    الاسم اسم المستلم المرسل العميل المريض المؤلف الكاتب نام گیرنده فرستنده مشتری بیمار نویسنده שם נמען לקוח מטופל מחבר שולח
    नाम प्राप्तकर्ता प्रेषक ग्राहक मरीज लेखक
"""
_JOINING = "بن ابن بنت أبو ابو آل أم ام בן בת בר אבו"
_SERVANT = "عبد"  # of the name that follows: `عبد الله`
_NO_NAME = "على"  # a preposition that is written almost like `علي`
_PREFIXES = {"ar": "وبل", "he": "ולב"}
_ARTICLES = {"ar": re.compile("(?:[وف]?[بلك]?(?:ال|لل)|[وفبلك])"), "he": re.compile("[ושכ]{0,2}[בלמהכש]{1,2}")}
_SHORT = 3  # letters below which a word is no name
_LONG = 4  # letters of a name behind a letter that is a preposition
_RUN = re.compile(r"[GWFJ]*[GWF][GWFJ]*")
_TITLED = re.compile(
    r"T\|?(?P<name>[oeGWFJ][oGWFJ]|[oGWFJ])|[DL](?P<two>[oGWF][oGWFJ])|L:(?P<labelled>e[oGWFJ]|[oGWFJTD]{1,3})(?![^|:])"
)
_UNKNOWN = re.compile(r"[oW]{2,3}")
_NAMED = re.compile(r"[oGWFJ]{1,4}")
_SERVANTS = re.compile("A[oeGWFD]")
_TRADE = re.compile(r"(?:[TD]:?|L:)$")
_AHEAD = 3


@lru_cache(maxsize=1)
def _kinds() -> dict[str, str]:
    read = lists()
    scripts = [read[script] for script in ("arabic", "hebrew", "hindi")]
    kinds: dict[str, str] = {}
    for letter, words in (
        ("F", " ".join(each["family"] for each in scripts)),
        ("G", " ".join(each["given"] for each in scripts)),
        ("W", " ".join(each["words"] for each in scripts)),
        ("L", _LABELS), ("D", _TRADES), ("T", _TITLES), ("J", _JOINING), ("A", _SERVANT),
    ):  # fmt: skip
        kinds |= dict.fromkeys((_alike(word) for word in words.split()), letter)
    return kinds


def _alike(word: str) -> str:
    return word.translate(_SAME)


def runs(text: str, *, named: bool = False, told: bool = False) -> list[tuple[int, int]]:
    """Where the names stand.

    Args:
        text: what may hold them.
        named: whether all of it is called a name.
        told: whether it is what somebody wrote: then two words beside each other that no list has are a name.

    >>> said = "اتصل بي محمد الحداد أمس"
    >>> [said[start:end] for start, end in runs(said)]
    ['محمد الحداد']
    >>> runs("شحن مجاني")
    []
    """
    if text.isascii() or not _LETTERS.search(text):
        return []
    words = list(_WORD.finditer(text))
    letters: list[str] = []
    places: list[int] = []  # of each letter its word; of a sign the word before
    for at, word in enumerate(words):
        if at:
            gap = text[words[at - 1].end() : word.start()]
            if not _GAP.fullmatch(gap):
                letters.append(":" if ":" in gap else "|")
                places.append(at - 1)
        letters.append(_letter(word[0]))
        places.append(at)
    said = _SERVANTS.sub("GG", "".join(letters))
    spans = apart(_names(said, named=named, told=told))
    return [(words[places[start]].start(), words[places[end - 1]].end()) for start, end in spans]


def _letter(word: str) -> str:
    """The kind of a word, also behind a preposition that is written with it."""
    kinds, alike = _kinds(), _alike(word)
    if alike in kinds:
        return kinds[alike] if word != _NO_NAME else "o"
    prefixes = _PREFIXES["he" if "\u0590" <= word[0] < "\u0600" else "ar"]
    bare = alike[1:]
    if word[0] in prefixes and len(bare) >= _LONG and kinds.get(bare) == "G":
        return "G"
    return "e" if _is_everyday(alike) else "o"


def _is_everyday(alike: str) -> bool:
    """Whether a word is one that programs say, also behind an article or a preposition."""
    if len(alike) < _SHORT or is_everyday(alike):
        return True
    article = _ARTICLES["he" if "\u0590" <= alike[0] < "\u0600" else "ar"].match(alike)
    return article is not None and is_everyday(alike[article.end() :])


def _names(said: str, *, named: bool, told: bool) -> Iterator[tuple[int, int]]:
    for titled in _TITLED.finditer(said):
        yield titled.span(titled.lastgroup or 0)
    if told:
        yield from (unknown.span() for unknown in _UNKNOWN.finditer(said))
    if named and _NAMED.fullmatch(said):
        yield 0, len(said)
    for run in _RUN.finditer(said):
        start, end = run.span()
        kinds = run[0].replace("J", "")
        before = _TRADE.search(said[max(0, start - _AHEAD) : start])
        if "G" not in kinds and not before and not (named and "e" not in said) and not re.search("W[WF]", kinds):
            continue
        yield start, _further(said, start, end)


def _further(said: str, start: int, end: int) -> int:
    """The end of a name, with an unknown surname where nothing but that follows, or a title that is a surname, too."""
    if said[end : end + 1] == "T":
        return end + 1
    alone = said[start - 1 : start] in {"", "|", ":"} and said[end + 1 : end + 2] in {"", "|"}
    return end + 1 if alone and end - start == 1 and said[end : end + 1] == "o" else end

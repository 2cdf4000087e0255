"""A phrase and the place it goes to go in, a phrase that reads well there comes out, with the words around it that it replaces too.

"the Erzincan Court" + "a court" → "the court"; "on 1 November 1995" + "1995" → "on ... 1995"; "Mrs Price" + "someone" → "someone".
"card 4111 1111 1111 1111" + "a card ending in 1111" → "card ending in 1111".
"""

import calendar
import re
from dataclasses import dataclass, field

from guardian_core.anonymize.kinds import TITLES

_TITLE = re.compile(r"(?<!\w)(?:" + "|".join(sorted(TITLES, key=len, reverse=True)) + r")\.?[^\S\n]{1,3}$", re.IGNORECASE)
_OWN = re.compile(r"(?:an?|the)[^\S\n]+", re.IGNORECASE)
_INDEFINITE = re.compile(r"(?<!\w)an?[^\S\n]{1,3}$", re.IGNORECASE)
_DETERMINED = re.compile(r"(?<!\w)(?:the|this|that|my|your|his|our|their|its)[^\S\n]{1,3}$", re.IGNORECASE)
_THE = re.compile(r"(?<!\w)the[^\S\n]{1,3}$", re.IGNORECASE)
_ON = re.compile(r"(?<!\w)(on)[^\S\n]{1,3}(?:the[^\S\n]{1,3})?$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?:^|[.!?\u2026][\"')\]\u201d\u2019]*\s|\n)\s*$")
_REACH = 16  # no title or article is longer
_GENITIVE = re.compile(r"['\u2019]s$")
_YEARS = re.compile(r"\d{4}(?: (?:to|and) \d{4})?")
_IN = re.compile(r"the \d{3}0s(?: to \d{3}0s)?|" + "|".join(calendar.month_name[1:]))  # one is "in" it, not "on"


@dataclass(frozen=True, slots=True)
class Fitted:
    """Replace [start, end) by `text`."""

    start: int
    end: int
    text: str = field(repr=False)


def title_before(text: str, start: int, floor: int) -> int:
    """Where the title before `start` begins, not before `floor`; `start` itself where there is none."""
    found = _TITLE.search(text[max(floor, start - _REACH) : start])
    return start - (len(found.group()) if found else 0)


def before_genitive(text: str, start: int, end: int) -> int:
    """Where a value ends without its 's, which stays: "the Court's" → "a court" + "'s"."""
    found = _GENITIVE.search(text[start:end])
    return start + found.start() if found and found.start() else end


def fit(text: str, start: int, end: int, phrase: str, *, floor: int) -> Fitted:
    """Make `phrase` read well in place of [start, end) of `text`; nothing before `floor` is touched.

    >>> fit("heard by the Erzincan Court", 13, 27, "a court", floor=0).text
    'court'
    """
    base = max(floor, start - _REACH)
    before = text[base:start]
    phrase = _not_twice(before, phrase)
    opens = text[start:end][:1].isupper()
    own = _OWN.match(phrase)
    on = _ON.search(before)
    if on and _YEARS.fullmatch(phrase):
        phrase = f"... {phrase}"  # "in 1995" would cost the writer's own "on": 0.04 of utility on TAB
    elif on and _IN.fullmatch(phrase):
        start, phrase = base + on.start(), ("In " if on.group(1)[0].isupper() else "in ") + phrase
    elif _YEARS.fullmatch(phrase) and (the := _THE.search(before)):
        start = base + the.start()
    elif own and (article := _INDEFINITE.search(before)):
        start, opens = base + article.start(), article.group()[0].isupper()
    elif own and _DETERMINED.search(before):
        phrase = phrase[own.end() :]
        opens = False
    elif phrase[:1].isupper() and (article := _INDEFINITE.search(before)):
        start, opens = base + article.start(), False
        phrase = f"{_agreeing(article.group().rstrip(), phrase)} {phrase}"
    elif phrase[:1].islower() and not own and (the := _THE.search(before) or _INDEFINITE.search(before)):
        start, opens = base + the.start(), the.group()[0].isupper()  # "the someone"
    before = text[max(floor - 4, 0, start - _REACH) : start]
    if opens and phrase[:1].islower() and "@" not in phrase and (start == 0 or _SENTENCE.search(before)):
        phrase = phrase[0].upper() + phrase[1:]
    return Fitted(start, end, phrase)


def _agreeing(article: str, phrase: str) -> str:
    """The article in front of another word: "a" + "Asian" → "an", "An" + "European" → "A"."""
    vowel = phrase[0] in "AEIO" and not phrase.startswith("Eu")
    return article[0] + ("n" if vowel else "")


def _not_twice(before: str, phrase: str) -> str:
    """The phrase without its noun where the text has just said it."""
    words = _OWN.sub("", phrase, count=1).split(" ")
    for count in range(min(2, len(words) - 1), 0, -1):
        noun = " ".join(words[:count])
        if re.search(rf"(?<!\w){re.escape(noun)}[^\S\n]+$", before, re.IGNORECASE):
            return " ".join(words[count:])
    return phrase

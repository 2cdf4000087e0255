"""What must no longer be told and a model's rewrite in, whether it is still told out: as written, or in another order or form.

Rules put words of ours in the place of a value; a model may say the value again: "27 April 2004" as "April 27, 2004", "Nora Quist"
as "Quist, Nora", a telephone number without its country, "thirty-four". `Traces` finds what is spelled alike; here is what is said
alike. What the rest of the original says anyway is no sign.
"""

import calendar
import re
from collections.abc import Iterable, Sequence

from guardian_core.anonymize.adversarial.verification import content_words, folded
from guardian_core.anonymize.traces import Traces
from guardian_core.vocabulary import Entity

_DATES = frozenset({Entity.DATE, Entity.DATE_OF_BIRTH})
_COUNTS = frozenset({Entity.AGE, Entity.QUANTITY})
_TAIL = 7  # digits at the end of a number that are as good as all of it: countries and trunk zeros come and go in front
_MONTHS = {
    name.casefold(): number for names in (calendar.month_name, calendar.month_abbr) for number, name in enumerate(names) if name
} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DAY_FIRST = re.compile(rf"(?<!\d){_DAY}(?:\s+day)?(?:\s+of)?[\s.,-]*(?P<month>{_MONTH})(?![a-z])")
_MONTH_FIRST = re.compile(rf"(?<![a-z])(?P<month>{_MONTH})[\s.,-]*(?:the\s+)?{_DAY}(?!\d)")
_FIGURES = re.compile(
    r"(?<!\d)(?:(?P<year>\d{4})[-/. ](?P<a>\d{1,2})[-/. ](?P<b>\d{1,2})|(?P<c>\d{1,2})[-/. ](?P<d>\d{1,2})[-/. ]\d{2,4})(?!\d)"
)
_NUMBER = re.compile(r"\d(?:[\s().\-/]{0,2}\d)*")
_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

type Day = tuple[int, int]  # (day, month)


class Gone:
    """Made once of all values that are due, then asked of every rewrite."""

    def __init__(self, values: Iterable[tuple[str, Entity]]) -> None:
        self._values = tuple(dict.fromkeys(values))
        self._traces = Traces(self._values)

    def holds(self, text: str) -> bool:
        """Whether any value stands in `text`, whatever its case, spacing or invisible characters."""
        return self._traces.holds(text)

    def told(self, original: str, rewritten: str) -> bool:
        """Whether a value of `original` stands in what was made of it, or is told in it otherwise."""
        if self.holds(rewritten):
            return True
        here = [(value, entity) for value, entity in self._values if value in original]
        rest = _without(original, [value for value, _ in here])
        return any(_retold(value, entity, rest, rewritten) for value, entity in here)


def _without(text: str, values: Sequence[str]) -> str:
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, " \n ")
    return text


def _retold(value: str, entity: Entity, rest: str, rewritten: str) -> bool:
    own = content_words(value) - content_words(rest)
    if len(own) > 1 and own <= content_words(rewritten):
        return True
    if entity in _DATES and days(value) & (days(rewritten) - days(rest)):
        return True
    if entity in _COUNTS and _in_words(value) and _in_words(value) in _spoken(rewritten):
        return True
    tails = {digits[-_TAIL:] for digits in _digits(value) if len(digits) >= _TAIL}
    return any(digits.endswith(tuple(tails)) for digits in _digits(rewritten)) if tails else False


def days(text: str) -> frozenset[Day]:
    """Every day that a text names, in words or figures; where day and month could be either, both.

    >>> sorted(days("From April 27, 2004 to the 3rd of May")), sorted(days("05/04/1980")), sorted(days("1980-04-15"))
    ([(3, 5), (27, 4)], [(4, 5), (5, 4)], [(15, 4)])
    """
    plain = folded(text)
    named = {
        (int(found["day"]), _MONTHS[found["month"]]) for pattern in (_DAY_FIRST, _MONTH_FIRST) for found in pattern.finditer(plain)
    }
    figures = {
        pair
        for found in _FIGURES.finditer(plain)
        for first, second in [(int(found["a"] or found["c"]), int(found["b"] or found["d"]))]
        for pair in ((first, second), (second, first))
    }
    return frozenset((day, month) for day, month in named | figures if 1 <= day <= 31 and 1 <= month <= 12)


def _digits(text: str) -> list[str]:
    return [re.sub(r"\D", "", found) for found in _NUMBER.findall(text)]


def _in_words(value: str) -> str:
    """A number under a hundred in English words: "34 years" → "thirty four"; empty for anything else."""
    numbers = re.findall(r"\d+", value)
    if len(numbers) != 1 or len(numbers[0]) > 2:
        return ""
    number = int(numbers[0])
    if number < len(_ONES):
        return f" {_ONES[number]} "
    tens, ones = _TENS[number // 10 - 2], number % 10
    return f" {tens} {_ONES[ones]} " if ones else f" {tens} "


def _spoken(text: str) -> str:
    return f" {' '.join(re.findall(r'[a-z]+', folded(text)))} "

"""A date, a time or a duration as written goes in, what may be said instead at level 1 comes out, the most telling first.

    a day of a year   its year: "26 October 1995" → "1995"         a year is shared by too many to name anybody, and keeps the order
    a bare year       its decade: "1995" → "the 1990s"             or nothing would have been done
    several years     the first and the last: "1995 to 1996"
    a day, no year    its month: "10 March" → "March"
    a duration        its unit: "three months" → "some months"

What is kept is never more than half of the words that were there.
"""

import calendar
import re

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_MONTH = re.compile(r"(?<!\w)(?:" + "|".join(calendar.month_name[1:]) + r")(?!\w)", re.IGNORECASE)
_UNIT = re.compile(
    r"(?<!\w)(second|minute|hour|day|week|month|year|decade|seconde?|minuto|hora|jahr|monat|tag|woche|stunde)(s|n|en|e)?(?![^\W\d_])",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"(?<!\d)\d{1,2}(?:[:.h]\d{2}|\s?[ap]\.?m\b)", re.IGNORECASE)
_NUMERIC = re.compile(r"(?<!\d)(?:\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}([./-])\d{1,2}\2\d{1,2})(?!\d)", re.ASCII)
_UNTIL = re.compile(r"(?<!\w)(?:to|until|till|bis)(?!\w)|[\u2012-\u2015/-]", re.IGNORECASE)
_NUMBER = re.compile(r"\d")


def kind(written: str) -> str:
    """What kind of time it is: "date", "year", "month", "period", "time"; a sentence says "in a year" but "on a date".

    >>> [kind(said) for said in ("26 October 1995", "26.10.1995", "October 1995", "1995", "two years", "9.30 a.m.")]
    ['date', 'date', 'month', 'year', 'period', 'time']
    """
    rest = _YEAR.sub("", written)
    years = _YEAR.findall(written)
    if _NUMERIC.search(written):
        return "date"
    if _CLOCK.search(rest):
        return "time"
    if not years and _UNIT.search(rest) and not _MONTH.search(rest):
        return "period"
    if len(years) != 1 or _NUMBER.search(rest):
        return "date"
    return "month" if any(c.isalpha() for c in rest) else "year"


def phrases(written: str) -> tuple[str, ...]:
    """What level 1 may say, the most telling first; none where nothing harmless can be kept.

    >>> phrases("26 October 1995"), phrases("1995"), phrases("from May 1995 to June 1996")
    (('1995', 'the 1990s'), ('the 1990s',), ('1995 to 1996', 'the 1990s'))
    >>> phrases("10 March"), phrases("three months"), phrases("yesterday")
    (('March',), ('some months',), ())
    """
    years = list(dict.fromkeys(_YEAR.findall(written)))
    rest = _YEAR.sub("", written)
    if years:
        telling = _years(years, written) if any(c.isalnum() for c in _UNTIL.sub("", rest).replace("and", "")) else None
        return (*((telling,) if telling else ()), _decades(years))
    month = _MONTH.search(written)
    if month:
        return (month.group(),) if _NUMBER.search(written) else ()
    plural = unit(written)
    return (f"some {plural}",) if plural else ()


def unit(written: str) -> str | None:
    """The unit of a duration, if it is of several: "three months" → "months", "one month" → None."""
    return next((found.group().lower() for found in _UNIT.finditer(written) if found.group(2)), None)


def _years(years: list[str], written: str) -> str:
    first, last = min(years), max(years)
    if first == last:
        return first
    return f"{first} {'to' if len(years) > 2 or _UNTIL.search(written) else 'and'} {last}"


def _decades(years: list[str]) -> str:
    """
    >>> _decades(["1995"]), _decades(["1998", "2003"])
    ('the 1990s', 'the 1990s to 2000s')
    """
    first, last = min(years)[:3] + "0s", max(years)[:3] + "0s"
    return f"the {first}" if first == last else f"the {first} to {last}"

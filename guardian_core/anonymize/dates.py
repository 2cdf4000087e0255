"""A date goes in, another one comes out in the same format: 1 January of its year, a day that nobody gave, or 1 January 1970.

Days of an invented date are at most 12, so that it is a date whichever of the two numbers is read as the month.
"""

import calendar
import re

from guardian_core.anonymize.shapes import Stream

_MONTHS = tuple(name.lower() for name in calendar.month_name[1:])
_WORD = re.compile(r"[^\W\d_]+")
_TIME = re.compile(r"[T ]?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?", re.ASCII)
_COMPACT = re.compile(r"(?<!\d)(?:(?P<year>(?:19|20)\d\d)(?:0[1-9]|1[0-2])\d\d|\d\d\d\d(?P<last>(?:19|20)\d\d))(?!\d)", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)
_WEEKDAYS = re.compile(r"(?i)\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b,? ?")


def year_only(written: str) -> str:
    """1 January of the year it names, in the same format: "04/05/1980" → "01/01/1980"."""
    return _rewritten(written, None, 1, 1)


def invented(written: str, stream: Stream) -> str:
    """A date of another year, day and month, in the same format."""
    return _rewritten(written, 1930 + stream.below(80), 1 + stream.below(12), 1 + stream.below(12))


def constant(written: str) -> str:
    """1 January 1970 in the same format."""
    return _rewritten(written, 1970, 1, 1)


def _rewritten(written: str, year: int | None, month: int, day: int) -> str:
    """Replace every number and month name; `year` None keeps a year of four digits."""
    text = _WEEKDAYS.sub("", written) or written
    timed = _TIME.search(text)
    head, tail = (text[: timed.start()], text[timed.start() :]) if timed else (text, "")
    tail = re.sub(r"\d", "0", tail)
    if compact := _COMPACT.search(head):
        kept = year or int(compact.group("year") or compact.group("last"))
        new = f"{kept:04d}{month:02d}{day:02d}" if compact.group("year") else f"{day:02d}{month:02d}{kept:04d}"
        return head[: compact.start()] + new + head[compact.end() :] + tail
    small = iter((month, day) if re.match(r"\s*\d{4}", head) else (day, month))

    def number(found: re.Match[str]) -> str:
        old = found.group()
        if len(old) == 4:
            return old if year is None else f"{year:04d}"
        value = next(small, 1 if year is None else year % 100)
        return f"{value:0{min(len(old), 2)}d}"

    def word(found: re.Match[str]) -> str:
        old = found.group()
        full = next((name for name in _MONTHS if len(old) >= 3 and name.startswith(old.lower())), None)
        if full is None or full == old.lower() == "may":
            return old  # whole and abbreviated alike, so any other month might not be read
        new = _MONTHS[month - 1] if old.lower() == full else _MONTHS[month - 1][:3]
        return new.upper() if old.isupper() else new.capitalize() if old[0].isupper() else new

    return _WORD.sub(word, _NUMBER.sub(number, head)) + tail

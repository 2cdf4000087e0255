"""The user's own words and patterns; out, the spans they find and the spans they forbid.

A credential is never allowed by a word: a list of harmless words must not become a list of passwords that may leave. What the user
registered as an identity stays found, too.
"""

import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from guardian_core.detect.context import Context, before, key_words
from guardian_core.detect.spans import CHECKED, SHAPE, WHOLE, Span
from guardian_core.errors import RuleTimeoutError
from guardian_core.rule_settings import OwnPattern, RuleSettings, check_named, compiled
from guardian_core.terms import ENTITY_CATEGORY, Category, Entity

# What a value of a category is treated as when it is rewritten; never a quasi identifier, which counts only beside others.
ENTITY_OF: dict[Category, Entity] = {
    Category.CREDENTIALS: Entity.SECRET,
    Category.FINANCIAL: Entity.BANK_ACCOUNT,
    Category.HEALTH: Entity.HEALTH,
    Category.BIOMETRIC: Entity.BIOMETRIC,
    Category.GENETIC: Entity.GENETIC,
    Category.SSN: Entity.NATIONAL_ID,
    Category.LOCATION_PRECISE: Entity.COORDINATES,
    Category.LOCATION: Entity.ADDRESS,
    Category.PHONE: Entity.PHONE,
    Category.CONTENT: Entity.USERNAME,
    Category.POSTAL_ADDRESS: Entity.ADDRESS,
    Category.CONTACT: Entity.USERNAME,
    Category.EMAIL: Entity.EMAIL,
    Category.SEARCH_HISTORY: Entity.SEARCH,
    Category.BROWSING_HISTORY: Entity.BROWSING,
    Category.IP_ADDRESS: Entity.IP,
    Category.DEVICE_ID: Entity.DEVICE_ID,
    Category.LOCATION_COARSE: Entity.CITY,
    Category.APP_USAGE: Entity.DEVICE_ID,
    Category.COOKIES: Entity.DEVICE_ID,
    Category.LANGUAGE: Entity.DEVICE_ID,
}


_AT_LEAST = 1e-6  # seconds; none at all would mean no limit


@dataclass(frozen=True, slots=True)
class _Own:
    """A pattern ready to search."""

    rule: OwnPattern
    pattern: Any  # regex.Pattern, which has no type of its own
    check: Any
    words: re.Pattern[str] | None


class OwnRules:
    """The words and patterns of one configuration; safe to share between threads."""

    def __init__(self, settings: RuleSettings) -> None:
        self._seconds = settings.pattern_time / 1000
        self._allowed = _words(settings.allow)
        self._denied = [
            (head, pattern, settings.deny[word]) for word, (head, pattern) in zip(settings.deny, _words(settings.deny), strict=True)
        ]
        self._own = [_ready(rule) for rule in settings.patterns]

    @property
    def search_everything(self) -> bool:
        """Whether anything is looked for, so that no prefilter may answer."""
        return bool(self._denied or self._own)

    @property
    def has_patterns(self) -> bool:
        """Whether there are expressions of the user's, whose time nobody knows."""
        return bool(self._own)

    def find(self, texts: Sequence[tuple[str, Context]]) -> list[list[Span]]:
        """The spans of each text.

        Raises:
            RuleTimeoutError: the patterns took longer, all texts together, than the settings allow.
        """
        if not self.search_everything:
            return [[] for _ in texts]
        until = time.monotonic() + self._seconds
        return [[*self._denials(text), *self._patterns(text, context, until)] for text, context in texts]

    def _denials(self, text: str) -> Iterable[Span]:
        low = lowered(text)
        for head, pattern, category in self._denied:
            if head in low:
                for match in pattern.finditer(low):
                    yield Span(*match.span(), ENTITY_OF[category], 1.0, WHOLE, "deny", category=category)

    def _patterns(self, text: str, context: Context, until: float) -> Iterable[Span]:
        for own in self._own:
            left = max(until - time.monotonic(), _AT_LEAST)
            try:
                for match in own.pattern.finditer(text, timeout=left):
                    group = "value" if "value" in own.pattern.groupindex else 0
                    start, end = match.span(group)
                    if start < end and _accepted(own, text, start, end, context):
                        category = own.rule.category
                        rank = CHECKED if own.check else SHAPE
                        yield Span(
                            start, end, ENTITY_OF[category], own.rule.score, rank, f"rule {own.rule.name}", category=category
                        )
            except TimeoutError:
                message = f"your pattern {own.rule.name!r} took longer than {round(self._seconds * 1000)} ms (detect.pattern_time)"
                raise RuleTimeoutError(message) from None

    def without_allowed(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """`spans` without those that lie in an occurrence of an allowed word; credentials, denied and registered values stay."""
        if not self._allowed or not spans:
            return list(spans)
        low = lowered(text)
        free = [match.span() for head, pattern in self._allowed if head in low for match in pattern.finditer(low)]
        return [span for span in spans if _kept(span) or not any(start <= span.start and span.end <= end for start, end in free)]


def _kept(span: Span) -> bool:
    category = span.category or ENTITY_CATEGORY[span.entity]
    return category is Category.CREDENTIALS or span.source in {"deny", "identity"}


def _accepted(own: _Own, text: str, start: int, end: int, context: Context) -> bool:
    if own.check is not None:
        try:
            if not own.check(text[start:end]):
                return False
        except (ValueError, LookupError):  # python-stdnum's own tables have holes
            return False
    return own.words is None or bool(own.words.search(f"{' '.join(key_words(context.key))} {before(text, start, 48)}"))


def _ready(rule: OwnPattern) -> _Own:
    words = "|".join(re.escape(word) for word in rule.context)
    check = check_named(rule.validator) if rule.validator else None
    return _Own(rule, compiled(rule.regex), check, re.compile(rf"(?i)(?<!\w)(?:{words})(?!\w)") if words else None)


def _words(words: Iterable[str]) -> list[tuple[str, re.Pattern[str]]]:
    """Of each word its first part, which is looked for first, and its pattern on lowered text; any white space between parts."""
    found = []
    for word in words:
        parts = lowered(word).split()
        pattern = r"\s+".join(map(re.escape, parts))
        left, right = (r"(?<!\w)" if parts[0][0].isalnum() else ""), (r"(?!\w)" if parts[-1][-1].isalnum() else "")
        found.append((parts[0], re.compile(left + pattern + right)))
    return found


def lowered(text: str) -> str:
    """`text` in small letters, of the same length: a letter whose small form is two stays as it is."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)

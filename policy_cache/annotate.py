"""Segments in, statements annotated in the OPP-115 vocabulary out, by the word tables of `lexicon.toml`. Pure."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from guardian_core.vocabulary import Act, Category, Purpose, Recipient, Statement
from policy_cache.segment import Segment

FIRST_PARTY = "First Party Collection/Use"
THIRD_PARTY = "Third Party Sharing/Collection"
CHOICE = "User Choice/Control"
ACCESS = "User Access, Edit and Deletion"
RETENTION = "Data Retention"
INTERNATIONAL = "International and Specific Audiences"
PRACTICES = (
    FIRST_PARTY, THIRD_PARTY, CHOICE, ACCESS, RETENTION, "Data Security", "Policy Change", "Do Not Track", INTERNATIONAL, "Other",
)  # fmt: skip

_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_RELATIVE = re.compile(
    r"\b(?:information|data|pii|address(?:es)?|details)(?: (?:that|which))? (?:we|you)(?: may| have| has)?"
    r" (?:collect|provide|gather|receive|obtain|submit|share|give|maintain)\w*(?: (?:from|about|to|with) (?:you|us))?"
    r"|\b(?:when|if|unless) you (?:consent|agree|use|visit)\b|\bwe (?:use|hire|employ|engage)\b(?= (?:a |other |certain )?third)"
)
# What somebody else may say ('residents may say "do not sell my data"') or must not do denies nothing of the company's own.
_QUOTED = re.compile(
    r"[\"“«„][^\"“”«»„]{4,}[\"”»“]|\b(?:partners|customers|advertisers|users|visitors|children|third parties) may not\b"
)
_GAP = r"(?:[^\s.;]+\s+){0,4}?"


def annotate(segments: Iterable[Segment]) -> tuple[Statement, ...]:
    """One statement per segment, in the same order."""
    return tuple(_statement(segment) for segment in segments)


def _statement(segment: Segment) -> Statement:
    text = segment.text.lower()
    tables = _lexicon()
    acts = _acts(text)
    practices = set(_labels(tables["practice"], text))
    if Act.COLLECTION in acts:
        practices.add(FIRST_PARTY)
    if Act.SHARING in acts:
        practices.add(THIRD_PARTY)
    if not practices:
        # A bare item or fragment belongs to what its heading announces.
        practices |= set(_labels(tables["heading"], " / ".join(segment.heading).lower()))
    recipients = {Recipient(name) for name in _labels(tables["recipient"], text)}
    flags = set(_labels(tables["flag"], text))
    denies = tables["flag"]["negated"].search(_QUOTED.sub("", text)) is not None
    negated = denies and bool(practices & {FIRST_PARTY, THIRD_PARTY, RETENTION, CHOICE})
    if THIRD_PARTY in practices and not recipients:
        recipients = {Recipient.UNKNOWN_THIRD_PARTY}
    return Statement(
        text=segment.text,
        heading=segment.heading,
        position=segment.position,
        language=segment.language,
        categories=frozenset(Category(name) for name in _labels(tables["category"], text)),
        practices=frozenset(practices or {"Other"}),
        acts=frozenset(Act(name) for name in acts)
        | ({Act.SHARING} if THIRD_PARTY in practices else frozenset())
        | ({Act.COLLECTION} if FIRST_PARTY in practices else frozenset()),
        purposes=frozenset(Purpose(name) for name in _labels(tables["purpose"], text)),
        recipients=frozenset(recipients) | ({Recipient.FIRST_PARTY} if FIRST_PARTY in practices else frozenset()),
        negated=negated,
        choice="choice" in flags or CHOICE in practices,
        legal_basis="legal_basis" in flags,
        rights="rights" in flags or ACCESS in practices,
        retention="retention" in flags or RETENTION in practices,
        transfer="transfer" in flags,
    )


def _acts(text: str) -> set[str]:
    table = _lexicon()["act"]
    shares = table[Act.SHARING].search(text) is not None
    # "We share the information we collect" tells of sharing; that it was collected is only its relative clause.
    collects = table[Act.COLLECTION].search(_RELATIVE.sub("information", text) if shares else text) is not None
    return {act for act, holds in ((Act.COLLECTION, collects), (Act.SHARING, shares)) if holds}


def query_words(label: str) -> str:
    """The words by which policies speak of a category, act, purpose or recipient; "" for a label without words."""
    return _words().get(label, "")


type _Tables = dict[str, dict[str, re.Pattern[str]]]


def _labels(table: Mapping[str, re.Pattern[str]], text: str) -> list[str]:
    return [label for label, pattern in table.items() if pattern.search(text)]


@cache
def _raw() -> dict[str, Any]:
    return tomllib.loads(files("policy_cache").joinpath("lexicon.toml").read_text(encoding="utf-8"))


@cache
def _words() -> dict[str, str]:
    return {label: str(words) for label, words in _raw()["query"].items()}


@cache
def _lexicon() -> _Tables:
    raw = _raw()
    sets: dict[str, str] = {name: _expression(phrases) for name, phrases in raw["set"].items()}
    return {
        name: {label: re.compile(_expression(phrases, sets)) for label, phrases in table.items()}
        for name, table in raw.items()
        if name not in {"set", "query"}
    }


def _expression(phrases: Iterable[str], sets: Mapping[str, str] | None = None) -> str:
    return "(?:" + "|".join(_phrase(phrase, sets or {}) for phrase in phrases) + ")"


def _phrase(phrase: str, sets: Mapping[str, str]) -> str:
    """One phrase of the lexicon as a regular expression.

    A blank is any white space, `*` the rest of a word, `~` up to four words, `(a|b)` and `x?` as in regular expressions, `@name` a
    phrase of that set.

    >>> bool(re.search(_phrase("sell* ~ (data|information)", {}), "we sold and sells all of your data"))
    True
    """
    body = phrase.replace("*", r"\w*").replace(" ~ ", "\0").replace(" ", r"\s+").replace("\0", r"\s+" + _GAP)
    body = re.sub(r"@(\w+)", lambda name: sets[name[1]], body)
    if _CJK.search(phrase):
        return body
    return rf"\b{body}\b" if phrase[0].isalnum() or phrase[0] in "(@" else body

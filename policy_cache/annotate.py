"""Segments in, statements annotated in the OPP-115 vocabulary out.

Two sources: the word tables of `lexicon.toml`, which know nine languages, and for English a classifier trained on OPP-115, which
sees what the lexicon saw. Of a short plain sentence ("We sell your name.") the lexicon's word stands. Labels that OPP-115 has too
few examples of, legal basis, rights, transfer and every other language are the lexicon's alone.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from guardian_core.vocabulary import Act, Category, Purpose, Recipient, Statement
from policy_cache.classifier import Classifier, Said, shipped
from policy_cache.segment import Segment, sentences

FIRST_PARTY = "First Party Collection/Use"
THIRD_PARTY = "Third Party Sharing/Collection"
CHOICE = "User Choice/Control"
ACCESS = "User Access, Edit and Deletion"
RETENTION = "Data Retention"
INTERNATIONAL = "International and Specific Audiences"
SECURITY = "Data Security"
OTHER = "Other"
PRACTICES = (
    FIRST_PARTY, THIRD_PARTY, CHOICE, ACCESS, RETENTION, SECURITY, "Policy Change", "Do Not Track", INTERNATIONAL, OTHER,
)  # fmt: skip
_FIELDS = ("practice", "category", "purpose", "recipient", "flag")
_FRAGMENT = 12  # words

_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_RELATIVE = re.compile(
    r"\b(?:information|data|pii|address(?:es)?|details)(?: (?:that|which))? (?:we|you)(?: may| have| has)?"
    r" (?:collect|provide|gather|receive|obtain|submit|share|give|maintain)\w*(?: (?:from|about|to|with) (?:you|us))?"
    r"|\b(?:when|if|unless) you (?:consent|agree|use|visit)\b|\bwe (?:use|hire|employ|engage)\b(?= (?:a |other |certain )?third)"
)
# What denies nothing of the company's own: what somebody else says ('residents may say "do not sell my data"') or must not do, what
# holds for children alone, what cannot be promised ("we cannot guarantee that it will never be disclosed"), what a user prefers.
_NO_DENIAL = re.compile(
    r"[\"“«„][^\"“”«»„]{4,}[\"”»“]|\b(?:partners|customers|advertisers|users|visitors|children|third parties) may not\b"
    r"|\bnot [^.;]{0,80}?\b(?:from|about|by) (?:\w+ ){0,3}?(?:children|child|minors|(?:anyone|persons?|individuals|users) under)\b"
    r"|\bknowingly [^.;]{0,120}?\b(?:under|younger than|children|minors)\b"
    r"|\b(?:cannot|can not|can['’]t|not) (?:guarantee|ensure|promise|warrant|be responsible)\b[^.;]*"
    r"|\b(?:prefer|wish|want|choose|request|ask|tell us)(?: that)? (?:us to not|us not to|we not|we do not|that we not)\b[^.;]*"
    r"|^(?:please )?do not \w+|\bdo[- ]not[- ]track\b|\bnot (?:linked|tied|connected) to\b"
)
_SUBJECT = re.compile(r"(?:we|your (?:personal )?(?:information|data))\b", re.IGNORECASE)
_GAP = r"(?:[^\s.;]+\s+){0,4}?"


def annotate(segments: Iterable[Segment], *, classifier: bool | Classifier = True) -> tuple[Statement, ...]:
    """One statement per segment, in the same order; by the shipped classifier, another one, or (False) by the lexicon alone."""
    return tuple(
        _statement(
            segment, _classified(segment, classifier) if classifier and segment.language == "en" else Said(_looked_up(segment), ())
        )
        for segment in segments
    )


def hits(text: str) -> frozenset[str]:
    """Every "table:label" that the lexicon finds in one statement."""
    text = text.lower()
    found = {f"{name}:{label}" for name in _FIELDS for label in _labels(_lexicon()[name], text)}
    if not _lexicon()["flag"]["negated"].search(_NO_DENIAL.sub("", text)):
        found.discard("flag:negated")
    acts = _acts(text)
    if Act.COLLECTION in acts:
        found.add(f"practice:{FIRST_PARTY}")
    if Act.SHARING in acts:
        found.add(f"practice:{THIRD_PARTY}")
    return frozenset(found)


def _looked_up(segment: Segment) -> frozenset[str]:
    found = hits(segment.text)
    practices = _of("practice", found)
    if not practices:
        # A bare item or fragment belongs to what its heading announces.
        practices = _announced(segment)
        found |= {f"practice:{practice}" for practice in practices}
    return found if practices & {FIRST_PARTY, THIRD_PARTY, RETENTION, CHOICE} else found - {"flag:negated"}


def _classified(segment: Segment, classifier: bool | Classifier) -> Said:
    nearest = segment.heading[-1] if segment.heading else ""
    several = len(sentences(segment.text)) > 1
    model = shipped() if isinstance(classifier, bool) else classifier
    said = model.said(segment.text, nearest, hits(segment.text), several=several)
    if said is None:
        return Said(_looked_up(segment), ())
    found = _told(said.labels, model) | _plain(segment.text)
    if _of("practice", found) <= {OTHER} and (announced := _announced(segment)) and _is_fragment(segment.text):
        found = found - {f"practice:{OTHER}"} | {f"practice:{practice}" for practice in announced}
    return Said(found, said.chances)


def _told(found: frozenset[str], model: Classifier) -> frozenset[str]:
    """Without the rare data that the lexicon alone names where nothing is said to be collected or shared.

    "Keep your password secret" names a password and tells of no data; where a category was learnt, the classifier knows.
    """
    if _of("practice", found) & {FIRST_PARTY, THIRD_PARTY}:
        return found
    return frozenset(label for label in found if not label.startswith("category:") or label in model.labels)


def _plain(text: str) -> frozenset[str]:
    """What the lexicon alone decides: the act, data and denial of a short sentence about what the company does.

    OPP-115 has few such sentences, so the classifier is no judge of them. On its own (58 of 6,419 sentences, cross-validated) this
    costs .001 of micro F1, as annotators often marked the sentence beside it.
    """
    if len(text.split()) > _FRAGMENT or not _SUBJECT.match(text):
        return frozenset()
    found = hits(text)
    told = found & {f"practice:{FIRST_PARTY}", f"practice:{THIRD_PARTY}", "flag:negated"}
    return told | {label for label in found if label.startswith("category:")} if told else told


def _is_fragment(text: str) -> bool:
    return len(text.split()) <= _FRAGMENT and not text.rstrip().endswith((".", "?", "!"))


def _announced(segment: Segment) -> set[str]:
    return set(_labels(_lexicon()["heading"], " / ".join(segment.heading).lower()))


def _of(name: str, found: Iterable[str]) -> set[str]:
    return {label.partition(":")[2] for label in found if label.startswith(f"{name}:")}


def _statement(segment: Segment, said: Said) -> Statement:
    found = said.labels
    practices = _of("practice", found) or {OTHER}
    recipients = {Recipient(name) for name in _of("recipient", found)} - {Recipient.FIRST_PARTY}
    if THIRD_PARTY in practices and not recipients:
        recipients = {Recipient.UNKNOWN_THIRD_PARTY}
    acts = {act for act, practice in ((Act.COLLECTION, FIRST_PARTY), (Act.SHARING, THIRD_PARTY)) if practice in practices}
    flags = _of("flag", found)
    return Statement(
        text=segment.text,
        heading=segment.heading,
        position=segment.position,
        language=segment.language,
        categories=frozenset(Category(name) for name in _of("category", found)),
        practices=frozenset(practices),
        acts=frozenset(acts),
        purposes=frozenset(Purpose(name) for name in _of("purpose", found)),
        recipients=frozenset(recipients) | ({Recipient.FIRST_PARTY} if FIRST_PARTY in practices else frozenset()),
        negated="negated" in flags,
        choice="choice" in flags or CHOICE in practices,
        legal_basis="legal_basis" in flags,
        rights="rights" in flags or ACCESS in practices,
        retention="retention" in flags or RETENTION in practices,
        transfer="transfer" in flags,
        chances=said.chances,
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


def words_of(table: str, text: str) -> list[str]:
    """The labels of one table of the lexicon ("category", "purpose", "recipient", …) that `text` in lower case has words for."""
    return _labels(_lexicon()[table], text)


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
    """Any of the phrases; those of whole words share one test for a word's edge, which most places of a text fail at once."""
    bounded: list[str] = []
    free: list[str] = []
    for phrase in phrases:
        whole = not _CJK.search(phrase) and (phrase[0].isalnum() or phrase[0] in "(@")
        (bounded if whole else free).append(_phrase(phrase, sets or {}))
    return "(?:" + "|".join(free + ([rf"\b(?:{'|'.join(bounded)})\b"] if bounded else [])) + ")"


def _phrase(phrase: str, sets: Mapping[str, str]) -> str:
    """One phrase of the lexicon as a regular expression.

    A blank is any white space, `*` the rest of a word, `~` up to four words, `(a|b)` and `x?` as in regular expressions, `@name` a
    phrase of that set.

    >>> bool(re.search(_phrase("sell* ~ (data|information)", {}), "we sold and sells all of your data"))
    True
    """
    body = phrase.replace("*", r"\w*").replace(" ~ ", "\0").replace(" ", r"\s+").replace("\0", r"\s+" + _GAP)
    return re.sub(r"@(\w+)", lambda name: sets[name[1]], body)

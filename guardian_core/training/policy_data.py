"""The folder of OPP-115 in, policies with the labels of every segment and every sentence out.

A segment is what annotators saw at once (about a paragraph); its sentences are what `policy_cache.segment` makes of it. A vote is
one annotator's; a sentence gets a label's vote if the words selected for it touch the sentence (where none were selected, any words
of the same annotation). Labels are "field:value" in our vocabulary:

    practice:  the ten categories of OPP-115
    type:      OPP-115's own "Personal Information Type", as annotated
    category:  SPEC §6's data categories: by TYPES, and where a type stands for several, by the words that the annotator selected
    purpose:   by PURPOSES
    recipient: by "Third Party Entity" and the words that the annotator selected
    flag:      negated ("Does Not"), choice, retention, rights, transfer

Where no rule maps a value ("Unspecified", "Other", "Merger/Acquisition"), there is no label.
"""

import csv
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from guardian_core.vocabulary import Category, Purpose, Recipient
from policy_cache.annotate import ACCESS, CHOICE, FIRST_PARTY, RETENTION, THIRD_PARTY, words_of
from policy_cache.extract import read_page
from policy_cache.segment import Segment, segment

ANNOTATORS = 3
SEED = 18  # the first for which no label with 18 segments or more has less than an eighth of them among the held-out policies
HELD_OUT = 24  # of the 90 policies

# OPP-115's type: what it is where the words do not say, and what the annotator's words may make of it.
TYPES: dict[str, tuple[frozenset[Category], frozenset[Category]]] = {
    name: (frozenset(default), frozenset(allowed))
    for name, default, allowed in (
        ("Contact", {Category.CONTACT}, {Category.CONTACT, Category.EMAIL, Category.PHONE, Category.POSTAL_ADDRESS}),
        ("Demographic", {Category.CONTACT}, {Category.CONTACT}),
        ("Generic personal information", {Category.CONTACT}, {Category.CONTACT}),
        ("Personal identifier", {Category.SSN}, {Category.SSN, Category.CONTACT, Category.CREDENTIALS}),
        ("User profile", {Category.CONTACT}, {Category.CONTACT, Category.CONTENT, Category.CREDENTIALS}),
        ("Social media data", {Category.CONTENT}, {Category.CONTENT, Category.CONTACT}),
        ("Survey data", {Category.CONTENT}, {Category.CONTENT}),
        ("Financial", {Category.FINANCIAL}, {Category.FINANCIAL}),
        ("Health", {Category.HEALTH}, {Category.HEALTH, Category.GENETIC, Category.BIOMETRIC}),
        ("Location", {Category.LOCATION}, {Category.LOCATION, Category.LOCATION_PRECISE, Category.LOCATION_COARSE}),
        ("IP address and device IDs", {Category.IP_ADDRESS}, {Category.IP_ADDRESS, Category.DEVICE_ID}),
        ("Computer information", {Category.DEVICE_ID}, {Category.DEVICE_ID, Category.LANGUAGE}),
        ("Cookies and tracking elements", {Category.COOKIES}, {Category.COOKIES}),
        (
            "User online activities",
            {Category.BROWSING_HISTORY},
            {Category.BROWSING_HISTORY, Category.SEARCH_HISTORY, Category.APP_USAGE},
        ),
    )
}
PURPOSES: dict[str, Purpose] = {
    "basic service/feature": Purpose.FUNCTIONALITY,
    "additional service/feature": Purpose.FUNCTIONALITY,
    "perform service": Purpose.FUNCTIONALITY,
    "service operation and security": Purpose.SECURITY,
    "advertising": Purpose.ADVERTISING,
    "marketing": Purpose.MARKETING,
    "analytics/research": Purpose.ANALYTICS,
    "personalization/customization": Purpose.PERSONALIZATION,
}
_PARTIES = frozenset(
    {"Named third party", "Unnamed third party", "Other part of company/affiliate", "Other users", "Public", "Unspecified", "Other"}
)
_NO_CHOICE = frozenset({"unspecified", "not-selected", "none"})


@dataclass(frozen=True, slots=True)
class Passage:
    """One segment of a policy: its sentences, and how many annotators gave each label to it and to each of them."""

    policy: str
    sentences: tuple[Segment, ...] = field(repr=False)
    votes: Mapping[str, int] = field(repr=False)
    sentence_votes: tuple[Mapping[str, int], ...] = field(repr=False)

    @property
    def text(self) -> str:
        """The segment as one text."""
        return " ".join(sentence.text for sentence in self.sentences)


def folder_of(data: Path) -> Path:
    """The folder with OPP-115's `annotations`: `data` itself or its `opp115`."""
    return data if (data / "annotations").is_dir() else data / "opp115"


def named(folder: Path) -> tuple[str, ...]:
    """The names of the policies of `folder` (the one that holds `annotations` and `sanitized_policies`), in a fixed order."""
    stems = (path.stem for path in sorted((folder / "annotations").glob("*.csv")))
    return tuple(stem for stem in stems if (folder / "sanitized_policies" / f"{stem}.html").exists())


def policies(folder: Path, names: Iterable[str] | None = None) -> dict[str, tuple[Passage, ...]]:
    """The policies of these names in their order; by default every policy of `folder`."""
    annotations, pages = folder / "annotations", folder / "sanitized_policies"
    wanted = named(folder) if names is None else names
    return {name: tuple(_passages(annotations / f"{name}.csv", pages / f"{name}.html")) for name in wanted}


def held_out(names: Iterable[str], seed: int = SEED, count: int = HELD_OUT) -> tuple[str, ...]:
    """The policies that are never trained on: the first `count` by a seeded hash of their names."""
    return tuple(sorted(names, key=lambda name: hashlib.sha256(f"{seed}:{name}".encode()).digest())[:count])


def labels_of(practice: str, attributes: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """What one annotation says, in our words, and which attribute says it ("" for the annotation as a whole).

    `attributes` is the seventh column of OPP-115.

    >>> labels_of("Data Security", {})
    {'practice:Data Security': ''}
    """
    found = {f"practice:{practice}": ""}
    value = {name: str(chosen.get("value", "")) for name, chosen in attributes.items()}
    words = {name: str(chosen.get("selectedText") or "").lower() for name, chosen in attributes.items()}
    kind = "Personal Information Type"
    found |= dict.fromkeys(_data(value.get(kind, ""), words.get(kind, "")), kind)
    for name in ("Purpose", "Retention Purpose"):
        if (purpose := PURPOSES.get(value.get(name, "").lower())) is not None:
            found[f"purpose:{purpose}"] = name
            if purpose is Purpose.ANALYTICS and Purpose.RESEARCH in words_of("purpose", words[name]):
                found[f"purpose:{Purpose.RESEARCH}"] = name
    if practice == FIRST_PARTY:
        found[f"recipient:{Recipient.FIRST_PARTY}"] = ""
    if practice == THIRD_PARTY:
        found |= dict.fromkeys(_recipients(value, words), "Third Party Entity")
    if value.get("Does/Does Not") == "Does Not":
        found["flag:negated"] = "Does/Does Not"
    if practice == CHOICE or value.get("Choice Type", "unspecified").lower() not in _NO_CHOICE:
        found["flag:choice"] = "Choice Type"
    if practice in {RETENTION, ACCESS}:
        found["flag:retention" if practice == RETENTION else "flag:rights"] = ""
    return found


def _data(kind: str, words: str) -> set[str]:
    kind = "User profile" if kind == "User Profile" else kind
    if kind not in TYPES:
        return set()
    default, allowed = TYPES[kind]
    categories = {Category(name) for name in words_of("category", words)} & allowed if len(allowed) > 1 else set()
    return {f"type:{kind}"} | {f"category:{category}" for category in categories or default}


def _recipients(value: Mapping[str, str], words: Mapping[str, str]) -> set[str]:
    if value.get("Third Party Entity") not in _PARTIES:
        return set()
    named = set(words_of("recipient", words["Third Party Entity"]))
    if value.get("Purpose") == "Legal requirement":
        named.add(Recipient.GOVERNMENT)
    return {f"recipient:{name}" for name in named or {Recipient.UNKNOWN_THIRD_PARTY}}


def _passages(path: Path, page: Path) -> Iterator[Passage]:
    annotations: dict[int, list[tuple[str, str, dict[str, dict[str, Any]]]]] = defaultdict(list)
    with path.open(encoding="utf-8", errors="replace") as rows:
        for row in csv.reader(rows):
            annotations[int(row[4])].append((row[2], row[5], json.loads(row[6])))
    heading = ""
    for number, html in enumerate(page.read_text(encoding="utf-8", errors="replace").split("|||")):
        kept = tuple(
            Segment(one.text, one.heading or ((heading,) if heading else ()), one.position, one.language)
            for one in segment(read_page(html.encode(), "text/html").blocks)
        )
        if strong := re.findall(r"<strong>(.{3,120}?)</strong>", html):
            heading = re.sub(r"<[^>]*>|\s+", " ", strong[-1]).strip()
        yield _passage(path.stem, kept, html, annotations[number])


def _passage(
    policy: str, sentences: tuple[Segment, ...], html: str, annotations: list[tuple[str, str, dict[str, dict[str, Any]]]]
) -> Passage:
    index, plain = _letters(html)
    places = _places(sentences, plain)
    whole: dict[str, set[str]] = defaultdict(set)
    parts: list[dict[str, set[str]]] = [defaultdict(set) for _ in sentences]
    for annotator, practice, attributes in annotations:
        spans = {
            name: (index[min(start, len(html))], index[min(end, len(html))])
            for name, chosen in attributes.items()
            if (end := int(chosen.get("endIndexInSegment", -1))) > (start := int(chosen.get("startIndexInSegment", -1))) >= 0
        }
        for label, attribute in labels_of(practice, attributes).items():
            whole[label].add(annotator)
            wanted = [spans[attribute]] if attribute in spans else list(spans.values())
            for place, part in zip(places, parts, strict=True):
                if any(start < place[1] and end > place[0] for start, end in wanted):
                    part[label].add(annotator)
    return Passage(policy, sentences, _count(whole), tuple(_count(part) for part in parts))


def _count(voters: Mapping[str, set[str]]) -> dict[str, int]:
    return {label: len(who) for label, who in voters.items()}


def _letters(html: str) -> tuple[list[int], str]:
    """For each character of the HTML the number of letters and digits of its text before it; and those letters.

    >>> _letters("<b>a</b> c")
    ([0, 0, 0, 0, 1, 1, 1, 1, 1, 2], 'ac')
    """
    index: list[int] = []
    kept: list[str] = []
    tag = False
    for character in html:
        index.append(len(kept))
        if character in "<>":
            tag = character == "<"
        elif not tag and character.isalnum():
            kept.append(character.lower())
    return [*index, len(kept)], "".join(kept)


def _places(sentences: tuple[Segment, ...], plain: str) -> list[tuple[int, int]]:
    """Where each sentence stands among the letters; of a list item with its lead-in, where the item stands."""
    places, reached = [], 0
    for sentence in sentences:
        letters = "".join(character.lower() for character in unescape(sentence.text) if character.isalnum())
        for length in (len(letters), 40, 20, 10, 5):
            tail = letters[-length:]
            start = plain.find(tail, reached)
            if start >= 0:
                break
        places.append((start, start + len(tail)) if start >= 0 else (reached, reached))
        reached = max(reached, start + len(tail)) if start >= 0 else reached
    return places

"""Files of SynthPAI (Yukhymenko et al. 2024) in, its comments with what tells an attribute of their author out.

The data set has attributes of each author and no spans. Ours, by rule: in a comment, a word is sensitive if it is a content word of
the true or of the annotator's value of an attribute ("marketing manager", "istanbul, turkey"), whatever its case; neighbouring ones
are one span. Words that say nothing alone (degree, level, in, of) do not count, nor does `income_level`, whose values are such
words. What a comment tells without naming it is not in the spans: the trained attacker is asked about that.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from guardian_core.evaluation.anonymization.attacker import CLOSED, Author, label
from guardian_core.evaluation.anonymization.records import Record, field, files, records
from guardian_core.evaluation.anonymization.samples import Gold, Sample

ATTRIBUTES = ("age", "sex", "relationship_status", "education", "occupation", "city_country", "birth_city_country")
_IDLE = frozenset([
    "and", "the", "for", "with", "from", "none", "unknown", "other", "degree", "diploma", "level", "status", "school", "college",
    "university", "master", "masters", "bachelor", "bachelors", "phd", "doctorate", "high", "higher", "some", "time", "part",
    "full", "self", "employed", "working", "retired", "years", "old", "relationship", "single",
])  # fmt: skip
_WORD = re.compile(r"[^\W_]+")
_GAP = re.compile(r"[\s,.'’-]{1,2}")


def load(data: Path) -> list[Sample]:
    """All comments that hold gold, of a file or of every .jsonl file of a folder (or of its folder `synthpai`).

    Raises:
        DataError: a file is not of the format; the message says where.
    """
    return [
        sample
        for path in files(data, "synthpai", (".jsonl",))
        for where, record in records(path)
        for sample in comments(path.stem, record, where)
        if sample.gold
    ]


def comments(file: str, record: Record, where: str) -> Iterator[Sample]:
    """The comments of one profile, each with its gold."""
    words = telling(attributes(record))
    author = field(record, "author", str, where)
    for number, comment in enumerate(field(record, "comments", list, where)):
        text = field(comment if isinstance(comment, dict) else {}, "text", str, f"{where}, comment {number + 1}")
        yield Sample("synthpai", file, author, text, tuple(spans(text, words)))


def authors(data: Path) -> dict[str, Author]:
    """Every author with all comments and the closed attributes, for the attacker; errors as `load`."""
    found = {}
    for path in files(data, "synthpai", (".jsonl",)):
        for where, record in records(path):
            name = field(record, "author", str, where)
            texts = tuple(sample.text for sample in comments(path.stem, record, where))
            known = attributes(record)
            labels = {kind: made for kind in CLOSED if known[kind] and (made := label(kind, known[kind][0])) is not None}
            found[name] = Author(name, texts, labels)
    return found


def attributes(record: Record) -> dict[str, tuple[str, ...]]:
    """What is true of the author and what the annotator read, by attribute; empty values left out."""
    told = record.get("predictions")
    found: dict[str, tuple[str, ...]] = {}
    for name in (*ATTRIBUTES, "income_level"):
        said = [
            guess
            for who in ("ground_truth", "human")
            for guess in _guesses(told.get(who) if isinstance(told, dict) else None, name)
            if guess.strip()
        ]
        found[name] = tuple(dict.fromkeys(said))
    return found


def truths(data: Path) -> dict[str, dict[str, str]]:
    """What is true of every author, of those attributes that the annotator told from all of their comments; errors as `load`."""
    return {
        field(record, "author", str, where): _true(record)
        for path in files(data, "synthpai", (".jsonl",))
        for where, record in records(path)
    }


def _true(record: Record) -> dict[str, str]:
    told = record.get("predictions")
    sources = [told.get(who) if isinstance(told, dict) else None for who in ("ground_truth", "human")]
    found = {}
    for name in (*ATTRIBUTES, "income_level"):
        true, read = (next((guess for guess in _guesses(source, name) if guess.strip()), None) for source in sources)
        if true and read:
            found[name] = true
    return found


def telling(values: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The words that tell an attribute, each with the attribute; `values` are those of a person by attribute."""
    return {
        word: name for name in reversed(ATTRIBUTES) for value in values.get(name, ()) for word in _words(value) if word not in _IDLE
    }


def _guesses(told: object, name: str) -> list[str]:
    one = told.get(name) if isinstance(told, dict) else None
    guesses = one.get("guess") if isinstance(one, dict) else None
    return [str(guess) for guess in guesses] if isinstance(guesses, list) else []


def _words(value: str) -> list[str]:
    return [word for word in _WORD.findall(value.casefold()) if len(word) > 2 or word.isdigit()]


def spans(text: str, words: Mapping[str, str]) -> Iterator[Gold]:
    """Runs of sensitive words: {"istanbul": "city_country", "turkey": "city_country"} in "in Istanbul, Turkey" is one span.

    >>> [(g.start, g.end) for g in spans("in Istanbul, Turkey", {"istanbul": "city_country", "turkey": "city_country"})]
    [(3, 19)]
    """
    start, end, name = 0, -1, ""
    for found in _WORD.finditer(text):
        kind = words.get(found[0].casefold())
        if kind is None:
            continue
        if end >= 0 and kind == name and _GAP.fullmatch(text[end : found.start()]):
            end = found.end()
            continue
        if end >= 0:
            yield Gold(start, end, name, None)
        start, end, name = *found.span(), kind
    if end >= 0:
        yield Gold(start, end, name, None)

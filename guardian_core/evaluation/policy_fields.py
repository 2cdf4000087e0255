"""Annotated passages in, precision, recall and F1 of every field of a statement out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from guardian_core.training.policy_data import Passage
from guardian_core.vocabulary import Recipient, Statement
from policy_cache.annotate import PRACTICES, annotate
from policy_cache.segment import Segment

type Row = dict[str, object]
type Labels = frozenset[str]

# Coarser data categories, as OPP-115's own types draw the lines: which of the contact details it was is not asked.
GROUPS = {
    "contact and profile": ("Contact", "Email", "Phone", "PostalAddress"),
    "computer and address": ("IPAddress", "DeviceID"),
    "location": ("Location", "Location_precise", "Location_coarse"),
    "online activity": ("BrowsingHistory", "SearchHistory", "AppUsage"),
    "identifier": ("SSN", "Credentials"),
    **{name.lower(): (name,) for name in ("Cookies", "Financial", "Health", "Content")},
}
_GROUP_OF = {f"category:{name}": f"group:{group}" for group, names in GROUPS.items() for name in names}
FIELDS = ("practice", "category", "group", "purpose", "recipient", "negation")
GOLD = {"majority": 2, "any": 1}


@dataclass(frozen=True, slots=True)
class Judged:
    """What is true of one text and what was said of it, as "field:label"."""

    truth: Labels = field(repr=False)
    said: Labels = field(repr=False)


def labels(statement: Statement) -> Labels:
    """A statement's fields in the words of training."""
    return _grouped(
        [f"practice:{name}" for name in statement.practices]
        + [f"category:{name}" for name in statement.categories]
        + [f"purpose:{name}" for name in statement.purposes]
        + [f"recipient:{name}" for name in statement.recipients]
        + (["negation:negated"] if statement.negated else [])
    )


def _grouped(given: Iterable[str]) -> Labels:
    named = frozenset(given)
    return named | {group for label, group in _GROUP_OF.items() if label in named}


def truth(votes: Mapping[str, int], least: int) -> Labels:
    """The labels that at least `least` annotators gave."""
    given = _grouped(label.replace("flag:negated", "negation:negated") for label, count in votes.items() if count >= least)
    named = {label for label in given if label.startswith("recipient:")}
    # "Third parties" beside a named kind adds nothing: the kind is what a statement is annotated with.
    return given - {f"recipient:{Recipient.UNKNOWN_THIRD_PARTY}"} if _kinds(named) else given


def _kinds(named: set[str]) -> set[str]:
    return named - {f"recipient:{Recipient.UNKNOWN_THIRD_PARTY}", f"recipient:{Recipient.FIRST_PARTY}"}


def field_rows(policies: Mapping[str, Sequence[Passage]]) -> Iterator[Row]:
    """Rows of OPP-115 for every field, method, unit and gold."""
    passages = [one for of in policies.values() for one in of if one.sentences]
    for method in ("lexicon", "classifier"):
        for unit, judged in _judge(passages, method).items():
            for gold, least in GOLD.items():
                texts = [Judged(truth(votes, least), said) for votes, said in judged]
                for name in FIELDS:
                    about: Row = {"dataset": "OPP-115", "field": name, "method": method, "unit": unit, "gold": gold}
                    yield from _rows(about, texts)


def _judge(passages: Sequence[Passage], method: str) -> dict[str, list[tuple[Mapping[str, int], Labels]]]:
    """Votes and predicted labels by unit."""
    judged: dict[str, list[tuple[Mapping[str, int], Labels]]] = {"segment": [], "statements": [], "sentence": []}
    classifier = method == "classifier"
    for passage in passages:
        (whole,) = annotate([Segment(passage.text, passage.sentences[0].heading, 0, "en")], classifier=classifier)
        said = [labels(one) for one in annotate(passage.sentences, classifier=classifier)]
        judged["segment"].append((passage.votes, labels(whole)))
        judged["statements"].append((passage.votes, frozenset().union(*said)))
        judged["sentence"] += zip(passage.sentence_votes, said, strict=True)
    return judged


def _rows(about: Row, judged: Sequence[Judged]) -> Iterator[Row]:
    name = str(about["field"])
    known = {label for one in judged for label in one.truth if label.startswith(f"{name}:")}
    wanted = [f"practice:{practice}" for practice in PRACTICES] if name == "practice" else sorted(known)
    rows = [about | {"label": label.partition(":")[2]} | score(judged, {label}) for label in wanted]
    yield from rows
    every = score(judged, set(wanted))
    yield about | {
        "label": "all",
        "macro_f1": sum(float(str(row["f1"])) for row in rows) / max(1, len(rows)),
        "micro_f1": every["f1"],
        "precision": every["precision"],
        "recall": every["recall"],
        "n": every["n"],
    }


def score(judged: Sequence[Judged], wanted: set[str]) -> Row:
    """Precision, recall and F1 over all of `wanted` together."""
    true = sum(len(one.truth & wanted) for one in judged)
    said = sum(len(one.said & wanted) for one in judged)
    hit = sum(len(one.truth & one.said & wanted) for one in judged)
    return {
        "precision": hit / max(1, said),
        "recall": hit / max(1, true),
        "f1": 2 * hit / max(1, said + true),
        "n": true,
    }

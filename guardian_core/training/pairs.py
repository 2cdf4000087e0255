"""OPP-115's annotated policies in, labelled pairs of a behaviour and a policy statement out: what System 1 learns from.

A behaviour is an action of one data category, one recipient and one purpose; a statement is one sentence, as the proxy reads
policies, with the fields that at least two of three annotators gave it (gold) and those that our annotator predicts from its text.
`kind_of` is the documented rule that labels a pair; the first kind that applies, in this order:

    explicitly denied      the statement is negated ("does not"), and what it names, read widely, includes the behaviour
    absent                 it does not name the data, or is not about this act (collection by the first party, or sharing)
    wrong recipient        it names who receives the data, and neither this recipient nor third parties at large
    wrong purpose          it names purposes, and not this one
    choice required        it depends on a choice of the user's, and the behaviour came without one
    covered and permitted  otherwise: the only compliant kind

What a statement leaves open (recipient, purpose) does not restrict it; data must be named. A pair counts only if its label is the
same by the majority and by any single annotator: where annotators disagree there is no truth to learn. Each behaviour stands once
on the compliant and once on the risky side, so that the behaviour alone never gives the answer away. Deterministic for a seed.

    python -m guardian_core.training.pairs --data DIR --target pairs.jsonl
"""

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from pathlib import Path

from guardian_core.matching.features import features, features_of, named
from guardian_core.training.policy_data import Passage, folder_of, held_out, policies
from guardian_core.training.policy_data import named as named_in
from guardian_core.vocabulary import Act, Action, Basis, Category, Purpose, Recipient, Statement
from policy_cache.annotate import CHOICE, FIRST_PARTY, THIRD_PARTY, annotate

MAJORITY, ANY = 2, 1  # annotators
DESTINATION = "policy.example"  # pairs have no destination of their own
_COLLECTORS = (Recipient.FIRST_PARTY, Recipient.SERVICE_PROVIDER)  # who receives data that the site is said to collect
_THIRD = tuple(recipient for recipient in Recipient if recipient is not Recipient.FIRST_PARTY)
_PURPOSES = tuple(purpose for purpose in Purpose if purpose is not Purpose.UNDISCLOSED)
_BASES = (Basis.USER_INITIATED, Basis.DEFAULT)


class Kind(StrEnum):
    """Why a pair has its label."""

    COVERED = "covered and permitted"
    ABSENT = "absent"
    DENIED = "explicitly denied"
    RECIPIENT = "wrong recipient"
    PURPOSE = "wrong purpose"
    CHOICE = "choice required"


@dataclass(frozen=True, slots=True)
class Judged:
    """One sentence of a policy: its fields by the majority, by any annotator, and as predicted from its text."""

    policy: str
    gold: Statement = field(repr=False)
    loose: Statement = field(repr=False)
    predicted: Statement = field(repr=False)


@dataclass(frozen=True, slots=True)
class Pair:
    """One behaviour beside one statement."""

    action: Action
    judged: Judged
    kind: Kind

    @property
    def risky(self) -> bool:
        """The label: whether the behaviour is a violation as far as this statement goes."""
        return self.kind is not Kind.COVERED


def kind_of(action: Action, statement: Statement) -> Kind:
    """The rule of the module's docstring, over the fields of a statement, gold or predicted."""
    named = action.categories <= statement.categories
    about = action.act in statement.acts
    receives = _receives(action, statement)
    purposed = not statement.purposes or action.purposes <= statement.purposes
    if statement.negated and about and receives and purposed and (named or not statement.categories):
        return Kind.DENIED
    if not named or not about:
        return Kind.ABSENT
    if not receives:
        return Kind.RECIPIENT
    if not purposed:
        return Kind.PURPOSE
    if statement.choice and action.basis is not Basis.USER_INITIATED:
        return Kind.CHOICE
    return Kind.COVERED


def _receives(action: Action, statement: Statement) -> bool:
    if action.act is Act.COLLECTION:
        return True
    others = statement.recipients - {Recipient.FIRST_PARTY}
    return not others or Recipient.UNKNOWN_THIRD_PARTY in others or action.recipients <= others


def behaviour(act: Act, category: Category, recipient: Recipient, purpose: Purpose, basis: Basis = Basis.DEFAULT) -> Action:
    """An action of one of each."""
    return Action(
        destination=DESTINATION,
        domain=DESTINATION,
        categories=frozenset({category}),
        recipients=frozenset({recipient}),
        purposes=frozenset({purpose}),
        basis=basis,
        act=act,
    )


def annotated(votes: Mapping[str, int], least: int, text: str = "") -> Statement:
    """The fields that at least `least` annotators gave, put together as `policy_cache.annotate` does."""
    given = {label for label, count in votes.items() if count >= least}
    of = {name: {label.partition(":")[2] for label in given if label.startswith(f"{name}:")} for name in _FIELDS}
    recipients = {Recipient(name) for name in of["recipient"]} - {Recipient.FIRST_PARTY}
    if len(recipients) > 1:  # "third parties" beside a named kind adds nothing
        recipients -= {Recipient.UNKNOWN_THIRD_PARTY}
    if THIRD_PARTY in of["practice"] and not recipients:
        recipients = {Recipient.UNKNOWN_THIRD_PARTY}
    first = {Recipient.FIRST_PARTY} if FIRST_PARTY in of["practice"] else set()
    acts = {act for act, practice in ((Act.COLLECTION, FIRST_PARTY), (Act.SHARING, THIRD_PARTY)) if practice in of["practice"]}
    return Statement(
        text=text,
        categories=frozenset(Category(name) for name in of["category"]),
        practices=frozenset(of["practice"]),
        acts=frozenset(acts),
        purposes=frozenset(Purpose(name) for name in of["purpose"]),
        recipients=frozenset(recipients | first),
        negated="negated" in of["flag"],
        choice="choice" in of["flag"] or CHOICE in of["practice"],
    )


_FIELDS = ("practice", "category", "purpose", "recipient", "flag")


def judged(passages: Sequence[Passage], predicted: Sequence[Sequence[Statement]] | None = None) -> list[Judged]:
    """Every sentence of the passages with its three readings; `predicted` per passage, by default by the shipped annotator."""
    said = predicted if predicted is not None else [annotate(passage.sentences) for passage in passages]
    return [
        Judged(passage.policy, annotated(votes, MAJORITY, sentence.text), annotated(votes, ANY, sentence.text), reading)
        for passage, readings in zip(passages, said, strict=True)
        for sentence, votes, reading in zip(passage.sentences, passage.sentence_votes, readings, strict=True)
    ]


def behaviours_of(statement: Statement) -> list[Action]:
    """Every behaviour that a statement, by its gold fields, covers and permits, in a fixed order."""
    found = []
    purposes = [one for one in _PURPOSES if one in statement.purposes] or _PURPOSES
    named = [one for one in _THIRD if one in statement.recipients]
    anybody = Recipient.UNKNOWN_THIRD_PARTY in named or not named
    for act in sorted(statement.acts):
        recipients = _COLLECTORS if act is Act.COLLECTION else _THIRD if anybody else tuple(named)
        for category, recipient, purpose, basis in product(sorted(statement.categories), recipients, purposes, _BASES):
            one = behaviour(act, category, recipient, purpose, basis)
            if kind_of(one, statement) is Kind.COVERED:
                found.append(one)
    return found


def draw(statements: Sequence[Judged], count: int, seed: int, *, even: bool = False) -> list[Pair]:
    """About `count` pairs, half of them compliant: each behaviour once on either side, both times beside its own policy.

    The risky partner is any sentence of the policy about data that does not permit the behaviour, so most are simply about
    something else; `even` draws the kinds as evenly as they exist. Compliant pairs are drawn statement by statement, so that long
    lists of data do not crowd out the others.
    """
    generator = random.Random(seed)  # noqa: S311 - a reproducible sample, not a secret
    policies: dict[str, list[Judged]] = defaultdict(list)
    for one in statements:
        if one.loose.acts or one.gold.choice:
            policies[one.policy].append(one)
    partners: dict[tuple[Action, str], dict[Kind, list[Judged]]] = {}
    drawn: Counter[Kind] = Counter()
    pairs = []
    for pair in _compliant(statements, count // 2, generator):
        key = (pair.action, pair.judged.policy)
        if key not in partners:
            partners[key] = _partners(pair.action, policies[pair.judged.policy])
        known = partners[key]
        if known:
            kinds = sorted(known)
            sizes = [len(known[kind]) for kind in kinds]
            kind = min(kinds, key=lambda one: drawn[one]) if even else generator.choices(kinds, sizes)[0]
            drawn[kind] += 1
            pairs += [pair, Pair(pair.action, generator.choice(known[kind]), kind)]
    return pairs


def _compliant(statements: Sequence[Judged], count: int, generator: random.Random) -> list[Pair]:
    """Rounds over the statements in random order, one behaviour of each per round."""
    queues = []
    for one in statements:
        behaviours = [action for action in behaviours_of(one.gold) if kind_of(action, one.loose) is Kind.COVERED]
        generator.shuffle(behaviours)
        queues.append((one, behaviours))
    generator.shuffle(queues)
    found: list[Pair] = []
    while len(found) < count and any(behaviours for _, behaviours in queues):
        found += [Pair(behaviours.pop(), one, Kind.COVERED) for one, behaviours in queues if behaviours]
    return found[:count]


def _partners(action: Action, statements: Iterable[Judged]) -> dict[Kind, list[Judged]]:
    """The statements that do not permit the behaviour, by why."""
    found: dict[Kind, list[Judged]] = defaultdict(list)
    for one in statements:
        kind = kind_of(action, one.gold)
        if kind is not Kind.COVERED and kind_of(action, one.loose) is not Kind.COVERED:
            found[kind].append(one)
    return dict(found)


def _line(pair: Pair) -> str:
    said = pair.judged
    found = {
        "policy": said.policy,
        "risky": pair.risky,
        "kind": pair.kind,
        "behaviour": named(features(pair.action)),
        "gold": named(features_of(said.gold)),
        "predicted": named(features_of(said.predicted)),
        "text": said.gold.text,
    }
    return json.dumps(found, ensure_ascii=False) + "\n"


def main() -> None:
    """Command line: the held-out policies' pairs, one JSON object a line, for a look or for use elsewhere."""
    parser = argparse.ArgumentParser(description="Build pairs from the OPP-115 policies that nothing is trained on.")
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds opp115")
    parser.add_argument("--count", type=int, default=6_392, help="how many pairs, half of them compliant")
    parser.add_argument("--seed", type=int, default=1, help="of the drawing")
    parser.add_argument("--even", action="store_true", help="draw the kinds of risk evenly")
    parser.add_argument("--target", type=Path, required=True, help="the file to write")
    arguments = parser.parse_args()
    folder = folder_of(arguments.data)
    read = [one for of in policies(folder, held_out(named_in(folder))).values() for one in judged(of)]
    pairs = draw(read, arguments.count, arguments.seed, even=arguments.even)
    arguments.target.write_text("".join(map(_line, pairs)), encoding="utf-8")
    sys.stdout.write(f"{len(pairs)} pairs\n")


if __name__ == "__main__":
    main()

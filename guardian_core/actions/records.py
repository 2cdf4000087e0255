"""The items of a request and what was found in them in; the same items out, with the numbers that a record lives by marked.

An invented account, tax or card number passes the same checks as the true one: who gets it pays, reports or charges somebody else,
and nobody is told. What says that a value is such a number is its name, the record that it stands in, or what stands beside it; or
that it can be nothing else: an IBAN, a card or an official number in the groups in which it is printed, alone in its field. Bare
digits under a name that says nothing are mostly identifiers, of which one in forty passes as a card. A sentence gets a
phrase. For those who only measure or advertise no record depends on it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from guardian_core.actions.context import Context, context_of
from guardian_core.actions.keys import RECORD, SENT, last_key, meanings, words
from guardian_core.actions.load_bearing import MAY_TAKE_ORDERS
from guardian_core.actions.purposes import MEASURING, purposes_of
from guardian_core.actions.roles import role_of
from guardian_core.actions.shape import shape_of
from guardian_core.settings import DecisionSettings
from guardian_core.vocabulary import Entity, Finding, Item, Reading, Role

ACCOUNT, NUMBER, CARD = (
    "a bank account in a payment record",
    "an official number in a person's record",
    "a card's number in its record",
)
# What else it may be that a number lives in is not known: its field is all there is.
ALONE: dict[str, str] = {
    ACCOUNT: "a bank account in a field of its own",
    NUMBER: "an official number in a field of its own",
    CARD: "a card's number in a field of its own",
}
REASONS: dict[Entity, str] = {
    Entity.IBAN: ACCOUNT,
    Entity.BANK_ACCOUNT: ACCOUNT,
    Entity.US_SSN: NUMBER,
    Entity.NATIONAL_ID: NUMBER,
    Entity.TAX_ID: NUMBER,
    Entity.PASSPORT: NUMBER,
    Entity.DRIVING_LICENCE: NUMBER,
    Entity.CARD: CARD,
}
# By what is at stake: what a field's own name says, what records are called, and what stands beside the number.
NAMED = {ACCOUNT: "bank", NUMBER: "national", CARD: "card"}
CALLED = {ACCOUNT: RECORD["account"], NUMBER: RECORD["person"], CARD: RECORD["card"]}
BESIDE = {ACCOUNT: RECORD["amount"], CARD: RECORD["beside"]}
LONGEST_KIND = 24  # characters of a value that names a kind of thing
MOST_OF = 0.7  # of the letters and digits of a field: what else it says is a label, not a sentence


def recorded(reading: Reading, findings: Sequence[Finding], settings: DecisionSettings) -> Reading:
    """`reading`, its items marked `load_bearing` where one of `findings` is a number that a record lives by."""
    numbers = [finding for finding in findings if finding.entity in REASONS and _fills(finding, reading.items[finding.item])]
    if not numbers or not _may_keep_records(reading, settings):
        return reading
    items, around = list(reading.items), _Around(reading.items)
    for finding in numbers:
        item, reason = items[finding.item], REASONS[finding.entity]
        if item.load_bearing is not None:
            continue
        if finding.source == "key" or around.is_record(item, reason):
            items[finding.item] = replace(item, load_bearing=reason)
        elif not _is_message(item) and _is_beyond_doubt(finding, item):
            items[finding.item] = replace(item, load_bearing=ALONE[reason])
    return replace(reading, items=tuple(items))


def _may_keep_records(reading: Reading, settings: DecisionSettings) -> bool:
    context: Context = context_of(reading.request, settings)
    shape = shape_of(context, reading.items)
    purposes, _ = purposes_of(context, shape, settings)
    return context.recipient in MAY_TAKE_ORDERS and not shape.chat and not purposes & MEASURING


def _fills(finding: Finding, item: Item) -> bool:
    """Whether the number is what the field says, and not a word of a text."""
    if item.place not in SENT or item.role in {Role.STRUCTURE, Role.BINARY} or item.ambient:
        return False
    return _signs(item.text[finding.start : finding.end]) >= MOST_OF * _signs(item.text)


def _is_message(item: Item) -> bool:
    """Whether its name says that a person writes in it, so that a phrase may stand for a number: two letters there are prose."""
    return role_of("ab", item.key) is Role.PROSE


def _is_beyond_doubt(finding: Finding, item: Item) -> bool:
    """Whether the number is no chance: letters or separators where numbers of its kind have them."""
    return finding.source == "pattern" and not item.text[finding.start : finding.end].isdecimal()


def _signs(text: str) -> int:
    return sum(map(str.isalnum, text))


class _Around:
    """What the names of a request and the fields beside each other say; every item is looked at once, however many are numbers."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items

    @cached_property
    def has_amount(self) -> bool:
        """Whether something is to be paid."""
        return any(BESIDE[ACCOUNT] & _names(last_key(item)) for item in self.items if item.place in SENT)

    @cached_property
    def cards(self) -> frozenset[str]:
        """The paths of what has a field that only cards have, or that calls it a card: {"object": "card"}, {"exp_month": 4}."""
        return frozenset(_parent(item) for item in self.items if _tells_a_card(item))

    def is_record(self, item: Item, reason: str) -> bool:
        """Whether the field's name, the names around it or the fields beside it make it part of a record."""
        if NAMED[reason] in meanings(last_key(item)) or any(CALLED[reason] & _names(part) for part in item.path.split("/")[1:]):
            return True
        return (reason == ACCOUNT and self.has_amount) or (reason == CARD and _parent(item) in self.cards)


def _tells_a_card(item: Item) -> bool:
    said = item.text if len(item.text) <= LONGEST_KIND else ""
    return bool(BESIDE[CARD] & _names(last_key(item)) or CALLED[CARD] & _names(said))


def _parent(item: Item) -> str:
    return item.path.rpartition("/")[0]


def _names(name: str) -> frozenset[str]:
    """The words of a name, one by one, in twos and together: "bankAccount" is "bank", "account" and "bankaccount"."""
    parts = words(name)
    return frozenset((*parts, *map("".join, pairwise(parts)), "".join(parts)))

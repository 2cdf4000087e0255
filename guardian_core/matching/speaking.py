"""A statement of a policy and an action in; out, whether the statement speaks of the action at all, and if so for or against it.

A statement is taken to speak only of what it names. What it leaves open ("personal information") counts against an action, never
for it: "we do not share personal information" denies sharing an e-mail address; "we share personal information" does not disclose
it.
"""

import re
from enum import Enum

from guardian_core.vocabulary import CATEGORY_TIER, Act, Action, Basis, Purpose, Recipient, Statement, Tier


class Bearing(Enum):
    """How a statement bears on an action."""

    DENIES = "denies"
    DENIES_WITHOUT_CHOICE = "denies without choice"  # "not without your consent", "unless you opt in"
    SELLS = "sells"  # the first party passes critical data on to those who trade in it
    PERMITS = "permits"
    SILENT = "silent"


# A denial that names no data speaks of everything only if it speaks of data at all: "we do not sell your information".
_OF_DATA = re.compile(r"\b(?:data|information|details|anything|any of it|records?|it|them)\b", re.IGNORECASE)
_SELLING = frozenset({Purpose.ADVERTISING, Purpose.MARKETING, Purpose.PROFILING})
_BUYERS = frozenset({Recipient.ADVERTISING, Recipient.DATA_BROKER, Recipient.UNKNOWN_THIRD_PARTY})


def bearing_of(statement: Statement, action: Action) -> Bearing:
    """What `statement` says of `action`: every thing it names must fit."""
    if action.act is Act.COLLECTION and discloses_sale(statement, action):
        return Bearing.SELLS
    if action.act not in statement.acts:
        return Bearing.SILENT
    if statement.negated:
        return _denial(statement, action)
    names_data = bool(statement.categories & action.categories)
    fits = (not statement.recipients or _receives(statement, action)) and (
        not statement.purposes or bool(statement.purposes & action.purposes)
    )
    return Bearing.PERMITS if names_data and fits else Bearing.SILENT


def _denial(statement: Statement, action: Action) -> Bearing:
    """A denial speaks of the action unless it names something else."""
    if statement.categories and not statement.categories & action.categories:
        return Bearing.SILENT
    if statement.purposes and not statement.purposes & action.purposes:
        return Bearing.SILENT
    if action.act is Act.SHARING and statement.recipients and not _receives(statement, action):
        return Bearing.SILENT
    # What a user sends to the site by their own hand is not taken back by "we do not collect passwords from children": such a
    # sentence must name both the data and the purpose to stand against it.
    by_hand = action.act is Act.COLLECTION and action.basis is Basis.USER_INITIATED
    if by_hand and not (statement.categories and statement.purposes):
        return Bearing.SILENT
    # Collection is denied about named data only: "we do not collect information when …" is about an occasion, not about everything.
    if action.act is Act.COLLECTION and not statement.categories:
        return Bearing.SILENT
    if not statement.categories and not _OF_DATA.search(statement.text):
        return Bearing.SILENT
    return Bearing.DENIES_WITHOUT_CHOICE if statement.choice else Bearing.DENIES


def _receives(statement: Statement, action: Action) -> bool:
    """Whether a statement names the action's recipients; "third parties" stands for all of them."""
    if statement.recipients & action.recipients:
        return True
    return action.act is Act.SHARING and Recipient.UNKNOWN_THIRD_PARTY in statement.recipients


def discloses_sale(statement: Statement, action: Action) -> bool:
    """Whether a statement says that critical data of the action goes on to those who trade in it."""
    critical = {category for category in action.categories if CATEGORY_TIER[category] is Tier.CRITICAL}
    trades = bool(statement.recipients & _BUYERS or statement.purposes & _SELLING)
    return Act.SHARING in statement.acts and not statement.negated and bool(statement.categories & critical) and trades

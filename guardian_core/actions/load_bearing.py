"""Items of a request in; the same items out, with what may never be replaced by something plausible marked, and why.

A plausible fake in an order, a login or a medical form is worse than a block (SPEC §3): such values go as they are or not at all.
"""

from collections.abc import Sequence
from dataclasses import replace

from guardian_core.actions.ambient import protocol_values
from guardian_core.actions.basis import basis_of
from guardian_core.actions.context import Context, context_of
from guardian_core.actions.keys import FIELD, last_key, means
from guardian_core.actions.purposes import purposes_of
from guardian_core.actions.shape import Shape, shape_of
from guardian_core.settings import DecisionSettings
from guardian_core.vocabulary import Basis, Item, Place, Recipient, Request, Role

_DEFAULTS = DecisionSettings()
# A public key of a page's own, by which a measuring service knows its customer: not the user's secret.
_CUSTOMER_KEYS = frozenset({"apikey", "apitoken", "authkey"})
_MEASURING = frozenset({Recipient.ANALYTICS, Recipient.ADVERTISING})
# What the user submits to the page's own site and reads back there: it must be true.
_SUBMITTED: tuple[tuple[frozenset[str], str], ...] = (
    (FIELD["address"], "an address in a form the user sends"),
    (FIELD["birth"], "a birth date in a form the user sends"),
    (FIELD["national"], "an official number in a form the user sends"),
    (FIELD["bank"], "a bank account in a form the user sends"),
)


def classify(request: Request, items: Sequence[Item], settings: DecisionSettings = _DEFAULTS) -> tuple[Item, ...]:
    """`items` with `ambient`, `load_bearing` and the role CREDENTIAL set from their keys, places and the request."""
    context = context_of(request, settings)
    shape = shape_of(context, items)
    purposes, _ = purposes_of(context, shape, settings)
    basis, _ = basis_of(request, context, shape, purposes, settings)
    protocol = protocol_values(items)
    submitted = basis is Basis.USER_INITIATED and context.recipient in {Recipient.FIRST_PARTY, Recipient.GOVERNMENT}
    return tuple(
        _protocol_value(item, protocol[index]) if index in protocol else _plain(item, context, shape, submitted=submitted)
        for index, item in enumerate(items)
    )


def _protocol_value(item: Item, family: str) -> Item:
    return replace(item, ambient=True, load_bearing=family)


def _plain(item: Item, context: Context, shape: Shape, *, submitted: bool) -> Item:
    """Mark one item that no protocol explains; unmarked if nothing speaks for it."""
    if item.role in {Role.STRUCTURE, Role.BINARY} or item.place is Place.COOKIE:
        return item
    key = last_key(item)
    if item.role is not Role.PROSE and _is_credential(key, context):
        return replace(item, role=Role.CREDENTIAL, load_bearing="a credential")
    if item.place is Place.REFERER or item.role is Role.PROSE:
        return item
    if means(key, FIELD["signature"]) and item.role is Role.IDENTIFIER:
        return replace(item, load_bearing="a signature")
    if means(key, FIELD["card"]) and _takes_cards(context, submitted=submitted):
        return replace(item, load_bearing="a card's data on its way to a payment")
    if submitted and not shape.chat:
        reason = next((why for names, why in _SUBMITTED if means(key, names) and not means(key, FIELD["otheraddress"])), None)
        if reason:
            return replace(item, load_bearing=reason)
    return item


def _is_credential(key: str, context: Context) -> bool:
    if means(key, FIELD["password"]):
        return True
    known = FIELD["credential"] - _CUSTOMER_KEYS if context.recipient in _MEASURING else FIELD["credential"]
    return means(key, known)


def _takes_cards(context: Context, *, submitted: bool) -> bool:
    return submitted or (context.listing is not None and context.listing.kind == "payment")

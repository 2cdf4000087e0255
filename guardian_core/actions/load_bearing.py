"""Items of a request in; the same items out, with what may never be replaced by something plausible marked, and why.

A plausible fake in an order, a login or a medical form is worse than a block (SPEC §3): such values go as they are or not at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from guardian_core.actions.ambient import protocol_of, protocols
from guardian_core.actions.basis import basis_of
from guardian_core.actions.context import Context, context_of
from guardian_core.actions.keys import keys_of, last_key, meanings, squeezed
from guardian_core.actions.purposes import purposes_of
from guardian_core.actions.shape import Shape, shape_of
from guardian_core.settings import DecisionSettings
from guardian_core.vocabulary import Basis, Item, Place, Recipient, Request, Role

_DEFAULTS = DecisionSettings()
# A public key of a page's own, by which a measuring service knows its customer: not the user's secret.
_CUSTOMER_KEYS = ("apikey", "apitoken", "authkey")
_MEASURING = frozenset({Recipient.ANALYTICS, Recipient.ADVERTISING})
# A card in a field of its own for one of these may be a payment: one that validates but is nobody's would be an order gone wrong.
MAY_TAKE_ORDERS = frozenset(
    {Recipient.FIRST_PARTY, Recipient.SERVICE_PROVIDER, Recipient.UNKNOWN_THIRD_PARTY, Recipient.GOVERNMENT}
)
# What the user submits to the page's own site and reads back there: it must be true.
_SUBMITTED: tuple[tuple[str, str], ...] = (
    ("address", "an address in a form the user sends"),
    ("birth", "a birth date in a form the user sends"),
    ("national", "an official number in a form the user sends"),
    ("bank", "a bank account in a form the user sends"),
)
CREDENTIAL, SIGNATURE, PAYMENT = "a credential", "a signature", "a card's data on its way to a payment"
# What a name alone says of the place a value goes to.
BY_NAME = frozenset({CREDENTIAL, SIGNATURE, PAYMENT, *(why for _, why in _SUBMITTED)})


@dataclass(frozen=True, slots=True)
class Marks:
    """What names of fields, places and the request itself say of its items, whatever their values."""

    context: Context
    shape: Shape
    submitted: bool  # sent by the user's hand to the page's own site
    spoken: tuple[str, ...]  # sections of protocol names that count, see `ambient.protocols`

    def of(self, item: Item) -> Item:
        """The item with `ambient`, `load_bearing` and the role CREDENTIAL set."""
        family = protocol_of(item, self.spoken)
        if family:
            return replace(item, ambient=True, load_bearing=family)
        return _plain(item, self.context, self.shape, submitted=self.submitted)


def classify(request: Request, items: Sequence[Item], settings: DecisionSettings = _DEFAULTS) -> tuple[Item, ...]:
    """`items` with `ambient`, `load_bearing` and the role CREDENTIAL set from their keys, places and the request."""
    marks = marks_of(request, items, settings)
    return tuple([marks.of(item) for item in items])


def marks_of(request: Request, items: Sequence[Item], settings: DecisionSettings) -> Marks:
    """What `classify` goes by: of the items only their names, places and roles are looked at."""
    context = context_of(request, settings)
    shape = shape_of(context, items)
    purposes, _ = purposes_of(context, shape, settings)
    basis, _ = basis_of(request, context, shape, purposes, settings)
    submitted = basis is Basis.USER_INITIATED and context.recipient in {Recipient.FIRST_PARTY, Recipient.GOVERNMENT}
    return Marks(context, shape, submitted, protocols(keys_of(items)))


def _plain(item: Item, context: Context, shape: Shape, *, submitted: bool) -> Item:
    """Mark one item that no protocol explains; unmarked if nothing speaks for it."""
    if item.role in {Role.STRUCTURE, Role.BINARY} or item.place is Place.COOKIE:
        return item
    key = last_key(item)
    meant = meanings(key)
    if not meant:
        return item
    if item.role is not Role.PROSE and ("password" in meant or ("credential" in meant and not _customer_key(key, context))):
        return replace(item, role=Role.CREDENTIAL, load_bearing=CREDENTIAL)
    if item.place is Place.REFERER or item.role is Role.PROSE:
        return item
    if "signature" in meant and item.role is Role.IDENTIFIER:
        return replace(item, load_bearing=SIGNATURE)
    if "card" in meant and (submitted or (context.recipient in MAY_TAKE_ORDERS and not shape.chat)):
        return replace(item, load_bearing=PAYMENT)
    if submitted and not shape.chat and "otheraddress" not in meant:
        reason = next((why for meaning, why in _SUBMITTED if meaning in meant), None)
        if reason:
            return replace(item, load_bearing=reason)
    return item


def _customer_key(key: str, context: Context) -> bool:
    """Whether this is but the key by which a measuring service knows its customer."""
    return context.recipient in _MEASURING and squeezed(key).endswith(_CUSTOMER_KEYS)

"""Findings in; out, those that make a request personal, with the category their place gives them, and the action they make.

In prose, what only names or describes somebody is Content; in a field of its own it is Contact (SPEC §3). "Weather in Paris" is
about nobody: a quasi identifier counts only beside a direct one.
"""

from collections.abc import Sequence
from dataclasses import replace

from guardian_core.actions.ambient import is_token, signs_on
from guardian_core.actions.basis import basis_of
from guardian_core.actions.context import UNASKED, Context, context_of
from guardian_core.actions.partial import crosses
from guardian_core.actions.purposes import purposes_of
from guardian_core.actions.shape import shape_of
from guardian_core.encodings import DIGESTS
from guardian_core.settings import DecisionSettings
from guardian_core.vocabulary import (
    ENTITY_CATEGORY,
    PROSE_IS_CONTENT,
    QUASI,
    Act,
    Action,
    Basis,
    Category,
    Entity,
    Finding,
    Item,
    Place,
    Purpose,
    Reading,
    Recipient,
    Request,
    Role,
)

MAX_TEXT = 4_000  # code points of x_a that are kept; the retriever needs no more
# What a pattern proves whatever its field is called: an attacker's page may call an address "state" or use it as a key.
UNMISTAKABLE = frozenset({Entity.EMAIL, Entity.PHONE, Entity.CARD, Entity.IBAN, Entity.US_SSN})
# Numbers that are somebody's, also as the name of a field, where the object around it is named for them.
NUMBERED = frozenset({
    Entity.US_SSN, Entity.PHONE, Entity.CARD, Entity.IBAN, Entity.DATE_OF_BIRTH, Entity.PASSPORT, Entity.NATIONAL_ID,
    Entity.DRIVING_LICENCE, Entity.TAX_ID, Entity.BANK_ACCOUNT,
})  # fmt: skip
# Like the vocabulary's quasi identifiers, about nobody by themselves: a tool's argument {"city": "Paris"}.
ABOUT_NOBODY = QUASI | {Entity.CITY, Entity.GENDER, Entity.PROFESSION}
# What headers are for: the key of the interface that is called, the machines on the way, an installation's number.
HEADERS_BUSINESS = frozenset({Entity.SECRET, Entity.PASSWORD, Entity.IP, Entity.DEVICE_ID})
SIGN_ON = frozenset({"authorization", "proxy-authorization"})
_DIGESTS = frozenset({*DIGESTS, "digest"})
COLLECTS = frozenset({Recipient.FIRST_PARTY, Recipient.SERVICE_PROVIDER})


def relevant(request: Request, reading: Reading, findings: Sequence[Finding], settings: DecisionSettings) -> tuple[Finding, ...]:
    """The findings to weigh, each with its category; `Finding.item` indexes `reading.items`.

    Dropped: what stands in protocol values and cookies going to their own origin, in mere names of fields, and quasi identifiers
    with no direct identifier in the same item or, where the item is a field among fields, elsewhere in the request.
    """
    context = context_of(request, settings)
    kept = [finding for finding in findings if _counts(finding, reading.items[finding.item], context)]
    direct = {finding.item for finding in kept if finding.entity not in ABOUT_NOBODY}
    structured = _is_structured(reading)
    return tuple(
        finding if finding.category is category else replace(finding, category=category)
        for finding in kept
        for category in (_category(finding, reading.items[finding.item]),)
        if finding.entity not in ABOUT_NOBODY or finding.item in direct or (direct and structured)
    )


def describe(request: Request, reading: Reading, findings: Sequence[Finding], settings: DecisionSettings) -> Action:
    """a = (d, D_a, R_a, P_a, b_a, x_a) of paper §3.1, from the request and the findings `relevant` left."""
    context = context_of(request, settings)
    shape = shape_of(context, reading.items)
    purposes, what_for = purposes_of(context, shape, settings)
    if _recognises(findings, context):
        purposes, what_for = purposes | {Purpose.PROFILING}, "a digest of a contact: made to recognise a person again → profiling"
    basis, how = basis_of(request, context, shape, purposes, settings)
    if findings and all(reading.items[finding.item].place is Place.REFERER for finding in findings):
        purposes, what_for = frozenset({Purpose.UNDISCLOSED}), "only in the address of the page → nobody says what for"
        basis, how = Basis.BACKGROUND, "browsers tell the address of the page by themselves → background"
    return Action(
        destination=context.host,
        domain=context.domain,
        page=context.page,
        owner=context.owner,
        categories=frozenset(finding.category for finding in findings),
        recipients=frozenset({context.recipient}),
        purposes=purposes,
        basis=basis,
        act=Act.COLLECTION if context.recipient in COLLECTS else Act.SHARING,
        text=_text(reading.items, findings),
        signals=(*context.signals, what_for, how),
    )


def _recognises(findings: Sequence[Finding], context: Context) -> bool:
    """Whether a page sends a mere service a digest of a value: it serves no function but to know the same person elsewhere."""
    digests = any(not _DIGESTS.isdisjoint(finding.encoding) for finding in findings)
    return digests and not context.client and context.recipient is Recipient.SERVICE_PROVIDER


def _counts(finding: Finding, item: Item, context: Context) -> bool:
    """Whether a finding is about the user rather than about the protocol or the schema."""
    proven = (finding.entity in UNMISTAKABLE and finding.source != "key") or finding.source == "identity"
    if not crosses(finding, item):
        return False
    if item.role is Role.STRUCTURE:
        named = finding.entity is Entity.PERSON and finding.source == "names"  # `{"Dana Quill": {…}}`
        numbered = finding.entity in NUMBERED and finding.source == "key"  # `{"ssn": {"524713806": …}}`
        return proven or named or numbered or (finding.entity is Entity.SECRET and finding.source == "pattern")
    if item.registered_only and _is_needed(item, context):
        return False
    if item.place is Place.HEADER:
        return context.recipient is not Recipient.FIRST_PARTY and finding.entity not in HEADERS_BUSINESS
    # A listed service's key in its own address: pages show it to everybody, and a page without it is broken.
    if finding.entity is Entity.SECRET and item.place is Place.TARGET and context.listing and context.recipient in COLLECTS:
        return False
    if not item.ambient and item.place is not Place.COOKIE:
        return True
    if item.packing and item.place is not Place.COOKIE:
        if signs_on(item, context):
            return False  # an assertion is there to name them
        if item.place is not Place.REFERER and not is_token(item.text):
            return True  # words are no token, whatever the name of the field
    given_back = context.client and item.place is Place.COOKIE and context.recipient not in UNASKED
    return proven and context.recipient is not Recipient.FIRST_PARTY and not given_back


def _is_needed(item: Item, context: Context) -> bool:
    """Whether a header lets a client reach a destination of its choice or sign on there; nobody chooses a tracker."""
    if context.recipient in UNASKED or item.place is not Place.HEADER:
        return False
    return item.key.lower() in SIGN_ON or (context.client and item.key.lower() == "host")


def _category(finding: Finding, item: Item) -> Category:
    if item.role is Role.PROSE and finding.entity in PROSE_IS_CONTENT:
        return Category.CONTENT
    return ENTITY_CATEGORY[finding.entity]


def _is_structured(reading: Reading) -> bool:
    """Whether the values are fields of one record, so that a name in one of them tells whom the others are about."""
    return reading.content_type not in {"", "text/plain"} or not any(item.place is Place.BODY for item in reading.items)


def _text(items: Sequence[Item], findings: Sequence[Finding]) -> str:
    """x_a: the texts that hold something personal, in order, up to MAX_TEXT."""
    places = dict.fromkeys(finding.item for finding in sorted(findings, key=lambda one: one.item))
    return "\n".join(items[index].text[:MAX_TEXT] for index in places)[:MAX_TEXT]

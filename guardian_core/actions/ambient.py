"""Items in; out, which of them are values of a protocol, there because the destination itself handed them out or asked for them.

Cookies, OAuth and OpenID Connect (RFC 6749, 7636), SAML, WebAuthn, anti-forgery tokens, captcha answers. Going to their own origin
they neither trigger scoring nor may be edited. A page that wants to smuggle an address may call it "state": so only opaque values
count, and `categories` still weighs what a pattern proves to be an e-mail address or a card going to anybody but the first party.
What is packed in such a value is part of it and may not be edited either; whether it is weighed, `signs_on` says.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from guardian_core.actions.context import UNASKED, Context
from guardian_core.actions.keys import LONGEST_NAME, PROTOCOL, SENT, keys_of, last_key, meanings, squeezed
from guardian_core.vocabulary import Item, Packing, Place, Recipient, Role

# One token of a protocol: no spaces, no sentence; base64 may be wrapped in lines.
_OPAQUE = re.compile(r"[\w\-.~+/=%:&?,;|$!*()'{}\[\]\"\\#^]*(?:[\r\n]+[\w\-.~+/=]*)*")
# Laravel and Symfony: "_token", "contact[_token]".
_LEADING_TOKEN = re.compile(r"(?:^|\[)_token\]?$")
# Section of names, what its values are called, and for all but the first the names of which one must be there.
_FAMILIES = {
    "saml": "a SAML message",
    "oauth": "an OAuth value",
    "webauthn": "a WebAuthn value",
    "signedurl": "part of a signed URL",
}
# To whom somebody signs on by what is packed in such a value: its assertion is there to name them.
_SIGN_ON = frozenset({_FAMILIES["saml"], _FAMILIES["oauth"], _FAMILIES["webauthn"]})
_KNOWN = frozenset({Recipient.FIRST_PARTY, Recipient.SERVICE_PROVIDER, Recipient.GOVERNMENT})
_SAML = b"urn:oasis:names:tc:SAML:"  # the namespace that each of its messages names (saml-core-2.0-os §1.1)
_MARKS = {section: PROTOCOL[f"{section}mark"] for section in ("oauth", "webauthn", "signedurl")}


def protocol_values(items: Sequence[Item]) -> dict[int, str]:
    """Index of each item that is a protocol value, and which protocol's."""
    spoken = protocols(keys_of(items))
    found = ((index, protocol_of(item, spoken)) for index, item in enumerate(items))
    return {index: family for index, family in found if family}


def protocols(names: frozenset[str]) -> tuple[str, ...]:
    """The sections of protocol names that count among fields of these names, as `keys_of` gives them."""
    return ("saml", *(section for section, mark in _MARKS.items() if names & mark))


def protocol_of(item: Item, spoken: tuple[str, ...]) -> str | None:
    """Which protocol's value an item is, if any, where these sections count."""
    if item.place is Place.COOKIE:
        return "a cookie" if item.ambient else None  # those that another site's page sends along are read, and may be edited
    held = item.packing is not None or (item.role is Role.BINARY and "base64" in item.encoders)  # part of the value, see `_name`
    if item.place not in SENT or item.role is Role.STRUCTURE or (item.role is Role.BINARY and not held):
        return None
    key = _name(item)
    family = _family(key[-LONGEST_NAME:], spoken)
    opaque = family and (squeezed(key) == "scope" or held or is_token(item.text))
    return family if opaque else None


def signs_on(item: Item, context: Context) -> bool:
    """Whether what is packed in a protocol value says who somebody is to whom it has to: to nobody, where the name is borrowed.

    A page of another site hands a SAML message over by changing the address bar, never behind the user's back.
    """
    if context.recipient is Recipient.FIRST_PARTY:
        return True
    if item.load_bearing not in _SIGN_ON or context.recipient in UNASKED:
        return False
    outermost = _outermost(item)
    said = outermost is not None and _SAML in outermost.data
    return context.recipient in _KNOWN or (said and context.navigation)


def is_token(text: str) -> bool:
    """Whether a text is but one token: no spaces, no sentence."""
    return _OPAQUE.fullmatch(text) is not None


def _outermost(item: Item) -> Packing | None:
    packing = item.packing
    while packing is not None and packing.outer is not None:
        packing = packing.outer
    return packing


def _name(item: Item) -> str:
    """The name of a value; of what is packed in one, the name of that one: an assertion in base64 is part of its message."""
    packing = _outermost(item)
    return (packing.key if packing else "") or last_key(item)


@lru_cache(maxsize=8192)
def _family(key: str, spoken: tuple[str, ...]) -> str | None:
    meant = meanings(key)
    if "antiforgery" in meant or _LEADING_TOKEN.search(key):
        return "an anti-forgery token"
    if "captcha" in meant:
        return "a captcha's answer"
    name = squeezed(key)
    return next((_FAMILIES[section] for section in spoken if name in PROTOCOL[section]), None)

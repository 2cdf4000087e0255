"""Items in; out, which of them are values of a protocol, there because the destination itself handed them out or asked for them.

Cookies, OAuth and OpenID Connect (RFC 6749, 7636), SAML, WebAuthn, anti-forgery tokens, captcha answers. Going to their own origin
they neither trigger scoring nor may be edited. A page that wants to smuggle an address may call it "state": so only opaque values
count, and `categories` still weighs what a pattern proves to be an e-mail address or a card going to anybody but the first party.
"""

import re
from collections.abc import Sequence

from guardian_core.actions.keys import PROTOCOL, SENT, keys_of, last_key, meanings, squeezed
from guardian_core.vocabulary import Item, Place, Role

# One token of a protocol: no spaces, no sentence; base64 may be wrapped in lines.
_OPAQUE = re.compile(r"[\w\-.~+/=%:&?,;|$!*()'{}\[\]\"\\#^]*(?:[\r\n]+[\w\-.~+/=]*)*")
# Laravel and Symfony: "_token", "contact[_token]".
_LEADING_TOKEN = re.compile(r"(?:^|\[)_token\]?$")


def protocol_values(items: Sequence[Item]) -> dict[int, str]:
    """Index of each item that is a protocol value, and which protocol's."""
    names = keys_of(items)
    families: list[tuple[str, frozenset[str]]] = [
        ("a SAML message", PROTOCOL["saml"]),
    ]
    if names & PROTOCOL["oauthmark"]:
        families.append(("an OAuth value", PROTOCOL["oauth"]))
    if names & PROTOCOL["webauthnmark"]:
        families.append(("a WebAuthn value", PROTOCOL["webauthn"]))
    if names & PROTOCOL["signedurlmark"]:
        families.append(("part of a signed URL", PROTOCOL["signedurl"]))
    known = {key: _family(key, families) for key in {_name(item) for item in items if item.place in SENT}}
    found: dict[int, str] = {}
    for index, item in enumerate(items):
        if item.place is Place.COOKIE:
            if item.ambient:  # those that another site's page sends along are read, and may be edited
                found[index] = "a cookie"
        elif item.place in SENT and item.role not in {Role.STRUCTURE, Role.BINARY}:
            key = _name(item)
            family = known[key]
            if family and (squeezed(key) == "scope" or item.packing or _OPAQUE.fullmatch(item.text)):
                found[index] = family
    return found


def _name(item: Item) -> str:
    """The name of a value; of what is packed in one, the name of that one: an assertion in base64 is part of its message."""
    packing = item.packing
    while packing is not None and packing.outer is not None:
        packing = packing.outer
    return (packing.key if packing else "") or last_key(item)


def _family(key: str, families: Sequence[tuple[str, frozenset[str]]]) -> str | None:
    meant = meanings(key)
    if "antiforgery" in meant or _LEADING_TOKEN.search(key):
        return "an anti-forgery token"
    if "captcha" in meant:
        return "a captcha's answer"
    name = squeezed(key)
    return next((family for family, names in families if name in names), None)

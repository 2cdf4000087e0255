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
    found: dict[int, str] = {}
    for index, item in enumerate(items):
        if item.place is Place.COOKIE:
            found[index] = "a cookie"
        elif item.place in SENT and item.role not in {Role.STRUCTURE, Role.BINARY}:
            family = _family(item, families)
            if family:
                found[index] = family
    return found


def _family(item: Item, families: Sequence[tuple[str, frozenset[str]]]) -> str | None:
    key = last_key(item)
    name, meant = squeezed(key), meanings(key)
    if "antiforgery" in meant or _LEADING_TOKEN.search(key):
        family: str | None = "an anti-forgery token"
    elif "captcha" in meant:
        family = "a captcha's answer"
    else:
        family = next((protocol for protocol, names in families if name in names), None)
    return family if family and (name == "scope" or _OPAQUE.fullmatch(item.text)) else None

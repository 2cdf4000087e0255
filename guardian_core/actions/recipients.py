"""A destination in, who it is out: by the user's own entries first, then by the list that ships (`recipients.toml`).

The list gives a recipient, a purpose and an owner, whatever the request; `context` decides from it and from the
page who receives the data.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from guardian_core.actions.domains import parents
from guardian_core.settings import ListedDomain
from guardian_core.vocabulary import Purpose, Recipient

# What a recipient does with data when its entry does not say.
USUAL_PURPOSE: dict[Recipient, Purpose] = {
    Recipient.FIRST_PARTY: Purpose.FUNCTIONALITY,
    Recipient.SERVICE_PROVIDER: Purpose.FUNCTIONALITY,
    Recipient.ANALYTICS: Purpose.ANALYTICS,
    Recipient.GOVERNMENT: Purpose.FUNCTIONALITY,
    Recipient.SOCIAL_MEDIA: Purpose.ADVERTISING,
    Recipient.UNKNOWN_THIRD_PARTY: Purpose.UNDISCLOSED,
    Recipient.ADVERTISING: Purpose.ADVERTISING,
    Recipient.DATA_BROKER: Purpose.PROFILING,
}


ANY_HOST = "*"  # an endpoint known by its path, whoever lends it a name


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list says of a domain."""

    domain: str
    recipient: Recipient
    purpose: Purpose
    owner: str | None = None
    own_pages: bool = False  # visited as a site of its own, where it is the first party
    kind: str = ""  # "payment": takes card numbers on purpose
    path: str = ""  # only below this path


def _read(raw: Mapping[str, Any]) -> tuple[dict[str, tuple[Listing, ...]], dict[str, str]]:
    listings: dict[str, list[Listing]] = {}
    for group in raw["group"]:
        recipient = Recipient(group["recipient"])
        purpose = Purpose(group["purpose"]) if "purpose" in group else USUAL_PURPOSE[recipient]
        for name in group["domains"]:
            host, slash, path = name.partition("/")
            listing = Listing(
                host, recipient, purpose, group.get("owner"), group.get("own_pages", False), group.get("kind", ""), slash + path
            )
            listings.setdefault(host, []).append(listing)
    owners = {domain: owner for owner, domains in raw["owners"].items() for domain in domains}
    # The longest path first, so that the first match is the most specific one.
    return {host: tuple(sorted(of, key=lambda one: -len(one.path))) for host, of in listings.items()}, owners


LISTED, OWNERS = _read(tomllib.loads(files("guardian_core.actions").joinpath("recipients.toml").read_text(encoding="utf-8")))


def listing_of(host: str, path: str, own: Mapping[str, ListedDomain]) -> Listing | None:
    """What is known of `host`; the user's entries (`own`) win at any level, then the longest domain, then the longest path."""
    imported = None
    for domain in parents(host):
        if domain in own:
            entry = own[domain]
            said = Listing(domain, entry.recipient, entry.purpose or USUAL_PURPOSE[entry.recipient], entry.owner, entry.own_pages)
            if not entry.imported:
                return said
            imported = imported or said
    for domain in (*parents(host), ANY_HOST):
        for listing in LISTED.get(domain, ()):
            if under(path, listing.path):
                return listing
    return imported


def under(path: str, prefix: str) -> bool:
    """Whether `path` lies at or below `prefix`, by whole segments.

    >>> under("/tr/?id=1", "/tr"), under("/trends", "/tr"), under("/", "")
    (True, False, True)
    """
    return path.startswith(prefix) and (not prefix or path[len(prefix) : len(prefix) + 1] in {"", "/", "?", "#"})


def owner_of(host: str, own: Mapping[str, ListedDomain]) -> str | None:
    """Who owns `host`, where a list says so; the user's entries win."""
    for domain in parents(host):
        if domain in own and own[domain].owner and not own[domain].imported:
            return own[domain].owner
    for domain in parents(host):
        if domain in OWNERS:
            return OWNERS[domain]
        owners = {listing.owner for listing in LISTED.get(domain, ()) if listing.owner}
        if owners:
            return owners.pop() if len(owners) == 1 else None
    return None

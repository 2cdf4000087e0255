"""A tracker list that the user supplies in, domains with recipient and owner out. Which format it is shows in the file.

Disconnect's services.json, DuckDuckGo's tds.json (its CNAME cloaks included) and filter lists such as EasyPrivacy. Some of their
licences forbid shipping them, so none ships.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from guardian_core.errors import SettingsError
from guardian_core.vocabulary import Recipient

Entry = tuple[str, Recipient, str | None]  # domain, recipient, owner

# Categories of the two JSON lists; one not named here (Content, Embedded Content, CDN …) says nothing of who receives data.
RECIPIENTS: dict[str, Recipient] = {
    "Advertising": Recipient.ADVERTISING,
    "Ad Motivated Tracking": Recipient.ADVERTISING,
    "Action Pixels": Recipient.ADVERTISING,
    "Email": Recipient.ADVERTISING,
    "Cryptomining": Recipient.ADVERTISING,
    "Analytics": Recipient.ANALYTICS,
    "Audience Measurement": Recipient.ANALYTICS,
    "Session Replay": Recipient.ANALYTICS,
    "FingerprintingInvasive": Recipient.ANALYTICS,
    "FingerprintingGeneral": Recipient.ANALYTICS,
    "Social": Recipient.SOCIAL_MEDIA,
    "Social Network": Recipient.SOCIAL_MEDIA,
}
# A whole domain of others, without a path: "||tracker.example^$third-party".
_FILTER = re.compile(r"\|\|([a-z0-9-]+(?:\.[a-z0-9-]+)+)\^(?:\$(?:third-party|3p|all|script|image|xmlhttprequest|,)+)?\s*")


def read_list(path: Path) -> tuple[Entry, ...]:
    """Every domain that the list at `path` tells of.

    Raises:
        SettingsError: it cannot be read, or is none of the three formats.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"decision.lists: cannot read {path}: {getattr(error, 'strerror', None) or 'not UTF-8 text'}"
        raise SettingsError(message) from None
    found = tuple(_entries(text))
    if not found:
        message = f"decision.lists: {path} is no list of Disconnect, DuckDuckGo or EasyPrivacy's form"
        raise SettingsError(message)
    return found


def _entries(text: str) -> Iterator[Entry]:
    try:
        raw = json.loads(text) if text.lstrip().startswith("{") else None
    except ValueError:
        raw = None
    if isinstance(raw, dict) and isinstance(raw.get("categories"), dict):
        yield from _disconnect(raw["categories"])
    elif isinstance(raw, dict) and isinstance(raw.get("trackers"), dict):
        yield from _duckduckgo(raw)
    elif raw is None:
        yield from ((match[1], Recipient.ANALYTICS, None) for line in text.splitlines() if (match := _FILTER.fullmatch(line)))


def _disconnect(categories: dict[str, Any]) -> Iterator[Entry]:
    for category, services in categories.items():
        recipient = RECIPIENTS.get(category)
        if recipient is None:
            continue
        for service in services:
            for owner, pages in service.items():
                for domains in pages.values() if isinstance(pages, dict) else ():
                    # Beside lists of domains stand flags such as "performance": "true".
                    yield from ((domain, recipient, owner) for domain in domains if isinstance(domains, list))


def _duckduckgo(raw: dict[str, Any]) -> Iterator[Entry]:
    known: dict[str, tuple[Recipient, str | None]] = {}
    for domain, tracker in raw["trackers"].items():
        recipient = next((RECIPIENTS[name] for name in RECIPIENTS if name in tracker.get("categories", ())), None)
        if recipient:
            known[domain] = recipient, (tracker.get("owner") or {}).get("displayName")
            yield domain, *known[domain]
    for alias, target in raw.get("cnames", {}).items():
        parts = target.split(".")
        behind = next((known[name] for n in range(len(parts)) if (name := ".".join(parts[n:])) in known), None)
        if behind:
            yield alias, *behind

"""The sections `[fail]` and `[decision]`: what happens to what could not be read, and how decisions are taken."""

import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StrictBool, StrictInt, ValidationInfo

from guardian_core.section import File, Host, Section, placed
from guardian_core.terms import Basis, Purpose, Recipient

FailMode = Literal["closed", "open"]


_OPAQUE: dict[Recipient, FailMode] = {
    Recipient.FIRST_PARTY: "open",
    Recipient.SERVICE_PROVIDER: "open",
    Recipient.GOVERNMENT: "open",
}


class FailSettings(Section):
    """What happens to what could not be read: "closed" refuses, "open" lets it through and records it."""

    unreadable: FailMode = Field("closed", description="broken or unknown content coding, unreadable body, a stage that failed")
    opaque: dict[Recipient, FailMode] = Field(
        default_factory=lambda: dict(_OPAQUE),
        description="recognised binary, and text too long for the names model, by recipient; a recipient not named is closed",
    )
    stream: FailMode = Field("closed", description="raw TCP, UDP and other traffic that is not HTTP")


def _list_name(name: str) -> str:
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", name):
        message = f"{name!r} cannot name a list: small letters, digits, - and _, at most 40"
        raise ValueError(message)
    return name


def _list_source(source: str, info: ValidationInfo) -> str:
    """An https URL as it is; a path, placed as any other."""
    if "://" not in source:
        return str(placed(Path(source), info))
    try:
        parts = urlsplit(source)
        sound = parts.scheme == "https" and bool(parts.hostname) and parts.port != 0 and parts.username is None
    except ValueError:
        sound = False
    if not sound:
        message = "write the file's path or an https address without a user name: nobody on the way may change a list"
        raise ValueError(message)
    return source


class ListedDomain(Section):
    """What is known of the owner of a domain; a user's own entry beats the list that ships."""

    recipient: Recipient = Field(description="who it is, for requests of other sites' pages and of clients without a page")
    purpose: Purpose | None = Field(None, description="what it does with the data; by default what such recipients usually do")
    owner: str | None = Field(None, description="its owner: pages and destinations of one owner are one party")
    own_pages: StrictBool = Field(False, description="people also visit it as a site of its own, where it is the first party")
    imported: StrictBool = Field(
        False, description="from one of `lists`: counts only where neither you nor the shipped list say more"
    )


class DecisionSettings(Section):
    """How decisions are taken."""

    observe: StrictBool = Field(False, description="decide and record, change nothing")
    client_recipient: Recipient = Field(
        Recipient.SERVICE_PROVIDER,
        description="recipient for a client without a page (agents, SDKs) where no list names the destination",
    )
    client_purpose: Purpose = Field(Purpose.FUNCTIONALITY, description="purpose for such a client where nothing else tells")
    client_basis: Basis = Field(Basis.DEFAULT, description="basis for such a client where nothing else tells")
    detect_timeout: StrictInt = Field(
        10_000, ge=1, description="time for finding personal data from a request's arrival on; over it the request is unreadable"
    )
    domains: dict[Host, ListedDomain] = Field(
        default_factory=dict,
        description='what you know of domains and all below them: "ads.example.test" = { recipient = "advertising" }',
    )
    lists: tuple[File, ...] = Field(
        (), description="tracker lists of yours: Disconnect's services.json, DuckDuckGo's tds.json, EasyPrivacy or such as it"
    )
    sources: dict[Annotated[str, AfterValidator(_list_name)], Annotated[str, AfterValidator(_list_source)]] = Field(
        default_factory=dict,
        description="such lists that `guardian lists update` fetches:"
        ' easyprivacy = "https://easylist.to/easylist/easyprivacy.txt" (https, or a file)',
    )

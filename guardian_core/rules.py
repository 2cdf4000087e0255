"""One table `[[rules]]` of the configuration: which requests it is about, and what it says of them.

Everything that is left out holds for every request. `ruling.py` applies the rules.
"""

import ipaddress
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StrictInt, model_validator

from guardian_core.section import Host, Section
from guardian_core.terms import Category, Purpose, Recipient

CONDITIONS = ("site", "client", "categories", "recipients")
EFFECTS = ("decide", "least_level", "most_level", "as_recipient", "as_purpose")


def _network(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        message = f"{text!r} is no address or network: write 192.0.2.7 or 192.0.2.0/24"
        raise ValueError(message) from None


class Rule(Section):
    """A rule of the user's own about whole requests."""

    name: str = Field(min_length=1, max_length=80, description="how explanations call it")
    site: Host | None = Field(None, description="the host that receives the request, and all below it")
    client: Annotated[str, AfterValidator(_network)] | None = Field(None, description="the client's address, or its network")
    categories: tuple[Category, ...] = Field(
        (), description="personal data of these kinds; to allow, nothing else may be in the request, for the rest one is enough"
    )
    recipients: tuple[Recipient, ...] = Field((), description="one of these receives it")
    decide: Literal["allow", "deny"] | None = Field(None, description="allow: sent as it is; deny: not sent; whatever the risk")
    least_level: Annotated[StrictInt, Field(ge=1, le=5)] | None = Field(
        None, description="where it is rewritten, at this level at least"
    )
    most_level: Annotated[StrictInt, Field(ge=1, le=5)] | None = Field(
        None, description="where it is rewritten, from this level on at most (a guess may still lead to a stronger one)"
    )
    as_recipient: Recipient | None = Field(None, description="weigh it as if this received it")
    as_purpose: Purpose | None = Field(None, description="weigh it as if it served this purpose")

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if all(getattr(self, effect) is None for effect in EFFECTS):
            message = f"it changes nothing: set one of {', '.join(EFFECTS)}"
            raise ValueError(message)
        if self.decide and not any(getattr(self, condition) for condition in CONDITIONS):
            message = "it would decide about every request: say for which (site, client, categories or recipients)"
            raise ValueError(message)
        if self.least_level and self.most_level and self.least_level > self.most_level:
            message = "least_level is above most_level"
            raise ValueError(message)
        return self

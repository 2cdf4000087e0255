"""The section `[control]`: the page in which a person sees what was done in their name and overrules it."""

from typing import Self

from pydantic import Field, StrictBool, StrictInt, model_validator

from guardian_core.section import Days, Host, Section
from guardian_core.terms import CATEGORY_TIER, Category, Tier


class ControlSettings(Section):
    """The control page, and what may be overruled."""

    enabled: StrictBool = Field(True, description="serve the control page; refused pages then link to it")
    host: Host = Field(
        "guardian.invalid",
        description="its name, answered by the proxy itself and never sent on; keep to a name that no resolver answers",
    )
    remote: StrictBool = Field(
        False, description="serve it to clients on other machines, too; they need `guardian open` all the same"
    )
    overrides: StrictBool = Field(
        True, description="whether a decision may be overruled at all; false: only to refuse more, and older grants do not count"
    )
    pause: StrictBool = Field(
        True, description="whether `guardian pause` may let everything pass for a while; only where `overrides` is true, too"
    )
    forbid: tuple[Category | Tier, ...] = Field(
        (), description='categories, or whole tiers, that nobody may let through: ["critical", "Phone"]'
    )
    flows: StrictInt = Field(200, ge=1, le=10_000, description="requests that the page lists; no values of theirs are kept")
    held: StrictInt = Field(
        50, ge=0, le=10_000, description="rewritten and refused requests whose content can be looked at, in memory only; 0: none"
    )
    held_minutes: Days = Field(10.0, gt=0, le=1_440, description="minutes after which that content is forgotten")
    session_hours: Days = Field(12.0, gt=0, le=720, description="hours after which a browser has to be let in again")

    @model_validator(mode="after")
    def _a_name(self) -> Self:
        if "." not in self.host or self.host.replace(".", "").isdigit() or ":" in self.host:
            message = f"control.host: {self.host!r} must be a name with a dot in it, such as guardian.invalid"
            raise ValueError(message)
        return self

    @property
    def forbidden(self) -> frozenset[Category]:
        """Every category that nobody may let through."""
        named = set(self.forbid)
        return frozenset(category for category, tier in CATEGORY_TIER.items() if category in named or tier in named)

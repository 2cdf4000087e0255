"""What every certificate store is to us: something that can be looked at, and steps that put our authority in or take it out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from guardian_core.trust.certificate import Certificate
from guardian_core.trust.steps import Step

# trusted: it holds our authority; missing: it does not; outdated: it holds one of ours that is no longer the one in use;
# absent: there is no such program here; unknown: it cannot be looked at, `says` why.
State = Literal["trusted", "missing", "outdated", "absent", "unknown"]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a look into a store found."""

    state: State
    says: str = ""


class Store(Protocol):
    """One store, or several of a kind (the profiles of Firefox)."""

    @property
    def name(self) -> str:
        """What is typed: "firefox"."""

    @property
    def title(self) -> str:
        """What is read: "Firefox (NSS)"."""

    def look(self, ours: Certificate) -> Seen:
        """Whether `ours` is trusted there."""

    def install(self, ours: Certificate) -> Sequence[Step]:
        """Steps that make it trusted; none where it is. Raises TrustError: a program is missing, and how to get it."""

    def remove(self, ours: Certificate) -> Sequence[Step]:
        """Steps that take out what `install` put in; none where nothing is. Raises TrustError."""

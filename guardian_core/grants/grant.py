"""The nouns: what was asked for (`Scope`), what a person decided about such requests (`Grant`); and which grant covers which scope.

As narrow as a person can still mean it: the site that is in front of them, the one host that receives, the categories they were
shown. "Once" is also bound to keyed digests of the very values, so that the page cannot send others in their place.
"""

from dataclasses import dataclass, field
from enum import StrEnum

UNCHECKED = "unchecked"  # among the subjects of a scope: part of the request could not be read
PROGRAM = "program"  # in place of a site: no page sent it
HIDDEN = "hidden"  # in place of a site: a page that does not say which it is


class Kind(StrEnum):
    """What a person decided."""

    ALLOW = "allow"  # send it as it is
    ANONYMIZE = "anonymize"  # send it rewritten, where it would have been refused
    DENY = "deny"  # refuse it, even where it would have been sent
    LEAVE = "leave"  # the site is broken: send what it sends to itself and to this host as it is


@dataclass(frozen=True, slots=True)
class Scope:
    """Of one request, what a grant can be tied to."""

    site: str  # registrable domain of the page; PROGRAM or HIDDEN where there is none
    host: str  # that receives
    domain: str  # registrable domain of the host
    subjects: frozenset[str]  # the categories found, and UNCHECKED
    values: frozenset[str] = field(default=frozenset(), repr=False)  # keyed digests of what was found


@dataclass(frozen=True, slots=True)
class Grant:
    """One decision of a person; times in seconds since 1970."""

    id: int
    kind: Kind
    site: str
    host: str
    subjects: frozenset[str]  # of LEAVE: none, it covers all
    made_at: float
    expires_at: float | None  # None: until it is undone
    once: bool
    by: str  # "control page", "command line"
    values: frozenset[str] = field(default=frozenset(), repr=False)  # of what is allowed once; none: any
    ended_at: float | None = None
    ended: str = ""  # "used", "undone", "expired"

    def is_active(self, now: float) -> bool:
        """Whether it counts."""
        return self.ended_at is None and (self.expires_at is None or now < self.expires_at)


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the record: who granted, undid or used what, and when."""

    at: float
    what: str  # "made", "undone", "used"
    by: str
    grant: int
    text: str


def covers(grant: Grant, scope: Scope) -> bool:
    """Whether `grant` speaks about a request of this scope; whether it still counts is not asked here.

    >>> of = Scope("shop.example", "api.shop.example", "shop.example", frozenset({"Email"}))
    >>> covers(Grant(1, Kind.ALLOW, "shop.example", "api.shop.example", frozenset({"Email", "Phone"}), 0, None, False, ""), of)
    True
    """
    if grant.site != scope.site:
        return False
    if grant.kind is Kind.LEAVE:
        return scope.host == grant.host or scope.domain == grant.site
    if scope.host != grant.host:
        return False
    if grant.kind is Kind.DENY:
        return not scope.subjects.isdisjoint(grant.subjects)
    same = not grant.once or not grant.values or scope.values <= grant.values
    return bool(scope.subjects) and scope.subjects <= grant.subjects and same

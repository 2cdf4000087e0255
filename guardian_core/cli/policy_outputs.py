"""What the commands about policies, reports and measurements print with `--json`, as types (see outputs.py)."""

from typing import Any

from guardian_core.cli.outputs import Count, Output, Time
from guardian_core.vocabulary import Statement
from policy_cache.changes import PolicyChange
from policy_cache.page import PolicyDocument, PolicySummary

Row = dict[str, Any]  # of a table of measurements: its cells are described in the command's help


class Numbers(Output):
    """Requests by what was, or would have been, done."""

    requests: Count
    rewritten: Count
    blocked: Count
    unchanged: Count


class ByCategory(Numbers):
    """The same of one category."""

    category: str


class BySite(Numbers):
    """The same of one site."""

    site: str
    recipients: list[str]
    categories: list[ByCategory]


class Report(Output):
    """By site and category."""

    observed: bool
    first: Time | None
    last: Time | None
    total: Numbers
    categories: list[ByCategory]
    sites: list[BySite]


class Scored(Statement):
    """A retrieved statement with the parts of its score."""

    score: float
    structured: float
    lexical: float


class PolicySearch(Output):
    """Retrieved statements, the best first."""

    rows: list[Scored]


class DocumentHead(PolicyDocument):
    """A policy without the text of its statements."""

    statements: Count  # type: ignore[assignment] # their number


class PolicyUnknown(Output):
    """A lookup that failed."""

    domain: str
    state: str
    reason: str


class PolicyUnchanged(Output):
    """One version is known, so nothing changed yet."""

    domain: str
    added: list[Statement]
    removed: list[Statement]
    before: None


class PolicyDiff(PolicyChange):
    """Two versions of one policy."""

    domain: str


class PolicyList(Output):
    """What is known of every domain."""

    rows: list[PolicySummary]


class Warmed(Output):
    """One of them."""

    domain: str
    state: str
    reason: str
    url: str | None
    statements: Count


class PolicyWarm(Output):
    """What became of the lookups."""

    domains: Count
    skipped: Count
    known: Count
    unknown: Count
    none: Count
    rows: list[Warmed]


class Forgotten(Output):
    """How many."""

    forgotten: Count


class LearnedException(Output):
    """One client that is passed on to one host."""

    id: Count
    client: str
    host: str
    learned_at: Time
    until: Time


class Exceptions(Output):
    """What is not intercepted."""

    classes: list[str]
    hosts: list[str]
    learn: bool
    learned: list[LearnedException]


class ExceptionsForgotten(Output):
    """Those that were known."""

    forgotten: list[Count]


class Rows(Output):
    """Measurements, one object per row of the table."""

    rows: list[Row]

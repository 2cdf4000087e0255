"""What commands print with `--json`, as types; docs/schemas/output.json is made of them, and tests check real output by it.

A key that is added here may be added to the output; one that is taken away, or changes its type, breaks programs.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from guardian_core.vocabulary import Action, Evidence, Purpose, Recipient

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]
Level = Annotated[int, Field(ge=1, le=5)]
Verdict = Literal["allow", "transform", "deny"]
Time = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d")]


class Output(BaseModel):
    """One object, with exactly these keys."""

    model_config = ConfigDict(extra="forbid")


class Error(Output):
    """A fault, in place of the result."""

    error: str


class Run(Output):
    """The first thing `guardian run` prints."""

    mode: Literal["web", "tui", "headless"]
    observe: bool
    host: str
    port: Count
    home: str


class Likelihood(Output):
    """L and where it comes from."""

    value: Share
    source: str
    uncertainty: Share
    floor: Share
    because: str
    statements: list[str]


class Factors(Output):
    """R and what it is made of."""

    R: Share
    S_d: Share
    M_tr: float
    M_p: float
    M_b: float
    M_T: float


class Changed(Output):
    """One personal value, and what it becomes (None: it stays)."""

    path: str
    category: str
    before_digest: Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
    before: str = ""
    after: str | None


class Decide(Output):
    """One request explained; likelihood and risk are None where nothing personal was found."""

    action: Action | None
    evidence: Evidence | None
    likelihood: Likelihood | None
    risk: Factors | None
    decision: Verdict
    level: Level | None
    reasons: list[str]
    degraded: list[str]
    provisional: bool
    items: list[Changed]
    body: str | None


class Found(Output):
    """One finding; `value` is its length unless it was to be revealed."""

    path: str
    entity: str
    category: str
    source: str
    score: Share
    value: str


class Ruled(Output):
    """A rule that applies, what it sets, and what of that counts."""

    name: str
    sets: dict[str, str | int]
    decided: list[str]


class RulesTest(Output):
    """What rules do to one request."""

    findings: list[Found]
    rules: list[Ruled]
    decided_by: str
    decision: Verdict
    level: Level | None
    reasons: list[str]


class ListedRule(Output):
    """One rule, word or pattern of the configuration."""

    kind: Literal["rule", "allow", "deny", "pattern"]
    name: str
    category: str | None
    detail: str


class Rules(Output):
    """All of them."""

    rules: list[ListedRule]


class Named(Output):
    """One of them by name."""

    kind: Literal["rule", "allow", "deny", "pattern"]
    name: str


class RuleAdded(Output):
    """What was added, and to which file."""

    added: Named
    file: str


class RuleRemoved(Output):
    """What was taken out of which file."""

    removed: Named
    file: str


class Setting(Output):
    """One setting that is in force."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    key: str
    value: Any
    origin: str = Field(alias="from")


class RunsWith(Output):
    """A running proxy that goes by another configuration than the one shown."""

    proxy: str
    file: str | None
    profile: str | None


class ConfigShow(Output):
    """All settings that are in force."""

    file: str | None
    profile: str | None
    running: RunsWith | None
    settings: list[Setting]


class Profile(Output):
    """A profile's tables."""

    name: str
    settings: dict[str, Any]


class Score(Output):
    """Eq. 4 to 8 for what was given."""

    R: Share
    S_d: Share
    S_eff: Share
    M_tr: float
    M_p: float
    M_b: float
    M_T: float
    tier: Literal["critical", "high", "moderate", "low"]
    decision: Verdict
    z: Share
    level: Level | None


class EditMade(Output):
    """One replacement in an anonymized text."""

    path: str
    entity: str
    start: Count
    end: Count
    before_digest: str
    after: str


class Round(Output):
    """One round of guessing."""

    level: Level
    guesses: Count
    confidence: Share


class Adaptive(Output):
    """Why that level."""

    reason: str
    rounds: list[Round]


class Anonymized(Output):
    """One text, rewritten."""

    text: str
    level: Level
    adaptive: Adaptive | None
    complete: bool
    degraded: list[str]
    edits: list[EditMade]


class AnonymizedFile(Output):
    """A whole file of texts, rewritten."""

    out: str
    resumed: Count
    rows: Count
    changed: Count
    emptied: Count
    emptied_rows: list[int]  # their numbers, from 1
    by_rule: Count
    levels: dict[str, Count]
    entities: dict[str, Count]


class AuditRow(Output):
    """What is recorded of one request."""

    id: Count
    time: Time
    flow: str
    host: str
    domain: str | None
    method: str
    recipients: list[Recipient]
    purposes: list[Purpose]
    basis: str | None
    categories: list[str]
    verdict: Verdict
    level: Level | None
    z: float
    provisional: bool
    observed: bool
    R: float | None
    S_d: float | None
    S_eff: float | None
    M_tr: float | None
    M_p: float | None
    M_b: float | None
    M_T: float | None
    tier: str | None
    L: float | None
    L_source: str | None
    L_uncertainty: float | None
    L_floor: float | None
    policy_state: str | None
    policy_url: str | None
    reasons: list[str]
    entities: dict[str, Count]
    edits: Count
    degraded: list[str]
    timings: dict[str, float]


class Audit(Output):
    """Past requests, newest first."""

    rows: list[AuditRow]

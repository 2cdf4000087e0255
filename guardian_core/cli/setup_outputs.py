"""What the commands that set up and look after the proxy print with `--json`, as types (see outputs.py)."""

from typing import Literal

from pydantic import ConfigDict

from guardian_core.cli.outputs import Count, Level, Output, Time, Verdict


class CaShow(Output):
    """The authority's certificate."""

    certificate: str
    sha256: str | None
    expires: str | None


class Looked(Output):
    """One store of certificates."""

    store: str
    title: str
    state: str
    says: str


class CaStatus(Output):
    """Which stores trust it."""

    certificate: str
    stores: list[Looked]


class StoreChange(Output):
    """What was done to one store."""

    store: str
    title: str
    commands: list[str]
    state: str
    problem: str | None


class CaChange(Output):
    """What was, or with --dry-run would be, done."""

    dry_run: bool
    stores: list[StoreChange]
    shell: str | None


class Check(Output):
    """One thing that was looked at."""

    name: str
    state: str
    says: str
    command: str | None


class Doctor(Output):
    """All checks and what they come to."""

    healthy: bool
    verdict: str
    checks: list[Check]


class Exec(Output):
    """The variables a program behind the proxy gets."""

    proxy: str
    environment: dict[str, str]


class Browser(Output):
    """What is started."""

    browser: str
    command: list[str]
    profile: str
    note: str | None


class Completion(Output):
    """A script for a shell."""

    shell: str
    script: str


class Open(Output):
    """A link that lets one browser in, once."""

    url: str
    seconds: Count
    proxy: str | None  # the running one with this home; None: none answers, so neither does the page


class Paused(Output):
    """Until when."""

    paused: Literal[True]
    until: Time


class Resumed(Output):
    """It goes on."""

    paused: Literal[False]
    was_paused: bool


class SystemProxy(Output):
    """Whether this desktop uses the proxy."""

    on: bool
    desktop: str | None
    proxy: str | None


class SystemProxyChange(Output):
    """What was, or with --dry-run would be, run."""

    dry_run: bool
    commands: list[str]
    left: list[str]


class Grant(Output):
    """One decision of a person against the score."""

    id: Count
    kind: Literal["allow", "anonymize", "deny", "leave"]
    site: str
    host: str
    categories: list[str]
    once: bool
    made_at: Time
    expires_at: Time | None
    by: str
    ended: str


class GrantChange(Output):
    """One line of the record."""

    at: Time
    what: str
    by: str
    grant: Count


class Grants(Output):
    """Those that count."""

    rows: list[Grant]


class AllGrants(Grants):
    """All, and the record of them."""

    changes: list[GrantChange]


class Revoked(Output):
    """Those that counted until now."""

    revoked: list[Count]


class Identity(Output):
    """One registered value, masked unless it was to be revealed."""

    number: Count
    kind: str
    value: str


class IdentitiesAdded(Output):
    """The new ones, and how many there are now."""

    added: list[Identity]
    registered: Count


class Identities(Output):
    """All of them."""

    rows: list[Identity]


class IdentitiesRemoved(Output):
    """How many went, how many are left."""

    removed: Count
    registered: Count


class ListInForce(Output):
    """One list of recipients."""

    name: str
    source: str
    file: str
    domains: Count
    fetched: Time | None


class Lists(Output):
    """All that the configuration names."""

    lists: list[ListInForce]


class ListUpdate(Output):
    """What became of one."""

    name: str
    source: str
    state: Literal["new", "changed", "unchanged", "kept"]
    domains: Count
    reason: str


class ListUpdates(Output):
    """What became of each."""

    lists: list[ListUpdate]


class LlmStatus(Output):
    """Whether the configured server can be used."""

    url: str | None
    remote: bool
    usable: bool
    reachable: bool | None
    models: list[str]
    model: str | None
    latency_ms: float | None
    structured: bool | str | None
    problem: str | None
    file: str | None
    server_installed: bool


class LlmServe(Output):
    """Where the server listens."""

    url: str
    model: str
    file: str
    threads: Count


class LlmInstall(Output):
    """The model's file."""

    file: str
    sha256: str
    bytes: Count
    new: bool


class DemoRequest(Output):
    """One request of the demo."""

    name: str
    method: str
    host: str
    decision: Verdict | None
    level: Level | None
    reasons: list[str]
    status: int | None
    received: Count
    after: list[str]
    differences: list[str]


class Demo(Output):
    """What became of all of them."""

    requests: list[DemoRequest]
    differences: list[str]
    ok: bool


class Schema(Output):
    """A JSON schema."""

    model_config = ConfigDict(extra="allow")

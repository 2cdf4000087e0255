"""What was decided about a request in; the grant of a person that overrules it out, and the outcome as that grant will have it.

Two things meet here: the grants, and what the administrator lets be overruled (`[control]`).
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from guardian_core import audit
from guardian_core.control_settings import ControlSettings
from guardian_core.errors import StoreError
from guardian_core.grants import HIDDEN, PROGRAM, UNCHECKED, Grant, Grants, Kind, Scope
from guardian_core.settings import Settings
from guardian_core.vocabulary import Action, Decision, Level, Outcome, Request, Verdict

logger = logging.getLogger(__name__)

NAME = "grants.db"
PAGE_HEADERS = ("Origin", "Referer", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest")
WORDS = {Kind.ALLOW: "you allowed it", Kind.LEAVE: "you asked to leave this site alone", Kind.DENY: "you asked to hold it back"}


def store(settings: Settings) -> Path:
    """The database of the grants."""
    return settings.home / NAME


class Overrides:
    """One per process; a store that cannot be used costs the grants, never a flow."""

    def __init__(self, settings: Settings, key: bytes, *, rehearsal: bool = False) -> None:
        """`key`: of the digests of this installation; `rehearsal`: nothing is sent, so what counts once is not used up."""
        self.rehearsal = rehearsal
        self.control = settings.control
        self.key = key
        self.grants: Grants | None = None
        try:
            self.grants = Grants(store(settings), retention_days=settings.audit.retention_days)
        except StoreError as error:
            logger.warning("%s; nothing counts as granted", error)

    def find(self, outcome: Outcome) -> Grant | None:
        """The grant that changes this outcome; one that counts once is used up by the asking."""
        if self.grants is None or outcome.action is None or not self.grants.active():
            return None
        scope = scope_of(outcome, self.digest)
        grant = self.grants.find(scope)
        if grant is None or refused(grant.kind, scope, self.control) or not changes(grant.kind, outcome.decision.verdict):
            return None
        return grant if not grant.once or self.rehearsal or self._use(self.grants, grant) else None

    def digest(self, value: str) -> str:
        """Of this installation."""
        return audit.digest(self.key, value)

    def close(self) -> None:
        """Close the store."""
        if self.grants is not None:
            self.grants.close()

    def _use(self, grants: Grants, grant: Grant) -> bool:
        try:
            return grants.end(grant.id, "used", by="a request") is not None
        except StoreError as error:
            logger.warning("%s; a grant that cannot be used up does not count", error)
            return False


def changes(kind: Kind, verdict: Verdict) -> bool:
    """Whether a grant of this kind makes a difference to the verdict."""
    table = {
        Kind.DENY: verdict is not Verdict.DENY,
        Kind.ANONYMIZE: verdict is Verdict.DENY,
        Kind.ALLOW: verdict is not Verdict.ALLOW,
        Kind.LEAVE: verdict is not Verdict.ALLOW,
    }
    return table[kind]


def refused(kind: Kind, scope: Scope, control: ControlSettings) -> str | None:
    """Why the administrator does not let this be granted; None where it may be. To refuse more is everybody's right."""
    if kind is Kind.DENY:
        return None
    if not control.overrides:
        return "the administrator does not let decisions be overruled ([control] overrides)"
    held = scope.subjects & {category.value for category in control.forbidden}
    if held:
        return f"the administrator does not let {', '.join(sorted(held))} through ([control] forbid)"
    if control.forbidden and UNCHECKED in scope.subjects:
        return "part of it could not be read, and some categories may never be let through ([control] forbid)"
    return None


def overruled(outcome: Outcome, grant: Grant) -> Outcome:
    """The outcome as a grant has it, but for one that asks for a rewrite: `to_be_rewritten` prepares that."""
    verdict = Verdict.DENY if grant.kind is Kind.DENY else Verdict.ALLOW
    decision = _decision(outcome, verdict, f"{WORDS[grant.kind]} (grant {grant.id})")
    return replace(outcome, decision=decision, edits=(), rewritten=None, kept=None, grant=grant.id)


def to_be_rewritten(outcome: Outcome, grant: Grant) -> Outcome:
    """What was to be refused, as something to rewrite: tags where there is prose, nothing that could be taken for the value."""
    decision = _decision(outcome, Verdict.TRANSFORM, f"you asked to send it anonymized (grant {grant.id})")
    return replace(outcome, decision=decision.model_copy(update={"level": Level.TAGS}), grant=grant.id)


def _decision(outcome: Outcome, verdict: Verdict, reason: str) -> Decision:
    changed = {"verdict": verdict, "level": None, "reasons": (reason, *outcome.decision.reasons)}
    return outcome.decision.model_copy(update=changed)


def scope_of(outcome: Outcome, digest: Callable[[str], str]) -> Scope:
    """What a grant about such a request can be tied to.

    Raises:
        ValueError: nothing was weighed, so there is nothing to overrule.
    """
    action = outcome.action
    if action is None:
        message = "an outcome without an action has no scope"
        raise ValueError(message)
    subjects = {category.value for category in action.categories} | ({UNCHECKED} if outcome.unchecked else set())
    items = outcome.reading.items
    found = {(one.category, one.value or items[one.item].text[one.start : one.end]) for one in outcome.findings}
    values = frozenset(digest(f"{category.value}\0{' '.join(text.split()).casefold()}") for category, text in found)
    return Scope(site_of(outcome.reading.request, action), action.destination, action.domain, frozenset(subjects), values)


def site_of(request: Request, action: Action) -> str:
    """The site that is in front of the person; what hides its page is not taken for the user's own doing."""
    if action.page:
        return action.page
    said = {name: request.header(name) for name in PAGE_HEADERS}
    if not any(said.values()):
        return PROGRAM
    opened = said["Sec-Fetch-Dest"] == "document" and said["Sec-Fetch-Site"] in {"none", "same-origin", "same-site"}
    return action.domain if opened else HIDDEN

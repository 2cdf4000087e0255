"""Take flows that a person points at in mitmproxy or mitmweb, overrule what was decided about them: the commands ``guardian.*``.

They are for whoever sits at mitmproxy's screen or is let into mitmweb; no page and no agent behind the proxy reaches them. What the
administrator does not let be overruled (`[control]`) they do not overrule.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from guardian_addons import apply, untyped
from guardian_addons.control import ControlPage
from guardian_addons.shell import Shell
from guardian_addons.view import GuardianView
from mitmproxy import ctx, flow, http

from guardian_core.errors import StoreError
from guardian_core.grants import Grant, Kind, Scope
from guardian_core.guardian import Guardian
from guardian_core.overrides import refused
from guardian_core.vocabulary import Decision, Outcome, Request, Verdict

HOUR = 3_600.0
HOW: dict[str, tuple[bool, float | None]] = {"once": (True, None), "hour": (False, HOUR), "always": (False, None)}
CONFIRM_SECONDS = 60.0  # within which a repeated command confirms
ORIGINAL = "you sent the original (guardian.replay.original)"


@dataclass(frozen=True, slots=True)
class Confirmed:
    """One request that a person decided to send as it was."""

    request: Request = field(repr=False)
    outcome: Outcome = field(repr=False)


class Commands:
    """The commands; one per proxy."""

    def __init__(self, shell: Shell, control: ControlPage, view: GuardianView) -> None:
        self.shell = shell
        self.control = control
        self.view = view
        self.asked: dict[str, float] = {}  # flow → when its replay was first asked for
        self.confirmed: dict[str, Confirmed] = {}  # replayed flow → what may pass

    @untyped.command("guardian.explain")
    def explain(self, flow: flow.Flow) -> Sequence[str]:
        """Why it was sent, rewritten or refused: the account that the view "Guardian" shows."""
        return self.view.of(flow).splitlines()

    @untyped.command("guardian.allow")
    def allow(self, flow: flow.Flow, how: str = "once") -> str:
        """Let such requests through: once (these very values), for an hour, or always. It counts from the next one on."""
        return self._grant(flow, Kind.ALLOW, how)

    @untyped.command("guardian.deny")
    def deny(self, flow: flow.Flow, how: str = "always") -> str:
        """Hold such requests back, for an hour or always, whatever the policy says."""
        return self._grant(flow, Kind.DENY, how)

    @untyped.command("guardian.replay-original")
    def replay_original_in_mitmproxy(self, flow: flow.Flow, confirm: str = "") -> str:
        """The same as guardian.replay.original: mitmweb takes no command with a hyphen in its name."""
        return self.replay_original(flow, confirm)

    @untyped.command("guardian.replay.original")
    def replay_original(self, flow: flow.Flow, confirm: str = "") -> str:
        """Send a rewritten or refused request again as it was, personal data and all; asks to be confirmed by "yes" or a repeat."""
        kept = self.control.content(flow.id)
        if kept is None or not isinstance(flow, http.HTTPFlow) or flow.websocket:
            message = (
                "its original is not in memory (any more): [control] held and held_minutes say how much is kept, and for how long"
            )
            raise untyped.command_error(message)
        self._permitted(Kind.ALLOW, self._scope(flow))
        now = time.monotonic()
        if confirm != "yes" and now - self.asked.get(flow.id, -CONFIRM_SECONDS) >= CONFIRM_SECONDS:
            self.asked = {name: at for name, at in self.asked.items() if now - at < CONFIRM_SECONDS} | {flow.id: now}
            what = ", ".join(sorted({finding.category.value for finding in kept.findings})) or "what could not be read"
            return f"sends {what} to {flow.request.host} as it was: repeat the command, or add yes, to confirm"
        self.asked.pop(flow.id, None)
        again = untyped.copied(flow)
        apply.put(again, kept.reading.request)
        self.confirmed[again.id] = Confirmed(apply.to_request(again), kept)
        ctx.master.commands.call("replay.client", [again])
        return f"the original is on its way to {flow.request.host}"

    def sent_as_it_was(self, flow: http.HTTPFlow) -> Outcome | None:
        """The outcome for a replay that was confirmed; None for every other flow, and for one that was changed since."""
        confirmed = self.confirmed.pop(flow.id, None)
        if confirmed is None or apply.to_request(flow) != confirmed.request:
            return None
        reasons = (ORIGINAL, *confirmed.outcome.decision.reasons)
        decision = Decision(verdict=Verdict.ALLOW, reasons=reasons)
        return replace(confirmed.outcome, decision=decision, edits=(), rewritten=None, kept=None)

    def _grant(self, flow: flow.Flow, kind: Kind, how: str) -> str:
        if how not in HOW or (kind is Kind.DENY and how == "once"):
            known = [name for name in HOW if kind is Kind.ALLOW or name != "once"]
            message = f"{how!r}: say {' or '.join(known)}"
            raise untyped.command_error(message)
        scope = self._scope(flow)
        self._permitted(kind, scope)
        core = self.shell.core
        grants = core.overrides.grants if isinstance(core, Guardian) else None
        if grants is None:
            message = "grants cannot be kept: the log says why"
            raise untyped.command_error(message)
        once, seconds = HOW[how]
        try:
            grant = grants.make(kind, scope, by="mitmproxy", seconds=seconds, once=once)
        except StoreError as error:
            raise untyped.command_error(str(error)) from None
        return told(grant, how)

    def _scope(self, flow: flow.Flow) -> Scope:
        seen = self.control.seen(flow.id)
        if seen is None:
            message = "it is not remembered (any more): [control] flows says how many requests are"
            raise untyped.command_error(message)
        if seen.scope is None:
            message = "nothing personal was found in it, so there is nothing to overrule; a rule can: guardian rules add --site"
            raise untyped.command_error(message)
        return seen.scope

    def _permitted(self, kind: Kind, scope: Scope) -> None:
        why = refused(kind, scope, self.shell.settings.control)
        if why is not None:
            raise untyped.command_error(why)


def told(grant: Grant, how: str) -> str:
    """What was granted, and how to take it back."""
    said = {"once": "once, within ten minutes", "hour": "for an hour", "always": "always"}[how]
    word = "allowed" if grant.kind is Kind.ALLOW else "held back"
    return f"{', '.join(sorted(grant.subjects))} to {grant.host} is {word} {said} (grant {grant.id}; undo it on the control page)"

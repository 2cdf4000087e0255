"""Take a request that comes during a pause, give the outcome that lets it pass; say of every other outcome that it was one."""

import time
from dataclasses import replace

from guardian_core.pause import BEGINS
from guardian_core.vocabulary import Decision, Outcome, Reading, Request, Verdict

WORD = "paused"


def outcome(request: Request, until: float) -> Outcome:
    """Allowed, not read, and recorded as such; `until` in seconds since 1970."""
    return Outcome(
        decision=Decision(verdict=Verdict.ALLOW, reasons=(reason(until),)),
        reading=Reading(request=request, items=(), body=b"", unreadable=WORD),
        degraded=("not inspected",),
    )


def marked(decided: Outcome, until: float) -> Outcome:
    """An outcome that was decided otherwise (by a rule for streams, or just before), as what was done: it passed."""
    if decided.decision.reasons[:1] == (reason(until),):
        return decided
    changed = {"verdict": Verdict.ALLOW, "level": None, "reasons": (reason(until), *decided.decision.reasons)}
    return replace(decided, decision=decided.decision.model_copy(update=changed), edits=(), rewritten=None)


def reason(until: float) -> str:
    """What is shown and recorded."""
    return f"{BEGINS}{time.strftime('%H:%M:%S', time.localtime(until))}: passed unchanged"

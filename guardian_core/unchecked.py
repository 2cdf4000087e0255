"""A request that could not be searched, or not wholly, in; its outcome by the configured fail mode out, which is recorded."""

from guardian_core import actions
from guardian_core.clock import Clock
from guardian_core.settings import FailMode, Settings
from guardian_core.vocabulary import Action, Decision, Outcome, Reading, Request, Verdict


def late(request: Request, error: TimeoutError, settings: Settings, clock: Clock) -> Outcome:
    """What was not searched in time goes by the rule for what cannot be read."""
    reason = str(error) or f"could not be searched within {settings.decision.detect_timeout} ms"
    nothing = Reading(request, (), request.body, unreadable=reason)
    return _unchecked(nothing, settings.fail.unreadable, reason, settings, clock)


def unread(reading: Reading, settings: Settings, clock: Clock) -> Outcome:
    """What is only too long goes by its recipient, as binary does: a film sent to its own site is no attack."""
    mode = settings.fail.unreadable
    if len(reading.request.body) > settings.proxy.max_body:
        mode = partial_mode(actions.describe(reading.request, reading, (), settings.decision), settings)
    return _unchecked(reading, mode, unread_because(reading.unreadable), settings, clock)


def unread_because(why: str | None) -> str:
    """The reason of what cannot be read; `why`: of the reading."""
    return f"could not be read: {why}"


def partly_searched(reading: Reading, partly: str, settings: Settings, clock: Clock) -> Outcome:
    """Where nothing was found in the part that was searched: by the rule of its recipient; `partly` says why not all was."""
    action = actions.describe(reading.request, reading, (), settings.decision)
    reason = f"{partly}, for {', '.join(sorted(action.recipients))}"
    return _unchecked(reading, partial_mode(action, settings), reason, settings, clock)


def partial_mode(action: Action, settings: Settings) -> FailMode:
    """The strictest mode of those to whom it goes."""
    modes = [settings.fail.opaque.get(recipient, "closed") for recipient in action.recipients]
    return "closed" if "closed" in modes else "open"


def _unchecked(reading: Reading, mode: FailMode, reason: str, settings: Settings, clock: Clock) -> Outcome:
    action = actions.describe(reading.request, reading, (), settings.decision)
    verdict = Verdict.ALLOW if mode == "open" else Verdict.DENY
    clock.lap("fail mode")
    return Outcome(
        decision=Decision(verdict=verdict, reasons=(reason, f"fail mode {mode}")),
        reading=reading,
        action=action,
        degraded=("not inspected",),
        timings=tuple(clock.stages),
        unchecked=True,
    )

"""A long request that could not be searched in time in; out, what its beginning says of it.

It is treated as one too long to be held: the beginning is searched and decided about like any request, and the rest goes by the
rule for what nobody can read. Whoever gets such a body as a film or an archive gets it as a list of a million numbers, too.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from guardian_core import actions
from guardian_core.children import SearchStoppedError
from guardian_core.settings import Settings
from guardian_core.unchecked import partial_mode
from guardian_core.vocabulary import Outcome, Request, Verdict

BEGINNING = 262_144  # bytes of a long body that are read like any other


async def by_beginning(
    request: Request, error: TimeoutError, settings: Settings, decide: Callable[[Request], Awaitable[Outcome]]
) -> Outcome | None:
    """Allowed where nothing in the beginning says otherwise and the rule for the rest is open; None where it is not."""
    plain = (request.header("content-encoding") or "identity").strip().lower() == "identity"
    if not isinstance(error, SearchStoppedError) or len(request.body) <= BEGINNING or not plain:
        return None
    outcome = await decide(replace(request, body=request.body[:BEGINNING]))
    action = outcome.action or actions.describe(request, outcome.reading, (), settings.decision)
    if outcome.decision.verdict is not Verdict.ALLOW or outcome.unchecked or partial_mode(action, settings) == "closed":
        return None
    recipients = ", ".join(sorted(action.recipients))
    reason = f"{error}: only the first {BEGINNING} bytes of the body were (fail.opaque is open for {recipients})"
    return replace(
        outcome,
        decision=outcome.decision.model_copy(update={"reasons": (reason, *outcome.decision.reasons)}),
        reading=replace(outcome.reading, request=request, body=request.body),
        action=action,
        degraded=(*outcome.degraded, "not inspected"),
        unchecked=True,
    )

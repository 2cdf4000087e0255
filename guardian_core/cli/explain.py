"""One outcome explained: an `Outcome` in, the stable JSON of `guardian decide` or a page for a person out.

Raw values stand in it only on request; elsewhere a keyed digest stands for the value.
"""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote, unquote_plus

from guardian_core import actions
from guardian_core.audit import digest
from guardian_core.cli.shell import table
from guardian_core.errors import EditError
from guardian_core.matching.quoting import quotable
from guardian_core.vocabulary import (
    Edit,
    Entity,
    Finding,
    Level,
    Likelihood,
    Outcome,
    Place,
    PolicyState,
    Reading,
    Request,
    Verdict,
)

QUOTED = 200  # characters of a statement
STAYS = {Verdict.ALLOW: "is sent as it is", Verdict.TRANSFORM: "stays as it is", Verdict.DENY: "is not sent"}
LIKELIHOOD = {"value", "source", "uncertainty", "floor"}
SOURCES = {
    "system1": "the trained classifier",
    "system2": "the language model",
    "prior": "what is usual, moved by rules where a statement is named",
    "floor": "the least that such an action can have",
}
RISK = {"R", "S_d", "M_tr", "M_p", "M_b", "M_T"}


@dataclass(frozen=True, slots=True)
class Change:
    """One personal value, and what it becomes."""

    path: str = field(repr=False)
    category: str
    before: str = field(repr=False)
    after: str | None = field(repr=False)  # None: not changed


def changes(outcome: Outcome) -> list[Change]:
    """One per edit, and one per finding that no edit covers, in the order of the request."""
    found = []
    for finding in outcome.findings:
        edit = next((edit for edit in outcome.edits if _overlap(edit, finding)), None)
        where: Edit | Finding = edit or finding
        item = outcome.reading.items[where.item]
        after = edit.replacement if edit else None
        found.append(Change(item.path, finding.category.value, item.text[where.start : where.end], after))
    return list(dict.fromkeys(found))  # two findings within one edit are one change


def as_object(outcome: Outcome, *, key: bytes, reveal: bool) -> dict[str, object]:
    """The object `guardian decide --json` prints; `key` makes the digests. Likelihood and risk are None without personal data."""
    found = changes(outcome)
    return {
        "action": outcome.action.model_dump(exclude=set() if reveal else {"text"}) if outcome.action else None,
        "evidence": outcome.evidence.model_dump() if outcome.evidence else None,
        "likelihood": _likelihood(outcome),
        "risk": outcome.risk.model_dump(include=RISK) if outcome.risk else None,
        "decision": outcome.decision.verdict.value,
        "level": int(outcome.decision.level) if outcome.decision.level else None,
        "reasons": list(outcome.decision.reasons),
        "degraded": list(outcome.degraded),
        "provisional": outcome.decision.provisional,
        "items": [_item(change, found, key=key, reveal=reveal) for change in found],
        "body": body_after(outcome, reveal=reveal),
    }


def _likelihood(outcome: Outcome) -> dict[str, object] | None:
    likelihood = outcome.likelihood
    if likelihood is None:
        return None
    return likelihood.model_dump(include=LIKELIHOOD) | {"because": likelihood.because, "statements": _used(outcome)}


def _used(outcome: Outcome) -> list[str]:
    """The statements that moved the likelihood, the weightiest first."""
    if outcome.likelihood is None or outcome.evidence is None:
        return []
    statements = outcome.evidence.statements
    return [statements[index].statement.text for index in outcome.likelihood.statements if index < len(statements)]


def body_after(outcome: Outcome, *, reveal: bool) -> str | None:
    """The body that would leave, decoded; None for a deny, and without `reveal` for an original that may hold personal data."""
    if outcome.decision.verdict is Verdict.DENY:
        return None
    if outcome.rewritten is not None:
        left = {change.before for change in changes(outcome) if change.after is None}
        if reveal or not left:
            return _text(actions.read(outcome.rewritten))
        shown = _without(left, outcome.rewritten, Place.BODY)
        return _text(shown) if shown else None
    unchecked = outcome.action is not None or outcome.findings or outcome.reading.unreadable
    return None if unchecked and not reveal else _text(outcome.reading)


def target_after(outcome: Outcome, *, reveal: bool) -> str | None:
    """Path and query that would leave where they differ from what was asked for; None where they are the same."""
    if outcome.rewritten is None or outcome.rewritten.target == outcome.reading.request.target:
        return None
    left = {change.before for change in changes(outcome) if change.after is None}
    if reveal or not left:
        return outcome.rewritten.target
    shown = _without(left, outcome.rewritten, Place.TARGET)
    return shown.request.target if shown else None


def as_text(outcome: Outcome, *, key: bytes, reveal: bool) -> str:
    """The same for a person."""
    request, decision = outcome.reading.request, outcome.decision
    level = f" at level {decision.level}" if decision.level else ""
    lines = [f"{request.method} {request.scheme}://{request.host} → {decision.verdict.upper()}{level}"]
    lines += [f"  {reason}" for reason in decision.reasons]
    lines += [f"  less than asked for: {text}" for text in outcome.degraded]
    if outcome.risk and outcome.likelihood:
        factors = [f"{name} = {getattr(outcome.risk, name):.2f}" for name in ("L", "S_d", "M_tr", "M_p", "M_b", "M_T")]
        lines += [
            "",
            f"  R = {outcome.risk.R:.3f}   " + "   ".join(factors),
            *_likelihood_in_words(outcome.likelihood, _used(outcome)),
        ]
    if outcome.action:
        lines += [f"  seen: {signal}" for signal in outcome.action.signals]
    if outcome.action and outcome.evidence and outcome.evidence.state is PolicyState.UNKNOWN:
        lines.append(f"  to weigh its policy as well: guardian policy fetch {outcome.action.domain}, then decide again")
    found = changes(outcome)
    if found:
        heading = ["  where", "data", "value" if reveal else "value (keyed digest)"]
        places = [f"  {_hidden(own.path, found, key, reveal=reveal)}" for own in found]
        values = [_shown(own, STAYS[decision.verdict], key, reveal=reveal) for own in found]
        cells = [[place, own.category, value] for place, own, value in zip(places, found, values, strict=True)]
        lines += ["", table([heading, *cells])]
    target = target_after(outcome, reveal=reveal)
    if target:
        lines += ["", *([f"  address asked for:    {request.target}"] if reveal else []), f"  address that leaves:  {target}"]
    body = body_after(outcome, reveal=reveal)
    if body:
        lines += ["", "  body that leaves:", *(f"    {line}" for line in body.splitlines())]
    return "\n".join(lines)


def _likelihood_in_words(likelihood: Likelihood, used: list[str]) -> list[str]:
    numbers = f"L = {likelihood.value:.2f}   u = {likelihood.uncertainty:.2f}   floor = {likelihood.floor:.2f}"
    where = f"  {numbers}   (L from {likelihood.source}: {SOURCES.get(likelihood.source, 'as it says')})"
    return [where, *(f"  by the statement: {quotable(text, QUOTED)}" for text in used)]


def _item(change: Change, found: list[Change], *, key: bytes, reveal: bool) -> dict[str, object]:
    path = _hidden(change.path, found, key, reveal=reveal)
    item: dict[str, object] = {"path": path, "category": change.category, "before_digest": digest(key, change.before)}
    return item | ({"before": change.before} if reveal else {}) | {"after": change.after}


def _shown(change: Change, stays: str, key: bytes, *, reveal: bool) -> str:
    before = repr(change.before) if reveal else f"#{digest(key, change.before)}"
    return f"{before} → {change.after!r}" if change.after is not None else f"{before} {stays}"


def _hidden(path: str, found: list[Change], key: bytes, *, reveal: bool) -> str:
    """The path without the values found anywhere: a key of a JSON object may itself be an e-mail address."""
    if reveal:
        return path
    for value in sorted({change.before for change in found}, key=len, reverse=True):
        path = path.replace(value, f"#{digest(key, value)}")
    return path


def _without(left: set[str], rewritten: Request, place: Place) -> Reading | None:
    """The rewritten request with # in `place` for each value that was allowed to stay: those too are printed only on request."""
    reading = actions.read(rewritten)
    pattern = re.compile("|".join(re.escape(value) for value in sorted(left, key=len, reverse=True) if value))
    edits = [
        Edit(index, match.start(), match.end(), "#", Entity.PERSON, Level.TAGS)
        for index, item in enumerate(reading.items)
        if item.place is place
        for match in pattern.finditer(item.text)
    ]
    try:
        shown = actions.read(actions.write(reading, edits))
    except EditError:
        return None
    target = shown.request.target
    said = _text(shown) if place is Place.BODY else f"{unquote(target)}\n{unquote_plus(target)}"
    return None if pattern.search(said) else shown


def _overlap(edit: Edit, finding: Finding) -> bool:
    return edit.item == finding.item and edit.start < finding.end and finding.start < edit.end


def _text(reading: Reading) -> str:
    try:
        return reading.body.decode(reading.charset, "backslashreplace")
    except LookupError:
        return reading.body.decode("utf-8", "backslashreplace")

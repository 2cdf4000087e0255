"""Take an outcome, give what a flow keeps of it as metadata: text, numbers, lists and tables, so that it survives a flow file.

No raw values: of what was found only kind, place and length stand here, and what was sent in its place. Names of keys may be values
themselves (an object keyed by e-mail addresses), so values are taken out of them, too.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from guardian_core.audit.row import bare
from guardian_core.matching.quoting import quotable
from guardian_core.printable import printable
from guardian_core.vocabulary import Category, Edit, Finding, Outcome

QUOTED = 400  # characters of a statement
MOST = 100  # findings that are listed


def categories(outcome: Outcome) -> set[Category]:
    """The categories that were weighed, or those found where nothing was."""
    return set(outcome.action.categories) if outcome.action else {finding.category for finding in outcome.findings}


def metadata(outcome: Outcome, *, observe: bool = False) -> dict[str, Any]:
    """All of it, under one key of the flow's metadata."""
    decision, action = outcome.decision, outcome.action
    return {
        "verdict": str(decision.verdict),
        "level": int(decision.level) if decision.level else None,
        "observed_only": observe,
        "provisional": decision.provisional,
        "reasons": [printable(reason) for reason in decision.reasons],
        "risk": outcome.risk.model_dump(mode="json") if outcome.risk else None,
        "likelihood": outcome.likelihood.value if outcome.likelihood else None,
        "likelihood_from": _likelihood(outcome),
        "policy": str(outcome.evidence.state) if outcome.evidence else None,
        "policy_url": bare(outcome.evidence.url) if outcome.evidence and outcome.evidence.url else None,
        "statements": _statements(outcome),
        "destination": outcome.reading.request.host,
        "page": action.page if action else None,
        "owner": printable(action.owner) if action and action.owner else None,
        "recipients": sorted(map(str, action.recipients)) if action else [],
        "purposes": sorted(map(str, action.purposes)) if action else [],
        "basis": str(action.basis) if action else None,
        "signals": [printable(signal) for signal in action.signals] if action else [],
        "categories": sorted(map(str, categories(outcome))),
        "found": {str(entity): count for entity, count in Counter(finding.entity for finding in outcome.findings).items()},
        "items": _items(outcome),
        "edits": len(outcome.edits),
        "degraded": [printable(text) for text in outcome.degraded],
        "milliseconds": {stage: round(seconds * 1000, 3) for stage, seconds in outcome.timings},
    }


def filterable(outcome: Outcome, *, observe: bool = False) -> dict[str, str]:
    """The same for the filter ``~meta``: one key each, so that ``~meta "decision: deny"`` finds it.

    Under "guardian.category" and the like stand all words of a request, each with blanks around it.
    """
    decision, action = outcome.decision, outcome.action
    words = {
        "decision": [decision.verdict.value],
        "level": [str(int(decision.level))] if decision.level else [],
        "mode": ["observed" if observe else "carried out"],
        "site": [action.domain if action else outcome.reading.request.host],
        "recipient": sorted(map(str, action.recipients)) if action else [],
        "purpose": sorted(map(str, action.purposes)) if action else [],
        "basis": [str(action.basis)] if action else [],
        "category": sorted(map(str, categories(outcome))),
        "policy": [str(outcome.evidence.state)] if outcome.evidence else [],
        "risk": [f"{outcome.risk.R:.2f}"] if outcome.risk else [],
        "tier": [str(outcome.risk.tier)] if outcome.risk else [],
    }
    return {f"guardian.{name}": printable(" ".join(said)) for name, said in words.items() if said}


@lru_cache(4_096)
def quoted(text: str) -> str:
    """What a policy says, so that it steers nothing; the same statements come with every request to a site."""
    return quotable(text, QUOTED)


def _likelihood(outcome: Outcome) -> dict[str, Any] | None:
    said = outcome.likelihood
    if said is None:
        return None
    return {"source": said.source, "uncertainty": said.uncertainty, "floor": said.floor, "because": quoted(said.because)}


def _statements(outcome: Outcome) -> list[dict[str, Any]]:
    """The retrieved statements, those that moved the likelihood first."""
    if outcome.evidence is None:
        return []
    moved = outcome.likelihood.statements if outcome.likelihood else ()
    order = [*moved, *(index for index in range(len(outcome.evidence.statements)) if index not in moved)]
    return [
        {"text": quoted(one.statement.text), "denies": one.statement.negated, "moved": index in moved}
        for index in order
        if index < len(outcome.evidence.statements)
        for one in (outcome.evidence.statements[index],)
    ]


def _items(outcome: Outcome) -> list[dict[str, Any]]:
    items = outcome.reading.items
    shown = outcome.findings[:MOST]
    paths = "\n".join({items[finding.item].path for finding in shown})
    values = {items[one.item].text[one.start : one.end] for one in outcome.findings}
    hidden = sorted((value for value in values if value in paths), key=len, reverse=True)
    edits: dict[int, list[Edit]] = {}
    for edit in outcome.edits:
        edits.setdefault(edit.item, []).append(edit)
    return [_item(finding, items[finding.item].path, hidden, edits.get(finding.item, ())) for finding in shown]


def _item(finding: Finding, path: str, hidden: list[str], edits: Sequence[Edit]) -> dict[str, Any]:
    edit = next((one for one in edits if one.start < finding.end and finding.start < one.end), None)
    return {
        "where": place(path, hidden),
        "category": str(finding.category),
        "entity": str(finding.entity),
        "by": printable(finding.source),
        "length": finding.end - finding.start,
        "after": printable(edit.replacement) if edit else None,
    }


def place(path: str, values: list[str]) -> str:
    """The path of an item without the values found anywhere."""
    for value in values:
        path = path.replace(value, "#")
    return printable(path)

"""What is recorded of a request: an `Outcome` in, one flat row without raw values out.

Never in a row: text of the request, its path or query, anything derived from a value by an unsalted hash. Reasons and degradations
come as sentences about names and counts (that is their contract in vocabulary.py); the method is kept only if it is one.
"""

import json
from collections import Counter
from urllib.parse import urlsplit

from guardian_core.terms import METHODS
from guardian_core.vocabulary import Evidence, Outcome

LISTS = ("recipients", "purposes", "categories", "reasons", "entities", "degraded", "timings")  # columns that hold JSON

FACTORS = ("R", "S_d", "S_eff", "M_tr", "M_p", "M_b", "M_T")

Cell = str | int | float | None


def cells(outcome: Outcome, *, flow_id: str, time: float, observed: bool = False) -> dict[str, object]:
    """One row as a person reads it, lists as lists; `time` in seconds since 1970; `observed`: the decision was not carried out.

    Columns without a value (nothing personal, nothing weighed) are None.
    """
    action, risk, likelihood, decision = outcome.action, outcome.risk, outcome.likelihood, outcome.decision
    method = outcome.reading.request.method
    return {
        "time": time,
        "flow": flow_id,
        "host": outcome.reading.request.host,
        "domain": action.domain if action else None,
        "method": method if method in METHODS else "other",
        "recipients": sorted(action.recipients) if action else [],
        "purposes": sorted(action.purposes) if action else [],
        "basis": action.basis.value if action else None,
        "categories": sorted(action.categories) if action else [],
        "verdict": decision.verdict.value,
        "level": int(decision.level) if decision.level else None,
        "z": decision.z,
        "provisional": decision.provisional,
        "observed": observed,
        **{name: getattr(risk, name) if risk else None for name in FACTORS},
        "tier": risk.tier.value if risk else None,
        "L": likelihood.value if likelihood else None,
        "L_source": likelihood.source if likelihood else None,
        "L_uncertainty": likelihood.uncertainty if likelihood else None,
        "L_floor": likelihood.floor if likelihood else None,
        **_policy(outcome.evidence),
        "reasons": list(decision.reasons),
        "entities": dict(sorted(Counter(finding.entity.value for finding in outcome.findings).items())),
        "edits": len(outcome.edits),
        "degraded": list(outcome.degraded),
        "timings": {stage: round(seconds, 6) for stage, seconds in outcome.timings},
    }


def to_row(outcome: Outcome, *, flow_id: str, time: float, observed: bool = False) -> dict[str, Cell]:
    """The same as the database keeps it: lists are JSON, switches are numbers."""
    read = cells(outcome, flow_id=flow_id, time=time, observed=observed)
    switches = {name: int(bool(read[name])) for name in ("provisional", "observed")}
    return {**read, **switches, **{name: _json(read[name]) for name in LISTS}}  # type: ignore[dict-item] # the rest are cells


def _json(value: object) -> str:
    """Most columns of most rows are empty."""
    if not value:
        return "[]" if isinstance(value, list) else "{}"
    return _encoder.encode(value)


_encoder = json.JSONEncoder()


def from_row(row: dict[str, Cell]) -> dict[str, object]:
    """The row as it is read back: lists are lists again, switches are booleans (a file of the first version lacks `observed`)."""
    lists = {name: json.loads(str(row[name])) for name in LISTS}
    return {**row, **lists, "provisional": bool(row["provisional"]), "observed": bool(row.get("observed"))}


def _policy(evidence: Evidence | None) -> dict[str, Cell]:
    if evidence is None:
        return {"policy_state": None, "policy_url": None}
    return {"policy_state": evidence.state.value, "policy_url": bare(evidence.url) if evidence.url else None}


def bare(url: str) -> str:
    """The policy's address without user, query and fragment: those may have been made from what a page was visited with."""
    try:
        parts = urlsplit(url)
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    return f"{parts.scheme}://{host}{port}{parts.path}"

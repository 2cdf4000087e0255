"""Take an outcome, give what mitmweb and the terminal show of it: one line, a mark, plain metadata. No raw values."""

from collections import Counter
from typing import Any

from guardian_core.vocabulary import Category, Outcome, Risk, Verdict

MARKS: dict[Verdict, str] = {
    Verdict.ALLOW: ":white_check_mark:",
    Verdict.TRANSFORM: ":pencil2:",
    Verdict.DENY: ":no_entry:",
}
UNMARKED = ":warning:"  # could not be checked


def comment(outcome: Outcome, *, observe: bool = False) -> str:
    """One line a person reads: ``transform L1 · R .43 (advertising: Email) · because …``."""
    decision = outcome.decision
    word = decision.verdict + (f" L{int(decision.level)}" if decision.level else "")
    parts = [f"would have been: {word}" if observe and decision.verdict is not Verdict.ALLOW else word]
    weighed = ", ".join(sorted(outcome.action.recipients)) if outcome.action else ""
    held = ", ".join(sorted(categories(outcome)))
    about = ": ".join(part for part in (weighed, held) if part)
    if outcome.risk:
        parts.append(f"R {short(outcome.risk)}" + (f" ({about})" if about else ""))
    elif about:
        parts.append(about)
    if decision.provisional:
        parts.append("provisional")
    if decision.reasons:
        parts.append("because " + "; ".join(decision.reasons))
    return " · ".join(parts).replace("\n", " ")


def short(risk: Risk) -> str:
    """R as the comment shows it: two decimals, without a leading zero.

    >>> from guardian_core.vocabulary import Tier
    >>> short(Risk(R=0.4312, S_d=1, S_eff=1, M_tr=1, M_p=1, M_b=1, M_T=1, L=1, tier=Tier.HIGH))
    '.43'
    """
    return f"{risk.R:.2f}".removeprefix("0")


def categories(outcome: Outcome) -> set[Category]:
    """The categories that were weighed, or those found where nothing was."""
    return set(outcome.action.categories) if outcome.action else {finding.category for finding in outcome.findings}


def metadata(outcome: Outcome, *, observe: bool = False) -> dict[str, Any]:
    """The same for programs: only text, numbers, lists and tables of them, so that it survives a flow file."""
    decision, action = outcome.decision, outcome.action
    return {
        "verdict": str(decision.verdict),
        "level": int(decision.level) if decision.level else None,
        "observed_only": observe,
        "provisional": decision.provisional,
        "reasons": list(decision.reasons),
        "risk": outcome.risk.model_dump(mode="json") if outcome.risk else None,
        "likelihood": outcome.likelihood.value if outcome.likelihood else None,
        "policy": str(outcome.evidence.state) if outcome.evidence else None,
        "recipients": sorted(map(str, action.recipients)) if action else [],
        "purposes": sorted(map(str, action.purposes)) if action else [],
        "basis": str(action.basis) if action else None,
        "categories": sorted(map(str, categories(outcome))),
        "found": {str(entity): count for entity, count in Counter(finding.entity for finding in outcome.findings).items()},
        "edits": len(outcome.edits),
        "degraded": list(outcome.degraded),
        "milliseconds": {stage: round(seconds * 1000, 3) for stage, seconds in outcome.timings},
    }

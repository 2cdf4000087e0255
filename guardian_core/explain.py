"""A weighed action in, the sentences a person reads out: names, numbers, the policy's words; never a raw value."""

from collections.abc import Iterable

from guardian_core.vocabulary import Action, Decision, Evidence, Likelihood, PolicyState, Risk, Verdict

VERBS = {
    Verdict.ALLOW: "allowed",
    Verdict.TRANSFORM: "rewritten",
    Verdict.DENY: "blocked",
}
POLICIES = {
    PolicyState.KNOWN: "its privacy policy was weighed",
    PolicyState.NONE: "it has no privacy policy that could be found",
    PolicyState.UNKNOWN: "its privacy policy is not known yet",
}


def reasons_for(action: Action, evidence: Evidence, likelihood: Likelihood, risk: Risk, decision: Decision) -> tuple[str, ...]:
    """Who gets what for what; what the policy says; where R lies between the tier's thresholds."""
    who = _words(action.recipients)
    what = ", ".join(sorted(action.categories))
    policy = POLICIES[evidence.state] + (f" ({evidence.reason})" if evidence.reason else "")
    level = f" at level {decision.level.value}" if decision.level else ""
    return (
        f"{what} to {action.destination} ({who}) for {_words(action.purposes)}, {_words({action.basis})}",
        policy + (f": {likelihood.because}" if likelihood.because else ""),
        f"risk {risk.R:.2f} from likelihood {risk.L:.2f}, sensitivity {risk.S_eff:.2f}, transparency {risk.M_T:.2f}; "
        f"tier {risk.tier}: {VERBS[decision.verdict]}{level}",
    )


def _words(names: Iterable[str]) -> str:
    return " and ".join(sorted(str(name).replace("_", " ") for name in names))

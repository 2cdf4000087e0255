"""An action and what its policy says in; likelihood, risk and decision, with their reasons, out.

Two of the stages meet here, `matching` and `risk`: for the action as a whole, and for each of its categories alone.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from guardian_core import matching, risk
from guardian_core.explain import reasons_for
from guardian_core.vocabulary import Action, Category, Decision, Evidence, Finding, Likelihood, PolicyState, Risk, Verdict

WEIGHINGS = 1_024  # that are remembered


@dataclass(frozen=True, slots=True)
class Weighed:
    """One action weighed: everything between the findings and the verdict."""

    action: Action
    evidence: Evidence
    likelihood: Likelihood
    risk: Risk
    decision: Decision
    degraded: tuple[str, ...] = ()
    system1: matching.Network | None = field(default=None, repr=False)  # the weights that judged; parts are judged by the same


class Weighings:
    """What was weighed before without a language model; the same again for an action that differs in nothing that is weighed.

    Neither texts nor signals are. Bounded; used from one thread.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[object, ...], Weighed] = OrderedDict()

    def weigh(self, action: Action, evidence: Evidence, system1: matching.Network | None) -> Weighed:
        """The action weighed by System 1, or by rules without it."""
        # Evidence of a policy is the same object for the same question (`policy_cache.prepared`); to hash all it says is slow.
        said = id(evidence) if evidence.statements else evidence
        key = (
            action.destination,
            action.categories,
            action.recipients,
            action.purposes,
            action.basis,
            action.act,
            said,
            id(system1),
        )
        known = self._known.get(key)
        if known is None:
            bare = action.model_copy(update={"text": "", "signals": ()})
            known = replace(weighed_by(bare, evidence, matching.judge(bare, evidence, system1)), system1=system1)
            self._known[key] = known  # holds the evidence and the network, so that no other gets their numbers
            if len(self._known) > WEIGHINGS:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return Weighed(action, known.evidence, known.likelihood, known.risk, known.decision, known.degraded, known.system1)


async def weigh(
    action: Action,
    evidence: Evidence,
    system2: matching.System2 | None = None,
    system1: matching.Network | None = None,
    before: Weighings | None = None,
) -> Weighed:
    """Weigh by System 1 (None: by rules), and where it is unsure by the language model, if there is one and it answers in time."""
    if system2 is None:
        return (before or Weighings()).weigh(action, evidence, system1)
    first = matching.judge(action, evidence, system1)
    second = await system2.reconsider(action, evidence, first)
    degraded = (f"likelihood without the language model: it {second.without}",) if second.without else ()
    return replace(weighed_by(action, evidence, second.likelihood, late=second.late), degraded=degraded, system1=system1)


def weighed_by(action: Action, evidence: Evidence, likelihood: Likelihood, *, late: bool = False) -> Weighed:
    """Risk and decision of one action, with the reasons a person reads; `late`: a better likelihood is on its way."""
    transparency = risk.transparency(action, evidence)
    assessed = risk.assess(action.categories, action.recipients, action.purposes, action.basis, transparency, likelihood.value)
    decision = risk.decide(assessed)
    decision = decision.model_copy(
        update={
            "provisional": late or evidence.state is PolicyState.UNKNOWN,
            "reasons": reasons_for(action, evidence, likelihood, assessed, decision),
        }
    )
    return Weighed(action, evidence, likelihood, assessed, decision)


def findings_due(
    findings: Sequence[Finding], weighed: Weighed, system2: matching.System2 | None = None, before: Weighings | None = None
) -> tuple[Finding, ...]:
    """The findings to edit: those whose own category, weighed alone, reaches its own tier's ceiling (SPEC §3)."""
    verdicts: dict[Category, Verdict] = {}
    for category in {finding.category for finding in findings}:
        alone = weighed.action.model_copy(update={"categories": frozenset({category})})
        if system2 is None:
            part = (before or Weighings()).weigh(alone, weighed.evidence, weighed.system1)
        else:
            part = weighed_by(alone, weighed.evidence, likelihood_alone(alone, weighed, system2))
        verdicts[category] = part.decision.verdict
    return tuple(finding for finding in findings if verdicts[finding.category] is not Verdict.ALLOW)


def likelihood_alone(alone: Action, weighed: Weighed, system2: matching.System2 | None) -> Likelihood:
    """L of one category, without asking the model anew: its remembered opinion, else System 1's.

    Where the model's opinion decided about the whole, a part of it that the model was not asked about has no lower L: else the
    whole would be rewritten for a reason that no part of it has.
    """
    first = matching.judge(alone, weighed.evidence, weighed.system1)
    remembered = system2.remembered(alone, weighed.evidence, first) if system2 else None
    if remembered is not None:
        return remembered
    whole = weighed.likelihood
    return whole if whole.source == "system2" and whole.value > first.value else first

"""AgentStealth's workflow: adversarial rounds with contrasting examples and control of utility (Shao et al. 2025,
arXiv 2506.22508).

Each rewrite is shown the best and the worst of those before it, by what an attacker could tell; one that a judge finds of too
little use is not kept, and the next is asked to change less. Differs: the paper then trains a small model on such runs and by
reinforcement; no weights are published, so the workflow runs on the untrained backbone. Rounds and floor are ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from guardian_core.anonymize.adversarial.refinement import utility_by
from guardian_core.evaluation.anonymization.rivals.asking import Inference, inferred, rewritten
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm

ROUNDS = 3
FLOOR = 0.6  # of the judge's utility, 0..1


@dataclass(frozen=True, slots=True)
class _Attempt:
    text: str = field(repr=False)
    told: Sequence[Inference]
    utility: float

    @property
    def exposed(self) -> int:
        """The certainties of all that was inferred, added up."""
        return sum(one.certainty for one in self.told)


async def procedure(llm: Llm, text: str) -> Output:
    """The least telling of the rewrites that are useful enough; the original where none is."""
    attempts = [_Attempt(text, await inferred(llm, text), 1.0)]
    for _ in range(ROUNDS):
        current = _best(attempts)
        if not current.told:
            break
        more = {"change_less": attempts[-1].utility < FLOOR, **_contrast(attempts)}
        written = await rewritten(llm, "agentstealth", current.text, inferences=[one.shown() for one in current.told], **more)
        attempts.append(_Attempt(written, await inferred(llm, written), await utility_by(llm, text, written)))
    return Output(_best(attempts).text)


def _best(attempts: Sequence[_Attempt]) -> _Attempt:
    return min((one for one in attempts if one.utility >= FLOOR), key=lambda one: one.exposed)


def _contrast(attempts: Sequence[_Attempt]) -> dict[str, object]:
    """The best useful rewrite so far if it tells less than the original, and the worst if that is another."""
    ordered = sorted(attempts[1:], key=lambda one: one.exposed)
    good = [one for one in ordered if one.utility >= FLOOR and one.exposed < attempts[0].exposed][:1]
    bad = [one for one in ordered[-1:] if one not in good]
    return {name: one.text for name, many in (("good_example", good), ("bad_example", bad)) for one in many}

"""Self-refinement as SEAL and GRASP do at inference: one model infers, judges and rewrites, round by round (Ghiasvand and
Sehatbakhsh 2026, arXiv 2608.06526, §3; Kim et al. 2026).

Differs: both distil or train the model first; this is their procedure on the untrained backbone. What is sent is the round with the
best score of GRASP's reward among those above its floor of utility.
"""

from collections.abc import Sequence

from guardian_core.anonymize.adversarial.attacker import attack
from guardian_core.anonymize.adversarial.refinement import refined, utility_by
from guardian_core.anonymize.adversarial.verification import Guess
from guardian_core.evaluation.anonymization.rivals.asking import rewritten
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm

ROUNDS = 5
TARGET = 0.6  # an attacker less sure than this has lost (τ_g of the paper compared with)


async def procedure(llm: Llm, text: str) -> Output:
    """Refine the original itself."""

    async def refine(current: str, guesses: Sequence[Guess], utility: float) -> str:
        told = [{"field": one.what, "guess": one.text, "confidence": one.confidence} for one in guesses]
        return await rewritten(llm, "grasp", current, inferred=told, utility=round(utility, 2))

    done = await refined(
        text,
        text,
        attack=lambda current: attack(llm, current),
        judge=lambda original, current: utility_by(llm, original, current),
        refine=refine,
        target=TARGET,
        rounds=ROUNDS,
    )
    return Output(done.text)

"""RLAA: an arbitrator grades what the attacker claims, and only valid claims are edited away ("Look Twice before You Leap", §3,
attacker, arbitrator, anonymizer).

Ours (`guardian-arbitrator`) begins with the levels and refuses edits that cost more than they gain; this begins with the original
and, as the paper does at inference, edits every claim graded HIGH or MED and stops when none is left.
"""

import math
from collections.abc import Sequence

from guardian_core.anonymize.adversarial.arbitrator import arbitrated, grades_by
from guardian_core.anonymize.adversarial.attacker import attack
from guardian_core.anonymize.adversarial.verification import Guess
from guardian_core.evaluation.anonymization.rivals.asking import rewritten
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm

ROUNDS = 3


async def procedure(llm: Llm, text: str) -> Output:
    """Look twice, then edit."""

    async def edit(current: str, leaks: Sequence[Guess]) -> str:
        return await rewritten(llm, "rlaa", current, leaks=[{"field": one.what, "guess": one.text} for one in leaks])

    done = await arbitrated(
        text,
        text,
        attack=lambda current: attack(llm, current),
        arbitrate=lambda original, current, guesses: grades_by(llm, original, current, guesses),
        edit=edit,
        most_cost=math.inf,
        rounds=ROUNDS,
    )
    return Output(done.text)

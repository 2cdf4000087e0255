"""IncogniText: the text is edited towards a false value of each attribute, so that an attacker is misled instead of left guessing
(Frikha et al. 2025, arXiv 2407.02956, private attribute randomization).

Differs: the paper is told the user's true attributes and draws a wrong target for each; no method here is told anything, so what
the attacker infers stands for the truth and the model picks the false value. It stops as soon as the attacker no longer says what
it said of the original.
"""

from guardian_core.evaluation.anonymization.rivals.asking import inferred, rewritten
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm

ROUNDS = 3


async def procedure(llm: Llm, text: str) -> Output:
    """Mislead about everything that was inferred from the original."""
    true = {one.attribute: one for one in await inferred(llm, text)}
    current, left = text, list(true.values())
    for _ in range(ROUNDS):
        if not left:
            break
        current = await rewritten(llm, "incognitext", current, mislead=[one.shown() for one in left])
        still = {one.attribute: one.guess.casefold() for one in await inferred(llm, current)}
        left = [one for one in true.values() if still.get(one.attribute) == one.guess.casefold()]
    return Output(current)

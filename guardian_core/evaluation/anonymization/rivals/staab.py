"""Adversarial anonymization: an attacker infers, an editor edits by what was inferred, and so on (Staab et al., ICLR 2025,
"Language Models are Advanced Anonymizers").

Differs: three rounds (the paper runs up to five), one model as attacker and editor, and every inference that the attacker is half
sure of counts, true or not: there is no verifier, which is the point of the comparison.
"""

from guardian_core.evaluation.anonymization.rivals.asking import inferred, rewritten
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm

ROUNDS = 3


async def procedure(llm: Llm, text: str) -> Output:
    """Rewrite until nothing is inferred any more, at most `ROUNDS` times."""
    for _ in range(ROUNDS):
        told = await inferred(llm, text)
        if not told:
            break
        text = await rewritten(llm, "staab", text, inferences=[one.shown() for one in told])
    return Output(text)

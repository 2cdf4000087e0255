"""AgentStealth's workflow: adversarial rounds with a warning where a round cost too much of the meaning (Shao et al. 2025,
arXiv 2506.22508).

Each round an attacker infers, and an editor edits the last text by what was inferred, changing as little as possible. A judge
rates each result; where a round lost more than a threshold, the next prompt warns of it. Differs: the paper adds insights that
it distilled beforehand from pairs of a failed and a succeeded rewrite of training texts, and then trains a small model on such
runs and by reinforcement. Neither insights nor weights are published for other texts, so this is the untrained workflow without
a memory. Rounds (the paper: five) and threshold are ours.
"""

from guardian_core.anonymize.adversarial.refinement import utility_by
from guardian_core.evaluation.anonymization.rivals.asking import inferred, rewritten
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm

ROUNDS = 3
MOST = 0.1  # of the judge's utility, 0..1, that a round may cost without a warning


async def procedure(llm: Llm, text: str) -> Output:
    """The text after the last round."""
    current, before, warned = text, 1.0, False
    for turn in range(ROUNDS):
        told = await inferred(llm, current)
        if not told:
            break
        more = {"inferences": [one.shown() for one in told], "change_less": warned}
        current = await rewritten(llm, "agentstealth", current, **more)
        if turn < ROUNDS - 1:
            useful = await utility_by(llm, text, current)
            warned, before = before - useful > MOST, useful
    return Output(current)

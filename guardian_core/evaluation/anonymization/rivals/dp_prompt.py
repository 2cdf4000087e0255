"""DP-Prompt: a zero-shot paraphrase, whose randomness is the privacy (Utpala et al. 2023, arXiv 2310.16111; the paper compared with
cites Duan et al. 2023 for it).

Differs, and it matters: the guarantee needs sampling at a high temperature from clipped logits. Our seam asks at temperature 0, so
this is the paraphrase without any guarantee of differential privacy.
"""

from guardian_core.evaluation.anonymization.rivals.asking import rewritten
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm


async def procedure(llm: Llm, text: str) -> Output:
    """One paraphrase."""
    return Output(await rewritten(llm, "dp_prompt", text))

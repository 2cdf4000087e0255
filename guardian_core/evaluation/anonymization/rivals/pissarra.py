"""One instruction to a language model to anonymize a document, as for clinical texts (Pissarra et al. 2024, PrivateNLP,
"Unlocking the Potential of Large Language Models for Clinical Text Anonymization").

Differs: the paper's categories are those of clinical notes; ours are those and what courts and posts name.
"""

from guardian_core.evaluation.anonymization.rivals.asking import rewritten
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm


async def procedure(llm: Llm, text: str) -> Output:
    """One rewrite, with tags."""
    return Output(await rewritten(llm, "pissarra", text))

"""A contextual-integrity prompt: think of who gets what and on which terms, then rewrite (after Mireshghallah et al. 2023,
CONFAIDE, arXiv 2310.17884).

Differs: CONFAIDE is a benchmark of whether models keep secrets in context, not an anonymizer; the paper compared with makes a
rewriting prompt of it, and so do we, in our words.
"""

from guardian_core.evaluation.anonymization.rivals.asking import rewritten
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm


async def procedure(llm: Llm, text: str) -> Output:
    """One rewrite."""
    return Output(await rewritten(llm, "confaide", text))

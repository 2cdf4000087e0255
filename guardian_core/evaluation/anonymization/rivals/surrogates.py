"""Realistic surrogates of the same type instead of what was found, by a local model (Albanese, Ronco, D'Ippolito 2026,
"Anonymous-by-Construction").

Differs: the paper is measured on dialogues of customer service, with what a model trained on the outputs can still do; here only
what leaves is measured.
"""

from guardian_core.evaluation.anonymization.rivals.asking import named, put_instead
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm


async def procedure(llm: Llm, text: str) -> Output:
    """One call; a value gets the same surrogate everywhere in the text, and one that gets none its type."""
    spans = await named(llm, "surrogates", text, instead=True)
    return put_instead(text, [(one.text, one.instead.strip() or f"[{one.type.upper()}]") for one in spans])

"""Rescriber: a small model on the device finds what is disclosed, and each span is put in more general words (Zhou et al.,
CHI 2025, arXiv 2410.11876).

Differs: in the paper a person chooses, span by span, whether to replace or to generalise; here everything found is generalised.
"""

from guardian_core.evaluation.anonymization.rivals.asking import named, put_instead
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm


async def procedure(llm: Llm, text: str) -> Output:
    """One call to find, one to put in other words; a span that gets none is replaced by its type."""
    spans = await named(llm, "rescriber_find", text)
    if not spans:
        return Output(text)
    listed = [one.text for one in spans]
    general = {one.text: one.instead for one in await named(llm, "rescriber_generalise", text, instead=True, spans=listed)}
    return put_instead(text, [(one.text, general.get(one.text) or f"[{one.type.upper()}]") for one in spans])

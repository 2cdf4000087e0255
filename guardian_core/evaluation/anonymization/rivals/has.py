"""Hide and Seek, its hiding half: private entities are labelled out of a prompt before it leaves (Chen et al. 2023,
arXiv 2309.03057).

Differs: the paper trains a small model for hiding; here the backbone names the entities, in two passes, the second over the result
of the first. The seeking half, which puts the values back into a reply, changes nothing of what leaves and is not measured.
"""

from guardian_core.evaluation.anonymization.rivals.asking import chained, named, put_instead
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm


async def procedure(llm: Llm, text: str) -> Output:
    """A label for each entity; what the first pass overlooked gets one in the second."""
    first = await _hidden(llm, text)
    return chained(first, await _hidden(llm, first.text))


async def _hidden(llm: Llm, text: str) -> Output:
    entities = [one for one in await named(llm, "has", text) if "[" not in one.text]
    return put_instead(text, [(one.text, f"[{one.type.upper()}]") for one in entities])

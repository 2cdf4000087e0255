"""Rescriber: a small model on the device finds what is disclosed, and the message is written anew with it abstracted (Zhou et al.,
CHI 2025, arXiv 2410.11876).

Two calls, as in the tool: detection by its categories, then one rewrite of the whole message in which the spans found are put
in more general words and nothing else changes. Differs: in the tool a person chooses, span by span, between a placeholder and
abstraction, and spans of the same meaning are gathered first; here everything found is abstracted.
"""

from guardian_core.evaluation.anonymization.rivals.asking import named, rewritten
from guardian_core.evaluation.anonymization.samples import Output
from guardian_core.llm import Llm


async def procedure(llm: Llm, text: str) -> Output:
    """Find, then abstract."""
    spans = await named(llm, "rescriber_find", text)
    if not spans:
        return Output(text)
    return Output(await rewritten(llm, "rescriber_abstract", text, protect=list(dict.fromkeys(one.text for one in spans))))

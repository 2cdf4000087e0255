"""The verified loop with a language model, and what the paper compares it with: unverified, arbitrated, capped (Tables 4, 13, 14).

What `guardian anonymize --adaptive` does with a model: a text starts at the level of what was found in it, everything found is due,
texts in which nothing was found are attacked, too; nobody waits, so the model has all the time it needs. The hard guarantee is
applied to what comes out, as in the proxy.
"""

from dataclasses import replace
from pathlib import Path

from guardian_core.adapt import first_level, most_sensitive
from guardian_core.by_model import ByModel
from guardian_core.evaluation.anonymization.guardian import rewriter_of
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.evaluation.anonymization.samples import Method, Output, Sample
from guardian_core.rewrite_settings import RewriteSettings
from guardian_core.vocabulary import Level


def method(settings: RewriteSettings, models: Path | None, llm: Remembered, start: Level | None = None) -> Method:
    """One strategy of `settings`, with the model behind `llm`; `models` as for the levels by rule.

    `start` is that level alone, whatever was found (Table 13).
    """
    chosen = rewriter_of(models)

    def rewrite(sample: Sample) -> Output:
        output, asked = llm.counted(_rewritten(ByModel(chosen(sample), settings, llm, start), sample.text, start))
        return replace(output, calls=asked.calls, waited=asked.waited, tokens=asked.tokens)

    return rewrite


async def _rewritten(by_model: ByModel, text: str, start: Level | None) -> Output:
    chosen = await by_model.text(text)
    made = chosen.rewritten
    begun = start or first_level(most_sensitive([one.entity for one in made.findings]))
    places = tuple(sorted((one.start, one.end) for one in made.findings))
    # ĉ of what is sent; None where no attacker saw it: level 5 is the end of Algorithm 1
    guess = next((turn.confidence for turn in chosen.rounds if turn.level is chosen.level), None)
    return Output(made.content, places, made.written, level=int(chosen.level), start=int(begun), guess=guess)

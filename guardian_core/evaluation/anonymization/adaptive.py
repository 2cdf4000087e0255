"""The verified loop with a language model, and what the paper compares it with: unverified, arbitrated, capped (Tables 4, 13, 14).

A text starts at the level that `guardian anonymize --adaptive` starts it with (adapt.START); everything found is due; nobody waits,
so the model has all the time it needs. The hard guarantee is applied to what comes out, as in the proxy.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from guardian_core.adapt import START, most_sensitive
from guardian_core.anonymize import residue
from guardian_core.anonymize.adversarial import Adaptation
from guardian_core.detect import Detector
from guardian_core.evaluation.anonymization.guardian import rewriter_of
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.evaluation.anonymization.samples import Method, Output, Sample
from guardian_core.rewrite import NOWHERE, PASSES, Rewriter, prose, splice
from guardian_core.rewrite_settings import RewriteSettings
from guardian_core.strength import adaptive
from guardian_core.vocabulary import CATEGORY_TIER, ENTITY_CATEGORY, Level

SECONDS = 86_400.0  # for one text: nobody waits, and a run must not depend on how fast the model was


@dataclass(frozen=True, slots=True)
class _Case:
    rewriter: Rewriter
    settings: RewriteSettings
    llm: Remembered
    start: Level | None


def method(settings: RewriteSettings, models: Path | None, llm: Remembered, start: Level | None = None) -> Method:
    """One strategy of `settings`, with the model behind `llm`; `models` as for the levels by rule.

    `start` is a level to begin with whatever was found; with `settings.highest` the same, that level alone (Table 13).
    """
    chosen = rewriter_of(models)

    def rewrite(sample: Sample) -> Output:
        case = _Case(chosen(sample), settings, llm, start)
        output, asked = llm.counted(_rewritten(case, sample.text))
        return replace(output, calls=asked.calls, waited=asked.waited, tokens=asked.tokens)

    return rewrite


async def _rewritten(case: _Case, text: str) -> Output:
    items = (prose(text),)
    anonymizer = case.rewriter.anonymizer
    found = case.rewriter.detector.search(items).findings
    start = case.start or _start(case.rewriter.detector, text)
    due = anonymizer.everywhere(items, found, start, NOWHERE)
    done = await adaptive(case.settings, case.llm, case.rewriter.detector).adapt(
        items, due, start, lambda level: anonymizer.edits(items, due, level, NOWHERE), seconds=SECONDS
    )
    output, written = splice(text, done.edits)
    for _ in range(PASSES):
        after = (prose(output),)
        left = residue(items, due, done.edits, after)
        if not left:
            break
        output, written = splice(output, anonymizer.edits(after, left, max(done.level, Level.TAGS), NOWHERE), written)
    places = tuple(sorted((one.start, one.end) for one in due))
    return Output(output, places, tuple(written), level=int(done.level), start=int(start), guess=_guess(done))


def _start(detector: Detector, text: str) -> Level:
    worst = most_sensitive([one.entity for one in detector.search((prose(text),)).findings])
    return START[CATEGORY_TIER[ENTITY_CATEGORY[worst]]] if worst else Level.PARTIAL


def _guess(done: Adaptation) -> float | None:
    """ĉ of the text that is sent, None where no attacker saw it: level 5 is the end of Algorithm 1."""
    return next((turn.confidence for turn in done.rounds if turn.level is done.level), None)

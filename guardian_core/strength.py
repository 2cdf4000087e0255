"""A reading and what is due in it in, the edits of the level that proved strong enough out.

Where the stages `anonymize` and `detect` meet the language model: the model rewrites and guesses, the detector says whether it
invented somebody.
"""

from collections.abc import Callable, Sequence

from guardian_core.anonymize import adversarial
from guardian_core.detect import Detector
from guardian_core.llm import Llm
from guardian_core.rewrite_settings import RewriteSettings
from guardian_core.settings import Settings
from guardian_core.vocabulary import Basis, Decision, Edit, Entity, Finding, Item, Level, Place, Reading, Role

# Whom or what a rewrite may not make up; a model may well speak of "a town" or "last spring".
_INVENTED = frozenset({
    Entity.PERSON, Entity.EMAIL, Entity.PHONE, Entity.ADDRESS, Entity.CARD, Entity.IBAN, Entity.BANK_ACCOUNT, Entity.US_SSN,
    Entity.NATIONAL_ID, Entity.PASSPORT, Entity.DRIVING_LICENCE, Entity.TAX_ID, Entity.IP, Entity.COORDINATES, Entity.DATE_OF_BIRTH,
    Entity.USERNAME, Entity.SECRET, Entity.PASSWORD,
})  # fmt: skip


class Strength:
    """Finds the level of a rewrite; one per process."""

    def __init__(self, settings: Settings, llm: Llm, detector: Detector) -> None:
        self._settings = settings.rewrite
        self._adaptive = adaptive(settings.rewrite, llm, detector)

    async def find(
        self, reading: Reading, due: Sequence[Finding], level: Level, basis: Basis, by_rule: Callable[[Level], tuple[Edit, ...]]
    ) -> adversarial.Adaptation:
        """Start at `level`; wait as long as a request of this basis may."""
        return await self._adaptive.adapt(reading.items, due, level, by_rule, seconds=self._settings.seconds[basis])

    def strengthened(self, decision: Decision, done: adversarial.Adaptation) -> Decision:
        """As the function."""
        return strengthened(decision, done)


def adaptive(settings: RewriteSettings, llm: Llm, detector: Detector) -> adversarial.Adaptive:
    """The loop with this model, and this detector's word on whether a rewrite holds somebody's data that its original did not."""

    def invents(original: str, rewritten: str) -> bool:
        item = Item("rewrite", "", rewritten, Role.PROSE, Place.BODY, None, 0, len(rewritten))
        found = (one for one in detector.find([item]) if one.entity in _INVENTED)
        known = adversarial.folded(original)
        return any(adversarial.folded(rewritten[one.start : one.end]) not in known for one in found)

    return adversarial.Adaptive(llm, adversarial.Rewriter(llm, invents), settings)


def strengthened(decision: Decision, done: adversarial.Adaptation) -> Decision:
    """The decision with the level that was needed, and why it is another than at the start."""
    start = decision.level
    if start is None or done.level <= start:
        return decision
    last = next((turn for turn in reversed(done.rounds) if turn.level < done.level), None)
    sure = f" at confidence {last.confidence:.2f}" if last else ""
    reason = f"strengthened from level {start.value} to {done.level.value}: what was taken out could be guessed{sure}"
    return decision.model_copy(update={"level": done.level, "start": start, "reasons": (*decision.reasons, reason)})

"""A text or document and a language model in, what the verified loop makes of it out: Algorithm 1 where nobody waits.

Unlike on the wire, prose in which nothing was found is attacked, too: who asks for a text without what identifies somebody means
also what no detector sees. The model that is slow, gone or lying is replaced by rule, and the notes say so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from guardian_core.adapt import Chosen, first_level, first_reason, most_sensitive
from guardian_core.anonymize.adversarial import Adaptation
from guardian_core.llm import Llm
from guardian_core.rewrite import NOWHERE, Rewriter, prose, read_json
from guardian_core.rewrite_settings import RewriteSettings
from guardian_core.strength import adaptive
from guardian_core.vocabulary import Edit, Entity, Finding, Item, Level

SECONDS = 86_400.0  # for one text; the model's own time limits are in its settings


@dataclass(frozen=True, slots=True)
class _Found:
    due: tuple[Finding, ...]
    done: Adaptation
    worst: Entity | None
    start: Level
    complete: bool


class ByModel:
    """Rewrites with one model, at one level or at the one that proves strong enough; may be used concurrently."""

    def __init__(self, rewriter: Rewriter, settings: RewriteSettings, llm: Llm, level: Level | None = None) -> None:
        """`level`: that level alone; None: from what was found upward, until nothing supported can be guessed."""
        if level is not None:
            settings = settings.model_copy(update={"highest": int(level)})
        self._rewriter = rewriter
        self._threshold = settings.threshold
        self._level = level
        self._adaptive = adaptive(settings, llm, rewriter.detector)

    async def text(self, text: str) -> Chosen[str]:
        """Rewrite sentences.

        Raises:
            EditError: a value could not be removed completely.
        """
        items = (prose(text),)
        found = await self._adapted(items, text)
        made = self._rewriter.written_text(items, found.due, found.done.edits, found.done.level, complete=found.complete)
        return Chosen(made, found.done.level, found.done.rounds, self._reason(found), found.done.notes)

    async def json(self, document: bytes) -> Chosen[bytes]:
        """Rewrite the values of a JSON document; the rest keeps its bytes.

        Raises:
            UnreadableError: it is not JSON.
            EditError: a value could not be removed completely.
        """
        reading = read_json(document)
        found = await self._adapted(reading.items)
        made = self._rewriter.written_json(reading, found.due, found.done.edits, found.done.level, complete=found.complete)
        return Chosen(made, found.done.level, found.done.rounds, self._reason(found), found.done.notes)

    async def _adapted(self, items: Sequence[Item], text: str = "") -> _Found:
        anonymizer = self._rewriter.anonymizer
        search = self._rewriter.detector.search(items)
        found = self._rewriter.with_packed(text, search)
        worst = most_sensitive([one.entity for one in found])
        start = self._level or first_level(worst)
        due = anonymizer.everywhere(items, found)

        def edits(level: Level, told: Sequence[Finding] = ()) -> tuple[Edit, ...]:
            wanted = anonymizer.with_doubtful(items, (*due, *told), search.doubtful, level)
            return anonymizer.edits(items, wanted, level, NOWHERE)

        done = await self._adaptive.adapt(items, due, start, edits, seconds=SECONDS, beyond=edits)
        return _Found((*due, *done.told), done, worst, start, search.complete)

    def _reason(self, found: _Found) -> str:
        """One sentence per step; empty where the level was given."""
        if self._level is not None:
            return ""
        steps = [first_reason(found.worst, found.start) if found.worst else "nothing was found: level 1 is tried first"]
        for turn in found.done.rounds:
            held = "holds: " if turn.confidence < self._threshold else "does not hold: "
            said = (
                f"guessed with confidence {turn.confidence:.2f}"
                if turn.confidence
                else "nothing that the original supports was guessed"
            )
            steps.append(f"level {turn.level.value} {held}{said}")
        return "; ".join(steps)

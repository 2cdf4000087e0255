"""What is to be rewritten goes in, the mildest level that holds and the reason for it come out, without a language model.

The loop is the paper's (Algorithm 1): each level rewrites the original, an attacker reads the result, and what it guesses counts if
the original supports it. The attacker here is our own detector, which reads the result once more: it may see a name now that other
words hid before. What a level leaves on purpose (a year, a country, "a court") is no guess; what counts is replaced, too, at the
next level. The first level tried is set by the most sensitive thing found (`START`).
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from guardian_core.anonymize.adversarial.loop import GUESS_THRESHOLD, Round, verified_adapt
from guardian_core.anonymize.adversarial.verification import Guess, content_words
from guardian_core.detect import Detector
from guardian_core.rewrite import Rewritten, Values
from guardian_core.vocabulary import CATEGORY_TIER, ENTITY_CATEGORY, Entity, Item, Level, Tier

# A partly masked card or diagnosis still says too much; a name that became a letter does not.
START: dict[Tier, Level] = {
    Tier.CRITICAL: Level.TAGS,
    Tier.HIGH: Level.AGGRESSIVE,
    Tier.MODERATE: Level.PARTIAL,
    Tier.LOW: Level.PARTIAL,
}

type Write[Content: (str, bytes)] = Callable[[Level, Values], Rewritten[Content]]


@dataclass(frozen=True, slots=True)
class Chosen[Content: (str, bytes)]:
    """A rewrite, and how its level came about."""

    rewritten: Rewritten[Content]
    level: Level
    rounds: tuple[Round, ...]
    reason: str  # for a person; no values
    notes: tuple[str, ...] = ()  # what was served by less than asked for; no values


def adapt[Content: (str, bytes)](detector: Detector, write: Write[Content]) -> Chosen[Content]:
    """Find the level; `write` rewrites the original at a level, the named values too. Errors of `write` propagate."""
    mild = write(Level.PARTIAL, ())
    worst = most_sensitive([finding.entity for finding in mild.findings])
    if worst is None:
        return Chosen(mild, Level.PARTIAL, (), "nothing personal was found: the text is as it was")
    start = first_level(worst)
    made = {Level.PARTIAL: mild}
    guessed: dict[tuple[str, Entity], None] = {}

    async def anonymize(_original: str, level: Level) -> str:
        made[level] = write(level, tuple(guessed)) if level not in made or guessed else made[level]
        return _said(made[level].after)

    async def attack(_text: str) -> Sequence[Guess]:
        guesses = reread(detector, made[max(made)])
        guessed.update(dict.fromkeys((guess.text, Entity(guess.what)) for guess in guesses))
        return guesses

    original = _said(mild.items)
    adapted = asyncio.run(verified_adapt(original, start, anonymize=anonymize, attack=attack, highest=Level.TAGS))
    return Chosen(made[adapted.level], adapted.level, adapted.rounds, _reason(worst, start, adapted.rounds, adapted.level))


def reread[Content: (str, bytes)](detector: Detector, made: Rewritten[Content]) -> list[Guess]:
    """What the detector sees in a rewrite, without the words that the level left or put in on purpose."""
    intended = frozenset(word for edit in made.edits for word in content_words(edit.replacement))
    found = detector.search(made.after).findings
    guesses = (Guess(one.entity.value, made.after[one.item].text[one.start : one.end], one.score) for one in found)
    return [guess for guess in guesses if content_words(guess.text) - intended]


def _said(items: Sequence[Item]) -> str:
    return "\n\n".join(item.text for item in items)


def _reason(worst: Entity, start: Level, rounds: Sequence[Round], level: Level) -> str:
    """One sentence per step."""
    steps = [first_reason(worst, start)]
    for turn in rounds:
        again = f"read again, level {turn.level.value} leaves"
        if turn.confidence >= GUESS_THRESHOLD:
            steps.append(f"{again} something that the original supports, with confidence {turn.confidence:.2f}")
        else:
            steps.append(f"{again} nothing that the original supports")
    if level is Level.TAGS and (not rounds or rounds[-1].level is not level):
        steps.append("level 3 is the strongest without a language model")
    return "; ".join(steps)


def first_level(worst: Entity | None) -> Level:
    """What is tried first, by the most sensitive thing found."""
    return START[CATEGORY_TIER[ENTITY_CATEGORY[worst]]] if worst else Level.PARTIAL


def first_reason(worst: Entity, start: Level) -> str:
    """Why that level."""
    tier = CATEGORY_TIER[ENTITY_CATEGORY[worst]]
    return f"the most sensitive thing found is of the kind {worst.value} ({tier.value}): level {start.value} is tried first"


def most_sensitive(entities: Sequence[Entity]) -> Entity | None:
    """The entity of the highest tier, the first of several."""
    tiers = list(Tier)
    return min(entities, key=lambda entity: tiers.index(CATEGORY_TIER[ENTITY_CATEGORY[entity]]), default=None)

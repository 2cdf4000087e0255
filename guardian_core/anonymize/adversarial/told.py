"""What an attacker guessed and the texts that support it in, the places that tell it out: findings that no detector made.

Only where the loop looks for more than was found (`Adaptive.adapt`, `beyond`): there what a guess rests on is replaced from the
next level on, by rule as by the model, as the loop without a model does with what a second reading finds (adapt.py).
"""

import re
from collections.abc import Iterable, Sequence

from guardian_core.anonymize.adversarial.verification import Guess, content_words, folded, is_supported
from guardian_core.vocabulary import ENTITY_CATEGORY, Entity, Finding, Item

SOURCE = "told"
_ENDING = 2  # letters that an inflected word may be longer: "editor", "editors"
_STEM = 4  # letters from which on a word may be inflected
_WORD = re.compile(r"[^\W_]+")
_BETWEEN = re.compile(r"[ \-\u2010-\u2015/&]{1,3}")  # between two words that are told as one


def words_told(guesses: Iterable[Guess], original: str, threshold: float) -> dict[str, float]:
    """The content words of the guesses that `original` supports, each with the surest confidence, from `threshold` on.

    >>> words_told([Guess("job", "film editor", 0.9), Guess("city", "Bonn", 0.9)], "The film school pays off.", 0.6)
    {'editor': 0.9, 'film': 0.9}
    """
    sure: dict[str, float] = {}
    for guess in guesses:
        if guess.confidence >= threshold and is_supported(guess.text, original):
            for word in sorted(content_words(guess.text)):
                sure[word] = max(guess.confidence, sure.get(word, 0.0))
    return sure


def places(items: Sequence[Item], numbers: Iterable[int], sure: dict[str, float]) -> tuple[Finding, ...]:
    """Where those words stand in the items of these numbers; neighbours are one place."""
    return tuple(
        Finding(number, start, end, Entity.MISC, ENTITY_CATEGORY[Entity.MISC], confidence, SOURCE)
        for number in numbers
        for start, end, confidence in _runs(items[number].text, sure)
    )


def _runs(text: str, sure: dict[str, float]) -> list[tuple[int, int, float]]:
    runs: list[tuple[int, int, float]] = []
    for found in _WORD.finditer(text):
        confidence = _confidence(folded(found[0]), sure)
        if not confidence:
            continue
        if runs and _BETWEEN.fullmatch(text, runs[-1][1], found.start()):
            start, _, before = runs.pop()
            runs.append((start, found.end(), max(before, confidence)))
        else:
            runs.append((found.start(), found.end(), confidence))
    return runs


def _confidence(word: str, sure: dict[str, float]) -> float:
    stems = (word[: len(word) - cut] for cut in range(_ENDING + 1) if cut == 0 or len(word) - cut >= _STEM)
    return max((sure.get(stem, 0.0) for stem in stems), default=0.0)

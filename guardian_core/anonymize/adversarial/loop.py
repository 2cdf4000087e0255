"""An original and a starting level in, a rewrite and the level it took out: verified adaptive anonymization (paper Algorithm 1).

The loop knows nothing of models, prompts or deadlines; those are its three seams.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from guardian_core.anonymize.adversarial.verification import Guess, Verify, is_supported, verified_confidence
from guardian_core.vocabulary import Level

GUESS_THRESHOLD = 0.6  # τ_g of the paper
MAX_ROUNDS = 5  # T of the paper

type Anonymize = Callable[[str, Level], Awaitable[str]]  # always of the original, never of its own last output
type Attack = Callable[[str], Awaitable[Sequence[Guess]]]  # sees the rewritten text alone


@dataclass(frozen=True, slots=True)
class Round:
    """One turn of the loop."""

    level: Level
    guesses: int  # how many the attacker made
    confidence: float  # ĉ, of the verified ones


@dataclass(frozen=True, slots=True)
class Adapted:
    """How a text left the loop."""

    text: str = field(repr=False)
    level: Level  # of `text`
    rounds: tuple[Round, ...] = ()
    settled: bool = True  # False: the rounds ended while a verified guess still stood against `text`


async def verified_adapt(
    original: str,
    level: Level,
    *,
    anonymize: Anonymize,
    attack: Attack,
    verify: Verify = is_supported,
    threshold: float = GUESS_THRESHOLD,
    rounds: int = MAX_ROUNDS,
    highest: Level = Level.SEMANTIC,
    heard: Callable[[Round], None] = lambda _: None,
) -> Adapted:
    """Rewrite `original` at `level` and stronger, until no guess that the original supports reaches `threshold`.

    Calls each of `anonymize` and `attack` at most `rounds` times (Proposition 3); the level never falls, nor rises above `highest`
    (ℓ_max of the paper: 5). `heard` is told each round as it ends. Errors of the seams propagate.
    """
    if rounds < 1:
        raise ValueError("rounds must be at least 1")
    history: list[Round] = []
    text = ""
    for turn in range(rounds):
        text = await anonymize(original, level)
        if level >= highest:
            break
        guesses = await attack(text)
        confidence = verified_confidence(guesses, original, text, verify)
        history.append(Round(level, len(guesses), confidence))
        heard(history[-1])
        if confidence < threshold:
            break
        if turn == rounds - 1:
            return Adapted(text, level, tuple(history), settled=False)
        level = Level(level + 1)
    return Adapted(text, level, tuple(history))

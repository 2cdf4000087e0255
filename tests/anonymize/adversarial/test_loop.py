"""Algorithm 1: which calls are made, which level is sent, and when it ends."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.anonymize.adversarial.loop import MAX_ROUNDS, Adapted, verified_adapt
from guardian_core.anonymize.adversarial.verification import Guess
from guardian_core.vocabulary import Level

ORIGINAL = "Bob Yilmaz went to school in Erzincan."


class Scripted:
    """Both seams; it remembers what it was asked, and guesses what the script says for each turn."""

    def __init__(self, *turns: Sequence[Guess]) -> None:
        self.turns = list(turns)
        self.written: list[tuple[str, Level]] = []
        self.seen: list[str] = []

    async def anonymize(self, text: str, level: Level) -> str:
        self.written.append((text, level))
        return f"rewritten at {level.value}"

    async def attack(self, text: str) -> Sequence[Guess]:
        self.seen.append(text)
        return self.turns[len(self.seen) - 1] if len(self.seen) <= len(self.turns) else ()

    async def run(self, level: Level, **options: float) -> Adapted:
        return await verified_adapt(ORIGINAL, level, anonymize=self.anonymize, attack=self.attack, **options)  # type: ignore[arg-type]


async def test_stops_at_once_when_nothing_is_guessed() -> None:
    model = Scripted()
    adapted = await model.run(Level.AGGRESSIVE)
    assert (adapted.text, adapted.level, adapted.settled) == ("rewritten at 2", Level.AGGRESSIVE, True)
    assert model.written == [(ORIGINAL, Level.AGGRESSIVE)]


@pytest.mark.parametrize(("confidence", "level"), [(0.6, Level.AGGRESSIVE), (0.599, Level.PARTIAL)])
async def test_escalates_from_the_threshold_on(confidence: float, level: Level) -> None:
    assert (await Scripted([Guess("name", "Yilmaz", confidence)]).run(Level.PARTIAL)).level is level


@pytest.mark.parametrize("guess", ["", "a", "the", "coffee shop"])
async def test_never_escalates_on_a_ghost(guess: str) -> None:
    assert (await Scripted([Guess("x", guess, 0.99)]).run(Level.PARTIAL)).level is Level.PARTIAL


async def test_rewrites_the_original_at_every_level_and_shows_the_attacker_only_the_rewrite() -> None:
    model = Scripted(*[[Guess("name", "Bob", 0.9)]] * 9)
    adapted = await model.run(Level.PARTIAL)
    assert [text for text, _ in model.written] == [ORIGINAL] * 5
    assert [level for _, level in model.written] == list(Level)
    assert model.seen == [f"rewritten at {n}" for n in range(1, 5)]  # level 5 is not attacked: nothing stronger is left
    assert (adapted.level, adapted.settled) == (Level.SEMANTIC, True)
    assert [turn.confidence for turn in adapted.rounds] == [0.9] * 4


async def test_says_so_when_the_rounds_end_first() -> None:
    model = Scripted(*[[Guess("name", "Bob", 0.9)]] * 9)
    adapted = await model.run(Level.PARTIAL, rounds=2)
    assert (adapted.text, adapted.level, adapted.settled) == ("rewritten at 2", Level.AGGRESSIVE, False)


async def test_refuses_to_run_no_round() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        await Scripted().run(Level.PARTIAL, rounds=0)


guesses = st.builds(
    Guess, st.just("x"), st.sampled_from(["Bob", "Erzincan school", "coffee shop", "", "the"]), st.floats(allow_nan=True)
)


@given(st.sampled_from(Level), st.lists(st.lists(guesses, max_size=4), max_size=6), st.integers(1, MAX_ROUNDS))
async def test_halts_within_its_calls_and_never_falls(level: Level, turns: list[list[Guess]], rounds: int) -> None:
    """Proposition 3, and the level of the result is that of the text that is sent."""
    model = Scripted(*turns)
    adapted = await model.run(level, rounds=rounds)
    levels = [written for _, written in model.written]
    assert len(model.seen) <= len(model.written) <= rounds
    assert levels == sorted(set(levels))
    assert adapted.level is levels[-1] >= level
    assert adapted.text == f"rewritten at {adapted.level.value}"
    if adapted.settled and adapted.level is not Level.SEMANTIC:
        assert adapted.rounds[-1].confidence < 0.6

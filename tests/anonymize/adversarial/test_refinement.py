"""Self-refinement keeps the best round, and none that is useless."""

from collections.abc import Sequence

import pytest

from guardian_core.anonymize.adversarial.refinement import FLOOR, Refined, Step, refined, utility_by
from guardian_core.anonymize.adversarial.verification import Guess
from guardian_core.errors import LlmAnswerError
from tests.anonymize.adversarial.scripts import Scripted


class Game:
    """Texts in order, each with what an attacker and a judge say of it."""

    def __init__(self, *turns: tuple[float, float]) -> None:
        self.turns = turns
        self.told: list[tuple[list[str], float]] = []

    async def attack(self, text: str) -> Sequence[Guess]:
        return [Guess("city", "Ankara", self.turns[int(text)][0]), Guess("x", " ", 1.0)]

    async def judge(self, _original: str, text: str) -> float:
        return self.turns[int(text)][1]

    async def refine(self, text: str, guesses: Sequence[Guess], utility: float) -> str:
        self.told.append(([guess.text for guess in guesses], utility))
        return str(min(int(text) + 1, len(self.turns) - 1))

    async def run(self, target: float = 0.6, rounds: int = 5) -> Refined:
        seams = {"attack": self.attack, "judge": self.judge, "refine": self.refine}
        return await refined("x0", "0", **seams, target=target, rounds=rounds)  # type: ignore[arg-type]


async def test_stops_on_target() -> None:
    game = Game((0.9, 0.9), (0.5, 0.8), (0.1, 0.8))
    done = await game.run()
    assert (done.text, len(done.steps)) == ("1", 2)
    assert game.told == [(["Ankara"], 0.9)]


async def test_sends_the_best_round_and_not_the_last() -> None:
    done = await Game((0.9, 0.9), (0.7, 0.9), (0.8, 0.6), (0.9, 0.6)).run(rounds=3)
    assert (done.text, len(done.steps)) == ("1", 4)


async def test_a_private_text_that_is_useless_is_not_the_best() -> None:
    done = await Game((0.9, 0.9), (0.0, FLOOR - 0.01), (0.8, 0.9)).run(rounds=2)
    assert done.text == "2"


async def test_ends_when_nothing_changes() -> None:
    assert len((await Game((0.9, 0.9)).run()).steps) == 1


def test_scores_as_the_paper_weighs() -> None:
    assert Step(0.4, 0.8).score == pytest.approx(0.9 * 0.6 + 0.1 * 0.8)
    assert Step(0.0, 0.5).score < 0


async def test_reads_the_judge() -> None:
    assert await utility_by(Scripted(judge=lambda _: {"meaning": 8, "readability": 6}), "x0", "x") == pytest.approx(0.7)


@pytest.mark.parametrize(
    "answer", [{"meaning": 0, "readability": 5}, {"meaning": 11, "readability": 5}, {"meaning": 5}, {"meaning": "5"}]
)
async def test_refuses_other_judgements(answer: object) -> None:
    with pytest.raises(LlmAnswerError):
        await utility_by(Scripted(judge=lambda _: answer), "x0", "x")

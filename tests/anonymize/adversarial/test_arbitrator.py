"""Edits are made for leaks, and stay only while they are worth their cost."""

import math
from collections.abc import Sequence

import pytest

from guardian_core.anonymize.adversarial.arbitrator import Arbitrated, Grade, Trade, arbitrated, grades_by, jaccard
from guardian_core.anonymize.adversarial.verification import Guess
from guardian_core.errors import LlmAnswerError
from tests.anonymize.adversarial.scripts import Scripted

HIGH, MED, LOW, INVALID = Grade


class Game:
    """The three seams: texts with what is guessed of them and how it is graded; an edit takes the next text."""

    def __init__(self, *turns: tuple[str, list[tuple[float, Grade]]]) -> None:
        self.turns = dict(turns)
        self.order = list(self.turns)
        self.leaks: list[list[float]] = []

    async def attack(self, text: str) -> Sequence[Guess]:
        return [Guess("x", "Ankara", confidence) for confidence, _ in self.turns[text]]

    async def arbitrate(self, _original: str, text: str, _guesses: Sequence[Guess]) -> Sequence[Grade]:
        return [grade for _, grade in self.turns[text]]

    async def edit(self, text: str, leaks: Sequence[Guess]) -> str:
        self.leaks.append([leak.confidence for leak in leaks])
        at = self.order.index(text)
        return self.order[min(at + 1, len(self.order) - 1)]

    async def run(self, **options: float) -> Arbitrated:
        seams = {"attack": self.attack, "arbitrate": self.arbitrate, "edit": self.edit}
        return await arbitrated("the original", self.order[0], **seams, **options)  # type: ignore[arg-type]


async def test_edits_high_and_med_and_leaves_ghosts_alone() -> None:
    game = Game(("a b c d", [(0.9, HIGH), (0.8, LOW), (0.4, MED), (1.0, INVALID)]), ("a b c e", []))
    done = await game.run()
    assert (done.text, done.stopped) == ("a b c e", "no valid leak")
    assert game.leaks == [[0.9, 0.4]]
    (trade,) = done.trades
    assert (trade.leaks, trade.exposure, trade.gain, trade.accepted) == (2, 0.9, 0.9, True)
    assert trade.cost == pytest.approx(1 - 3 / 5)
    assert trade.rate == pytest.approx(0.4 / 0.9)


async def test_stops_at_once_where_only_ghosts_are_left() -> None:
    done = await Game(("a b", [(1.0, LOW), (1.0, INVALID)])).run()
    assert (done.text, done.trades, done.stopped) == ("a b", (), "no valid leak")


async def test_takes_back_an_edit_that_is_not_worth_its_cost() -> None:
    done = await Game(("a b c d", [(0.5, HIGH)]), ("x y z w", [(0.4, HIGH)])).run(most_cost=1.5)
    assert (done.text, done.stopped) == ("a b c d", "not worth its cost")
    (trade,) = done.trades
    assert not trade.accepted
    assert trade.rate == pytest.approx(1.0 / 0.1)


async def test_an_edit_that_gains_nothing_is_never_worth_it() -> None:
    done = await Game(("a b c d", [(0.5, HIGH)]), ("a b c e", [(0.5, HIGH)])).run(most_cost=1e9)
    assert done.trades[0].rate == math.inf
    assert done.text == "a b c d"


async def test_ends_when_nothing_changes_and_when_the_rounds_are_over() -> None:
    assert (await Game(("a b", [(0.9, HIGH)])).run()).stopped == "nothing changed"
    texts = [(f"a b c d e f g h {n}", [(1 - n / 10, HIGH)]) for n in range(9)]
    done = await Game(*texts).run(rounds=3, most_cost=9)
    assert (done.stopped, len(done.trades)) == ("rounds", 3)


def test_no_cost_is_no_rate_and_no_gain_an_endless_one() -> None:
    assert Trade(1, 0.5, 0.0, 0.0, accepted=True).rate == 0
    assert Trade(1, 0.5, 0.1, -0.2, accepted=True).rate == math.inf


@pytest.mark.parametrize(("one", "other", "share"), [("a b c", "b c d", 0.5), ("", "", 1.0), ("a", "", 0.0), ("A  b", "a B", 1.0)])
def test_counts_common_words(one: str, other: str, share: float) -> None:
    assert jaccard(one, other) == share


async def test_reads_one_grade_for_each_guess() -> None:
    model = Scripted(arbitrator=lambda _: {"grades": ["HIGH", "INVALID"]})
    guesses = [Guess("city", "Ankara", 0.4), Guess("name", "Ann", 0.9)]
    assert await grades_by(model, "x0", "xl", guesses) == [HIGH, INVALID]
    (shown,) = model.asked("arbitrator")
    assert shown["guesses"] == [{"field": "city", "guess": "Ankara"}, {"field": "name", "guess": "Ann"}]


@pytest.mark.parametrize("answer", [{"grades": ["HIGH"]}, {"grades": "HIGH"}, {"grades": ["HIGH", "SURE"]}, {}, "HIGH"])
async def test_refuses_other_answers(answer: object) -> None:
    guesses = [Guess("city", "Ankara", 0.4), Guess("name", "Ann", 0.9)]
    with pytest.raises(LlmAnswerError):
        await grades_by(Scripted(arbitrator=lambda _: answer), "x0", "xl", guesses)

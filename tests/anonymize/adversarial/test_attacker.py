"""The attacker sees a text, window by window, and its answers are checked."""

import pytest

from guardian_core.anonymize.adversarial.attacker import MOST, WINDOW, WINDOWS, attack, read_guesses
from guardian_core.errors import LlmAnswerError
from tests.anonymize.adversarial.scripts import Scripted, guessing


async def test_gives_what_the_model_guesses() -> None:
    model = Scripted(guesser=guessing(("Bonn", 0.4), ("Ann", 0.9)))
    found = await attack(model, "Someone lives in a city.")
    assert [(guess.text, guess.confidence) for guess in found] == [("Bonn", 0.4), ("Ann", 0.9)]
    assert model.asked("guesser") == [{"text": "Someone lives in a city."}]


async def test_asks_nothing_of_an_empty_text() -> None:
    model = Scripted()
    assert await attack(model, "  \n") == ()
    assert model.calls == []


async def test_reads_a_long_text_in_windows_up_to_a_bound() -> None:
    model = Scripted(guesser=guessing(("Bonn", 0.4)))
    found = await attack(model, "x" * WINDOW * (WINDOWS + 3))
    assert len(found) == len(model.calls) == WINDOWS


async def test_asks_again_once_and_then_says_so() -> None:
    model = Scripted(guesser=lambda _: "no JSON")
    with pytest.raises(LlmAnswerError):
        await attack(model, "Someone")
    assert len(model.calls) == 2


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"guesses": "Ann"},
        {"guesses": ["Ann"]},
        {"guesses": [{"field": "name", "guess": "Ann"}]},
        {"guesses": [{"field": "name", "guess": "Ann", "confidence": "high"}]},
        {"guesses": [{"field": "name", "guess": "Ann", "confidence": True}]},
        {"guesses": [{"field": "name", "guess": 7, "confidence": 0.4}]},
    ],
)
def test_refuses_another_form(answer: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="guess"):
        read_guesses(answer)


def test_takes_no_more_than_asked_for() -> None:
    one = {"field": "name", "guess": "Ann", "confidence": 0.4}
    assert len(read_guesses({"guesses": [one] * 50})) == MOST

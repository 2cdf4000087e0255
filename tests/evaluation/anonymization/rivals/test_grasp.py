"""grasp.py: the best of some rounds."""

from guardian_core.evaluation.anonymization.rivals.grasp import ROUNDS, procedure
from tests.evaluation.anonymization.rivals.conftest import swaps

TEXT = "I work at the docks in Leeds."


def guesses(shown):
    sure = 0.9 if "Leeds" in shown["text"] else 0.2
    return {"guesses": [{"field": "city", "guess": "Leeds", "confidence": sure, "reasoning": ""}], "max_confidence": sure}


def test_refines_until_the_attacker_has_lost(run):
    output, model = run(procedure, TEXT, guesser=guesses, judge={"meaning": 8, "readability": 9}, grasp=swaps(Leeds="a city"))
    assert output.text == "I work at the docks in a city."
    assert model.asked == ["guesser", "judge", "grasp", "guesser", "judge"]
    assert model.shown[2][1]["inferred"][0]["guess"] == "Leeds"


def test_a_useless_rewrite_is_not_sent(run):
    written = iter(f"Nothing {turn}." for turn in range(ROUNDS))
    output, _ = run(
        procedure,
        TEXT,
        guesser=guesses,
        judge=lambda shown: {"meaning": 10, "readability": 10} if shown["anonymized"] == TEXT else {"meaning": 1, "readability": 2},
        grasp=lambda _: {"text": next(written)},
    )
    assert output.text == TEXT

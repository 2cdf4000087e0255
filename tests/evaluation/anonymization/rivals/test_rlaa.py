"""rlaa.py: only what the arbitrator grants is edited."""

from guardian_core.evaluation.anonymization.rivals.rlaa import procedure
from tests.evaluation.anonymization.rivals.conftest import swaps

TEXT = "I work at the docks in Leeds and like jazz."


def guesses(shown):
    said = [("city", "Leeds", 0.9), ("taste", "folk", 0.9)] if "Leeds" in shown["text"] else [("taste", "folk", 0.9)]
    return {"guesses": [{"field": f, "guess": g, "confidence": c, "reasoning": ""} for f, g, c in said], "max_confidence": 1}


def grades(shown):
    return {"grades": ["HIGH" if one["guess"] == "Leeds" else "INVALID" for one in shown["guesses"]]}


def test_ghosts_are_left_alone(run):
    output, model = run(procedure, TEXT, guesser=guesses, arbitrator=grades, rlaa=swaps(Leeds="a city"))
    assert output.text == "I work at the docks in a city and like jazz."
    assert model.asked == ["guesser", "arbitrator", "rlaa", "guesser", "arbitrator"]
    assert model.shown[2][1]["leaks"] == [{"field": "city", "guess": "Leeds"}]

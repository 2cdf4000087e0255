"""agentstealth.py: rounds, and a warning where one cost too much."""

from guardian_core.evaluation.anonymization.rivals.agentstealth import ROUNDS, procedure
from tests.evaluation.anonymization.rivals.conftest import infers_while, swaps

TEXT = "I work at the docks in Leeds."
LEEDS = ("location", "Leeds", 5)
GOOD, BAD = {"meaning": 10, "readability": 10}, {"meaning": 2, "readability": 2}


def test_stops_when_nothing_can_be_told(run):
    output, model = run(procedure, TEXT, infer=infers_while("Leeds", LEEDS), agentstealth=swaps(Leeds="a city"), judge=GOOD)
    assert output.text == "I work at the docks in a city."
    assert model.asked == ["infer", "agentstealth", "judge", "infer"]


def test_warns_after_a_round_that_cost_too_much_and_edits_the_last_text(run):
    written = iter(["Leeds one", "Leeds two", "Leeds three"])
    judged = {"Leeds one": BAD, "Leeds two": BAD}
    output, model = run(
        procedure,
        TEXT,
        infer=infers_while("Leeds", LEEDS),
        agentstealth=lambda _: {"text": next(written)},
        judge=lambda shown: judged[shown["anonymized"]],
    )
    asked = [shown for name, shown in model.shown if name == "agentstealth"]
    assert [shown["change_less"] for shown in asked] == [False, True, False]  # the second round lost nothing more
    assert [shown["text"] for shown in asked] == [TEXT, "Leeds one", "Leeds two"]
    assert len(asked) == ROUNDS
    assert output.text == "Leeds three"
    assert model.asked.count("judge") == ROUNDS - 1  # nobody is warned after the last

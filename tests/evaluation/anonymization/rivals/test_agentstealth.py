"""agentstealth.py: contrast and control of utility."""

from guardian_core.evaluation.anonymization.rivals.agentstealth import ROUNDS, procedure
from tests.evaluation.anonymization.rivals.conftest import infers, infers_while, swaps

TEXT = "I work at the docks in Leeds."
LEEDS = ("location", "Leeds", 5)
GOOD, BAD = {"meaning": 9, "readability": 9}, {"meaning": 2, "readability": 2}


def test_stops_when_nothing_can_be_told(run):
    output, model = run(procedure, TEXT, infer=infers_while("Leeds", LEEDS), agentstealth=swaps(Leeds="a city"), judge=GOOD)
    assert output.text == "I work at the docks in a city."
    assert model.asked == ["infer", "agentstealth", "infer", "judge"]


def test_a_rewrite_of_little_use_is_not_kept_and_the_next_is_to_change_less(run):
    written = iter(["Nothing.", "Not much.", "Little."])
    output, model = run(
        procedure, TEXT, infer=infers_while("Leeds", LEEDS), agentstealth=lambda _: {"text": next(written)}, judge=BAD
    )
    assert output.text == TEXT
    asked = [shown for name, shown in model.shown if name == "agentstealth"]
    assert [shown["change_less"] for shown in asked] == [False] + [True] * (ROUNDS - 1)
    assert {shown["text"] for shown in asked} == {TEXT}
    assert all("good_example" not in shown for shown in asked)


def test_contrasts_the_best_with_the_worst_of_earlier_rewrites(run):
    written = iter(["Leeds one", "Leeds two", "Leeds three"])
    certainty = {TEXT: 5, "Leeds one": 5, "Leeds two": 3, "Leeds three": 4}
    output, model = run(
        procedure,
        TEXT,
        infer=lambda shown: infers(("location", "Leeds", certainty[shown["text"]])),
        agentstealth=lambda _: {"text": next(written)},
        judge=GOOD,
    )
    third = [shown for name, shown in model.shown if name == "agentstealth"][2]
    assert (third["good_example"], third["bad_example"]) == ("Leeds two", "Leeds one")
    assert output.text == "Leeds two"

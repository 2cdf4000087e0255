"""staab.py: rounds of attack and edit."""

from guardian_core.evaluation.anonymization.rivals.staab import ROUNDS, procedure
from tests.evaluation.anonymization.rivals.conftest import infers, infers_while, swaps

TEXT = "I work at the docks in Leeds."
LEEDS = ("location", "Leeds", 5)


def test_edits_by_what_was_inferred_until_nothing_is(run):
    output, model = run(procedure, TEXT, infer=infers_while("Leeds", LEEDS), staab=swaps(Leeds="a city"))
    assert output.text == "I work at the docks in a city."
    assert model.asked == ["infer", "staab", "infer"]
    assert model.shown[1][1]["inferences"] == [{"attribute": "location", "guess": "Leeds", "because": "a clue"}]


def test_an_attacker_who_imagines_things_keeps_it_going(run):
    output, model = run(procedure, TEXT, infer=infers(LEEDS), staab=lambda shown: {"text": shown["text"] + "."})
    assert model.asked == ["infer", "staab"] * ROUNDS
    assert output.calls == 2 * ROUNDS


def test_leaves_a_text_that_tells_nothing(run):
    output, model = run(procedure, TEXT, infer=infers())
    assert (output.text, model.asked) == (TEXT, ["infer"])

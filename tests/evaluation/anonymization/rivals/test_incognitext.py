"""incognitext.py: misleading."""

from guardian_core.evaluation.anonymization.rivals.incognitext import ROUNDS, procedure
from tests.evaluation.anonymization.rivals.conftest import infers, swaps

TEXT = "I work at the docks in Leeds."


def test_stops_once_the_attacker_is_misled(run):
    def attacker(shown):
        return infers(("location", "Leeds" if "Leeds" in shown["text"] else "Cork", 5))

    output, model = run(procedure, TEXT, infer=attacker, incognitext=swaps(Leeds="Cork"))
    assert output.text == "I work at the docks in Cork."
    assert model.asked == ["infer", "incognitext", "infer"]
    assert model.shown[1][1]["mislead"][0]["guess"] == "Leeds"


def test_tries_again_about_what_is_still_told(run):
    always = infers(("location", "Leeds", 5), ("sex", "female", 4))
    _, model = run(procedure, TEXT, infer=always, incognitext=lambda shown: {"text": shown["text"] + "."})
    assert model.asked.count("incognitext") == ROUNDS


def test_nothing_inferred_nothing_changed(run):
    assert run(procedure, TEXT, infer=infers())[0].text == TEXT

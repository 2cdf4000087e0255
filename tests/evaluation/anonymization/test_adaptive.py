"""adaptive.py: the loop as a method of the benchmark."""

import pytest

from guardian_core.errors import NotInstalledError
from guardian_core.evaluation.anonymization import adaptive
from guardian_core.evaluation.anonymization.methods import METHODS, Tools, methods
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.evaluation.anonymization.run import measured, rows
from guardian_core.rewrite_settings import RewriteSettings
from guardian_core.vocabulary import Level
from tests.anonymize.adversarial.scripts import Scripted, echo, guessing, replacing

TEXT = "Erdal Yilmaz moved to Erzincan in October 1995."
SOFT = {"Erdal Yilmaz": "Somebody", "Erzincan": "a town", "October 1995": "the nineties"}


def made(sample, model, **settings):
    method = adaptive.method(RewriteSettings(**settings), None, Remembered(model))
    return method(sample(TEXT))


def test_says_which_level_was_needed_and_what_it_cost(sample):
    model = Scripted(guesser=guessing(("Yilmaz", 0.9)), minimal_edit=replacing(**SOFT), semantic=replacing(**SOFT))
    output = made(sample, model)
    assert output.text == "Somebody moved to a town in the nineties."
    assert (output.start, output.level, output.guess) == (1, 5, None)
    assert output.calls == len(model.calls) == 6  # four attacks, two rewrites


def test_the_cap_holds(sample):
    output = made(sample, Scripted(guesser=guessing(("Yilmaz", 0.9))), highest=3)
    assert output.level == 3
    assert "[PERSON_1]" in output.text


@pytest.mark.parametrize("level", [4, 5])
def test_one_level_alone_asks_no_attacker(sample, level):
    model = Scripted(minimal_edit=replacing(**SOFT), semantic=replacing(**SOFT))
    method = adaptive.method(RewriteSettings(highest=level), None, Remembered(model), Level(level))
    output = method(sample(TEXT))
    assert (output.text, output.start, output.level) == ("Somebody moved to a town in the nineties.", level, level)
    assert {name for name, _ in model.calls} == {"minimal_edit" if level == 4 else "semantic"}
    assert output.tokens > 0


def test_no_value_is_left_by_a_model_that_does_nothing(sample):
    output = made(sample, Scripted(guesser=guessing(("Yilmaz", 0.9)), minimal_edit=echo, semantic=echo))
    assert "Yilmaz" not in output.text
    assert "Erzincan" not in output.text


def test_fills_the_columns_of_the_loop(sample):
    model = Scripted(guesser=guessing(("coffee", 0.9)))
    found = measured([sample(TEXT)], {"guardian": adaptive.method(RewriteSettings(), None, Remembered(model))})
    (row,) = rows(found)
    assert (row["level_mean"], row["upgrade_rate"], row["calls"], row["guess"]) == (1.0, 0.0, 1.0, 0.0)


def test_a_method_without_its_model_says_what_to_do():
    with pytest.raises(NotInstalledError, match="--model URL"):
        methods(["guardian"], Tools())
    assert {"guardian", "guardian-noverify", "guardian-arbitrator", "guardian-cap3", "guardian-cap4"} <= METHODS.keys()

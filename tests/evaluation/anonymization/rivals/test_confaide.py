"""confaide.py: one rewrite."""

from guardian_core.evaluation.anonymization.rivals.confaide import procedure
from tests.evaluation.anonymization.rivals.conftest import swaps


def test_asks_once_with_its_prompt(run):
    output, model = run(procedure, "Ann lives in Leeds.", confaide=swaps(Ann="[NAME]", Leeds="a city"))
    assert output.text == "[NAME] lives in a city."
    assert model.asked == ["confaide"]

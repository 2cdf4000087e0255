"""dp_prompt.py: one rewrite."""

from guardian_core.evaluation.anonymization.rivals.dp_prompt import procedure
from tests.evaluation.anonymization.rivals.conftest import swaps


def test_asks_once_with_its_prompt(run):
    output, model = run(procedure, "Ann lives in Leeds.", dp_prompt=swaps(Ann="[NAME]", Leeds="a city"))
    assert output.text == "[NAME] lives in a city."
    assert model.asked == ["dp_prompt"]

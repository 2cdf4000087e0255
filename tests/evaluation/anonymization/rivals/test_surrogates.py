"""surrogates.py: the same value, the same surrogate."""

from guardian_core.evaluation.anonymization.rivals.surrogates import procedure
from tests.evaluation.anonymization.rivals.conftest import spans

TEXT = "Ann moved from Leeds; Ann likes York."


def test_puts_a_surrogate_everywhere(run):
    output, model = run(
        procedure, TEXT, surrogates=spans(("Ann", "name", "Bea"), ("Leeds", "place", "Hull"), ("York", "place", " "))
    )
    assert output.text == "Bea moved from Hull; Bea likes [PLACE]."
    assert model.asked == ["surrogates"]

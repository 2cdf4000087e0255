"""has.py: labels, twice."""

from guardian_core.evaluation.anonymization.rivals.has import procedure
from tests.evaluation.anonymization.rivals.conftest import spans

TEXT = "On 13 May 1988 Ann Quill left Leeds."


def test_hides_in_two_passes(run):
    def finds(shown):
        first = shown["text"] == TEXT
        return (
            spans(("Ann Quill", "person"), ("13 May 1988", "date")) if first else spans(("Leeds", "place"), ("[PERSON]", "person"))
        )

    output, model = run(procedure, TEXT, has=finds)
    assert output.text == "On [DATE] [PERSON] left [PLACE]."
    assert model.asked == ["has", "has"]
    assert [TEXT[start:end] for start, end in output.found] == ["13 May 1988", "Ann Quill"]

"""rescriber.py: find, then abstract."""

from guardian_core.evaluation.anonymization.rivals.rescriber import procedure
from tests.evaluation.anonymization.rivals.conftest import spans, swaps

TEXT = "Ann Quill, 34, lives in Leeds."


def test_abstracts_what_it_finds(run):
    output, model = run(
        procedure,
        TEXT,
        rescriber_find=spans(("Ann Quill", "name"), ("Leeds", "place"), ("Leeds", "place")),
        rescriber_abstract=swaps(**{"Ann Quill": "somebody", "Leeds": "a city"}),
    )
    assert output.text == "somebody, 34, lives in a city."
    assert model.shown[1][1] == {"text": TEXT, "protect": ["Ann Quill", "Leeds"]}


def test_one_call_where_nothing_is_found(run):
    output, model = run(procedure, TEXT, rescriber_find=spans())
    assert (output.text, model.asked) == (TEXT, ["rescriber_find"])

"""rescriber.py: find, then generalise."""

from guardian_core.evaluation.anonymization.rivals.rescriber import procedure
from tests.evaluation.anonymization.rivals.conftest import spans

TEXT = "Ann Quill, 34, lives in Leeds."


def test_generalises_what_it_finds(run):
    output, model = run(
        procedure,
        TEXT,
        rescriber_find=spans(("Ann Quill", "name"), ("Leeds", "place")),
        rescriber_generalise=spans(("Leeds", "place", "a city"), ("34", "age", "in my thirties")),
    )
    assert output.text == "[NAME], 34, lives in a city."  # what was not found is not touched, what got no wording gets its type
    assert model.shown[1][1]["spans"] == ["Ann Quill", "Leeds"]


def test_one_call_where_nothing_is_found(run):
    output, model = run(procedure, TEXT, rescriber_find=spans())
    assert (output.text, model.asked) == (TEXT, ["rescriber_find"])

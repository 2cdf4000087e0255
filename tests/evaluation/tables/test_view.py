"""view.py: records by what a table asks for."""

from tests.evaluation.tables.records import record, view

OTHERS = (record(seed=43), record(run="r2", utility=0.9), record(run="old"))


def test_of_the_current_run_and_seed():
    made = view(record(), *OTHERS)
    assert made.of("tab", "guardian") == [record()]
    assert made.of("pii", "guardian") == []


def test_by_seed_and_by_model():
    made = view(record(), *OTHERS)
    assert list(made.by_seed("tab", "guardian")) == [42, 43]
    assert {model: len(found) for model, found in made.by_model("tab", "guardian").items()} == {"small": 1, "large": 1}


def test_says_why_not():
    made = view(not_run={("tab", "has"): "no model"})
    assert made.why_not("tab", "has") == "no model"
    assert made.why_not("tab", "x") == "not among the methods of this run"

"""samples.py: what goes to a method and comes back."""

from guardian_core.evaluation.anonymization.samples import Output, replaced, without_overlaps


def test_replaces_and_says_where():
    output = replaced("Ann is 34.", [(0, 3, "[PERSON]"), (7, 9, "***")])
    assert output.text == "[PERSON] is ***."
    assert output.found == ((0, 3), (7, 9))
    assert [output.text[start:end] for start, end in output.written] == ["[PERSON]", "***"]


def test_joins_what_overlaps_under_the_name_of_the_longest():
    assert without_overlaps([(4, 9, "C"), (0, 5, "A"), (1, 2, "B"), (9, 10, "D")]) == [(0, 9, "A"), (9, 10, "D")]


def test_hides_its_text(sample):
    assert "Quill" not in repr(sample("Ann Quill")) + repr(Output("Ann Quill"))

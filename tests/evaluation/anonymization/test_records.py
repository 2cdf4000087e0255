"""records.py: files of objects."""

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization.records import field, files, records, span


def test_reads_lines_and_lists(lines):
    assert [record for _, record in records(lines("a.jsonl", {"n": 1}, "", {"n": 2}))] == [{"n": 1}, {"n": 2}]
    assert [where for where, _ in records(lines("a.json", [{"n": 1}, {"n": 2}]))] == ["a.json, record 1", "a.json, record 2"]


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.jsonl", '{"n": 1}\n{"n": ', "a.jsonl, line 2: not JSON"),
        ("a.jsonl", "[1]", "a.jsonl, line 1: expected an object"),
        ("a.json", "[1]", "a.json, record 1: expected an object"),
        ("a.json", "{", "a.json: not JSON"),
    ],
)
def test_says_what_is_wrong(lines, name, content, complaint):
    with pytest.raises(DataError, match=complaint):
        list(records(lines(name, content)))


def test_refuses_what_is_no_text(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="not UTF-8"):
        list(records(tmp_path / "a.jsonl"))
    with pytest.raises(DataError, match="cannot read"):
        list(records(tmp_path / "none.jsonl"))


def test_finds_the_files_of_a_data_set(lines, tmp_path):
    one, other = lines("tab/b.jsonl", {}), lines("tab/a.jsonl", {})
    lines("tab/README.md", "x")
    assert files(tmp_path, "tab", (".jsonl",)) == [other, one]
    assert files(tmp_path / "tab", "tab", (".jsonl",)) == [other, one]
    assert files(one, "tab", (".jsonl",)) == [one]
    with pytest.raises(DataError, match=r"no file of tab in .*: expected \.json"):
        files(tmp_path / "tab", "tab", (".json",))


def test_checks_fields():
    assert field({"text": "x"}, "text", str, "here") == "x"
    with pytest.raises(DataError, match="here: 'text' is missing"):
        field({}, "text", str, "here")
    with pytest.raises(DataError, match="here: 'text' is not text"):
        field({"text": 3}, "text", str, "here")


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (2, 2), (0, 5)])
def test_refuses_offsets_outside_the_text(start, end):
    with pytest.raises(DataError, match="is not a span of a text of 4 characters"):
        span({"s": start, "e": end}, "s", "e", "text", "here")


def test_looks_below_the_folder_of_the_data_set_alone(lines):
    path = lines("research/tab/dev/a.jsonl", {})
    lines("research/other/b.jsonl", {})
    research = path.parents[2]
    assert files(research, "tab", (".jsonl",)) == files(research / "tab", "tab", (".jsonl",)) == [path]
    with pytest.raises(DataError, match=r"no file of pii .*expected .jsonl, from github.com/microsoft"):
        files(research, "pii", (".jsonl",))

"""results.py: a file that a run goes on from."""

import json

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization.samples import Sample
from guardian_core.evaluation.tables.results import Results, digest
from tests.evaluation.tables.records import record, span

RUN = {"run": "r1", "model": None, "versions": {"python": "3.13"}}


def test_keeps_runs_and_records(tmp_path):
    first = Results(tmp_path / "a" / "results.jsonl", RUN)
    first.keep(record())
    again = Results(tmp_path / "a" / "results.jsonl", RUN)
    assert again.records == [record()]
    assert record().key in again
    assert record(sample="other").key not in again
    assert again.runs == [RUN]
    lines = (tmp_path / "a" / "results.jsonl").read_text().splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["run", "sample"]


def test_another_run_is_added(tmp_path):
    Results(tmp_path / "r.jsonl", RUN).keep(record())
    other = Results(tmp_path / "r.jsonl", RUN | {"run": "r2"})
    assert [run["run"] for run in other.runs] == ["r1", "r2"]
    assert len(other.records) == 1


def test_goes_on_after_a_line_that_was_cut_off(tmp_path):
    path = tmp_path / "r.jsonl"
    Results(path, RUN).keep(record())
    path.write_text(path.read_text() + '{"kind": "sam')
    again = Results(path, RUN)
    again.keep(record(sample="s2"))
    assert [one.sample for one in Results(path, RUN).records] == ["s1", "s2"]


@pytest.mark.parametrize("line", ['{"kind": "sample", "run": "r1"}', '{"kind": "x"}', "[]", "{}"])
def test_refuses_other_files(tmp_path, line):
    (tmp_path / "r.jsonl").write_text(line + "\n")
    with pytest.raises(DataError, match="line 1: not a result"):
        Results(tmp_path / "r.jsonl", RUN)


def test_names_a_sample_without_its_text():
    one = Sample("tab", "f", "d", "Ann Quill", ())
    assert digest(one) != digest(Sample("tab", "f", "e", "Ann Quill", ()))
    assert len(digest(one)) == 16


def test_privacy_of_one_text():
    assert record(spans=(span(), span(left=True))).privacy == 0.5
    assert record(spans=()).privacy is None

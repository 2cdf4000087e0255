"""keeping.py: one results file for both commands."""

from guardian_core.evaluation.anonymization.baselines import gold_tags, keep_all
from guardian_core.evaluation.anonymization.run import measured
from guardian_core.evaluation.tables.keeping import keep
from guardian_core.evaluation.tables.results import read
from tests.evaluation.anonymization.conftest import sample


def test_keeps_every_text_and_method_once(tmp_path):
    samples = [sample("Ann Quill met Bo", ("Ann Quill", "PERSON", "DIRECT")), sample("in May 1995", ("1995", "DATETIME", "QUASI"))]
    found = measured(samples, {"keep-all": keep_all, "gold-tags": gold_tags})
    for _ in range(2):
        keep(tmp_path, {"run": "r1", "model": None}, 42, found)
    runs, records = read(tmp_path / "results.jsonl")
    assert [run["run"] for run in runs] == ["r1"]
    assert [(one.method, one.privacy, one.seed) for one in records] == [("keep-all", 0, 42)] * 2 + [("gold-tags", 1, 42)] * 2

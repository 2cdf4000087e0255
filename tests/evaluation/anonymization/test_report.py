"""report.py: the tables a person reads."""

from guardian_core.evaluation.anonymization.baselines import keep_all, mask_all
from guardian_core.evaluation.anonymization.report import render
from guardian_core.evaluation.anonymization.run import measured, rows


def test_prints_methods_types_and_the_papers_numbers(sample):
    text = render(rows(measured([sample("Ann met Bo", ("Ann", "PERSON", "DIRECT"))], {"keep-all": keep_all, "mask-all": mask_all})))
    assert "tab: 1 texts, 1 gold spans" in text
    line = next(line for line in text.splitlines() if line.startswith("mask-all"))
    assert line.split()[1:7] == ["1.000", "1.000", "1.000", "1.000", "-", "0.000"]
    assert "GuardianAgent .945/.696" in text
    assert "compare methods within one run" in text


def test_prints_files_of_annotated_texts(sample):
    one = sample("Ann", ("Ann", "PERSON", None), dataset="pii", file="presidio_x")
    text = render(rows(measured([one], {"mask-all": mask_all})))
    assert next(line for line in text.splitlines() if line.startswith("presidio_x")).split()[1:] == [
        "mask-all", "1", "1.000", "1.000", "1.000", "1.000",
    ]  # fmt: skip


def test_prints_nothing_of_nothing():
    assert "None" in render([])

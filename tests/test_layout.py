"""Each source file has its test file."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = {"addons": "addons", "certs": "certs", "policy_cache": "policy_cache", "guardian_core": ""}
# Files tested through the one file that uses them.
THROUGH = {
    "addons/late": "wire/test_large.py",
    "audit/migrations": "audit/test_journal.py",
    "audit/row": "audit/test_journal.py",
    "clock": "test_guardian.py",
    "cli/explain": "cli/test_decide.py",
    "cli/statements": "cli/test_policy.py",
    "cli/offline": "cli/test_decide.py",
    "cli/output_table": "cli/test_outputs.py",
    "cli/policy_outputs": "cli/test_outputs.py",
    "cli/setup_outputs": "cli/test_outputs.py",
    "control/asking": "control/test_gate.py",
    "control/choices": "control/test_app.py",
    "control/flows": "control/test_app.py",
    "control/layout": "control/test_app.py",
    "control/migrations": "control/test_doors.py",
    "control/overview": "control/test_app.py",
    "control/sites": "control/test_app.py",
    "control/standing": "control/test_app.py",
    "control/status": "control/test_app.py",
    "control/trust": "control/test_app.py",
    "grants/migrations": "grants/test_store.py",
    "detect/names": "detect/test_spanmodel.py",
    "errors": "test_settings.py",
    "evaluation/conflicts": "evaluation/test_amrsf.py",
    "evaluation/leak_cases": "evaluation/test_leaks.py",
    "evaluation/mix": "evaluation/test_amrsf.py",
    "evaluation/published": "evaluation/test_amrsf.py",
    "evaluation/report": "evaluation/test_amrsf.py",
    "evaluation/system1_aggregation": "evaluation/test_system1.py",
    "evaluation/system1_report": "evaluation/test_system1.py",
    "evaluation/system1_teacher": "cli/test_bench_system1.py",
    "looking": "test_searching.py",
    "llm/completion": "llm/test_client.py",
    "llm/exchange": "llm/test_client.py",
    "llm/network": "llm/test_client.py",
    "llm/protocol": "llm/test_client.py",
    "matching/reading": "matching/test_judge.py",
    "policy_cache/charset": "policy_cache/test_extract.py",
    "policy_cache/page": "policy_cache/test_fetch.py",
    "policy_cache/processes": "policy_cache/test_render.py",
    "policy_cache/tables": "policy_cache/test_store.py",
    "obstacles": "test_overrides.py",
    "search_process": "test_searching.py",
    "terms": "risk/test_tables.py",
    "behind/for-python/sitecustomize": "cli/test_exec.py",
    "behind/start": "cli/test_exec.py",
    "trust/store": "trust/test_system.py",
    "vocabulary": "test_guardian.py",
}


def sources():
    for folder, tests in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name != "__init__.py":
                yield (Path(tests) / path.relative_to(ROOT / folder)).with_suffix("").as_posix()


@pytest.mark.parametrize("source", list(sources()))
def test_has_a_test_file(source):
    folder, _, name = source.rpartition("/")
    expected = THROUGH.get(source, f"{folder}/test_{name}.py".lstrip("/"))
    assert (ROOT / "tests" / expected).is_file()


def test_lists_no_file_that_is_gone():
    assert THROUGH.keys() <= set(sources())

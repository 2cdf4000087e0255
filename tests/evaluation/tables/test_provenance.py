"""provenance.py: what a number depends on."""

from guardian_core.evaluation.tables.provenance import described, prompts


def test_names_versions_prompts_and_machine():
    about = described("qwen", None)
    assert about["versions"]["numpy"]
    assert {"guesser", "semantic", "staab", "infer", "rate"} <= about["prompts"].keys()
    assert about["hardware"]["cores"] >= 1
    assert "hostname" not in str(about).lower()


def test_another_model_is_another_run_and_the_same_is_the_same(tmp_path):
    assert described("a", None) == described("a", None)
    runs = {described(model, encoder)["run"] for model in (None, "a", "b") for encoder in (None, "e")}
    assert len(runs) == 6
    assert described(None, None, tmp_path)["run"] != described(None, None)["run"]


def test_without_a_model_prompts_do_not_matter():
    assert described(None, None)["prompts"] == {}
    assert len(set(prompts().values())) > 15

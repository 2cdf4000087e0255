"""other_tables.py: rows of other suites as tables."""

from guardian_core.evaluation import amrsf
from guardian_core.evaluation.calibration import run
from guardian_core.evaluation.tables import other_tables
from tests.evaluation.tables.records import column


def test_amrsf_has_ours_above_the_papers():
    two, three, twenty = other_tables.amrsf(amrsf.run())
    assert (two.name, three.name, twenty.name) == ("table-02", "table-03", "table-20")
    assert two.rows[1][:4] == ("C_low", "paper", 0.119, 0.017)


def test_calibration_keeps_the_caution():
    made = other_tables.calibration(run.run(500, 0), run.CAUTION)
    assert column(made, "rho (paper)", method="NIST LxI") == [0.964]
    assert "No expert rated" in made.notes[0]


def test_system1():
    numbers = {"accuracy": 0.8, "precision": 0.7, "recall": 0.6, "f1": 0.65, "ece": 0.1, "brier": 0.2, "escalation": 0.3}
    rows = [
        {"mix": "even", "fields": "gold", "seed": "mean", "pairs": 9, **numbers},
        {"mix": "even", "fields": "gold", "seed": 1, **numbers},
    ]
    made = other_tables.system1(rows)
    assert len(made.rows) == 2
    assert column(made, "accuracy") == [0.8, 0.928]


def test_online():
    row = {"fields": "gold", "events": 500, "labels": 3, "accuracy": 0.9, "published_accuracy": 0.97, "escalation": 0.1}
    made = other_tables.online([row])
    assert made.rows == (("gold", 500, 3, 0.9, 0.97, 0.1, None),)

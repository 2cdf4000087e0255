"""What `guardian bench anonymize` measured in, the results file of `guardian bench tables` out; its --again makes tables of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from guardian_core.evaluation.anonymization.run import Measured
from guardian_core.evaluation.tables.measuring import Judges, record
from guardian_core.evaluation.tables.results import Results


def keep(out: Path, about: Mapping[str, object], seed: int, measured: Mapping[str, Sequence[Measured]]) -> None:
    """Add a record of each text and method to `results.jsonl` in `out`; `about` is the run (provenance.py).

    No attacker and no encoder looks at the outputs: their columns stay empty in the tables.

    Raises:
        DataError: the file is of another form.
    """
    results = Results(out / "results.jsonl", about)
    for method, many in measured.items():
        for one in many:
            results.keep(record(one.sample, one.output, one.seconds, Judges(), (results.run, seed, method)))

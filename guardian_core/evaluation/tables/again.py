"""A folder of results in, its tables anew out: nothing is measured, neither data nor a language model is needed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from guardian_core.errors import DataError
from guardian_core.evaluation.tables import published
from guardian_core.evaluation.tables.layout import Table
from guardian_core.evaluation.tables.making import Wanted, made
from guardian_core.evaluation.tables.results import Record, read
from guardian_core.evaluation.tables.suites import Kept
from guardian_core.evaluation.tables.view import View


def again(wanted: Wanted) -> list[Table]:
    """The tables of the latest run with a language model, or of the latest.

    Raises:
        DataError: there are no results, or they are of another form.
    """
    runs, records = read(wanted.out / "results.jsonl")
    if not records:
        message = f"nothing was measured in {wanted.out} yet: name --data"
        raise DataError(message)
    models = {str(run["run"]): run.get("model") for run in runs}
    last = next((one.run for one in reversed(records) if models.get(one.run)), records[-1].run)
    mine = [one for one in records if one.run == last]
    seed = wanted.seed if any(one.seed == wanted.seed for one in mine) else mine[-1].seed
    datasets = tuple(one for one in published.ALL_DATASETS if one in wanted.parts and one in {record.dataset for record in mine})
    view = View(last, seed, records, runs, {}, datasets)
    return made(replace(wanted, seed=seed, n=_texts(mine, seed)), view, Kept(wanted.out / "suites.json"), lambda _: None)


def _texts(records: Sequence[Record], seed: int) -> int:
    """Of the data set with most."""
    return max(Counter(dataset for dataset, _ in {(one.dataset, one.sample) for one in records if one.seed == seed}).values())

"""The records of a results file, by data set, method, seed and model; and why a method has none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from guardian_core.evaluation.tables.published import ALL_DATASETS
from guardian_core.evaluation.tables.results import Record

type NotRun = Mapping[tuple[str, str], str]  # (data set, method) → why

NO_MODEL = "needs a language model: --model URL"


@dataclass(frozen=True, slots=True)
class View:
    """What tables are made of."""

    run: str  # the current one
    seed: int
    records: Sequence[Record] = field(repr=False)
    runs: Sequence[Mapping[str, object]] = field(repr=False)  # provenance of each run in the file
    not_run: NotRun
    datasets: Sequence[str] = ALL_DATASETS  # that the tables are about

    def of(self, dataset: str, method: str) -> list[Record]:
        """Of the current run and seed."""
        return [one for one in self._all(dataset, method) if one.run == self.run and one.seed == self.seed]

    def by_seed(self, dataset: str, method: str) -> dict[int, list[Record]]:
        """Of the current run, every seed."""
        found: dict[int, list[Record]] = {}
        for one in self._all(dataset, method):
            if one.run == self.run:
                found.setdefault(one.seed, []).append(one)
        return found

    def by_model(self, dataset: str, method: str) -> dict[str, list[Record]]:
        """Of the current seed, every language model: for each its latest run."""
        latest = {str(run["model"]): str(run["run"]) for run in self.runs if run.get("model")}
        found = {
            model: [one for one in self._all(dataset, method) if one.run == run and one.seed == self.seed]
            for model, run in latest.items()
        }
        return {model: records for model, records in found.items() if records}

    def why_not(self, dataset: str, method: str) -> str:
        """Why there is no record of this method."""
        return self.not_run.get((dataset, method), "not among the methods of this run")

    def _all(self, dataset: str, method: str) -> list[Record]:
        return [one for one in self.records if one.dataset == dataset and one.method == method]

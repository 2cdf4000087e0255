"""A folder of data in, every table and the figure in another folder out.

What was measured is kept there text by text (results.jsonl), so that an interrupted run goes on and more can be added: another
seed, another model, more texts. Tables are made anew from all of it each time.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from guardian_core.errors import DataError
from guardian_core.evaluation import amrsf, leaks, system1, system1_online
from guardian_core.evaluation.anonymization import synthpai
from guardian_core.evaluation.anonymization.attacker import Attacker
from guardian_core.evaluation.anonymization.methods import METHODS, Tools
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.evaluation.anonymization.run import DATASETS, Pace, draw
from guardian_core.evaluation.anonymization.samples import Sample
from guardian_core.evaluation.calibration import run as calibration
from guardian_core.evaluation.metrics.encoder import Encoder, absent
from guardian_core.evaluation.tables import method_tables, other_tables, own_tables, published, server
from guardian_core.evaluation.tables.layout import Table, csv_of, latex, markdown
from guardian_core.evaluation.tables.measuring import Judges, measure_all, ready
from guardian_core.evaluation.tables.pareto import Point, figure
from guardian_core.evaluation.tables.provenance import described
from guardian_core.evaluation.tables.rating import Rater, rater
from guardian_core.evaluation.tables.results import Results
from guardian_core.evaluation.tables.suites import Suites
from guardian_core.evaluation.tables.summary import mean, privacy
from guardian_core.evaluation.tables.view import View

PARTS = ("tab", "synthpai", "pii", "amrsf", "risk", "system1", "leaks")
NUMBER = 200  # texts of each data set, as the paper's ablations
PEOPLE = 2  # invented, beside the recorded one, in the table of leaks
LEFT_OUT = {"guardian-both", "guardian-refine", "guardian-masked"}  # ours, and in none of the paper's tables
DEFAULT_METHODS = tuple(name for name in METHODS if name not in LEFT_OUT)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to run."""

    data: Path
    out: Path
    n: int = NUMBER
    seed: int = 42
    methods: Sequence[str] = DEFAULT_METHODS
    parts: Sequence[str] = PARTS
    model: str | None = None  # address
    raters: Sequence[str] = ()  # addresses
    models: Path | None = None  # of folds: TAB is cross-validated
    longest: int | None = None  # words of a text at most


def run(wanted: Wanted, pace: Pace) -> list[Table]:
    """Measure what is missing, write every file, and give the tables.

    Raises:
        SettingsError: a model's server does not answer.
        DataError: a file of an earlier run is of another form.
        LlmError: the model went away; what was measured until then is kept.
    """
    wanted.out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        llm, name = stack.enter_context(server.opened(wanted.model, wanted.out, pace.parallel)) if wanted.model else (None, None)
        rating = [stack.enter_context(server.opened(url, wanted.out, pace.parallel)) for url in wanted.raters]
        return _run(wanted, llm, name, {label: rater(one) for one, label in rating}, pace)


def _run(wanted: Wanted, llm: Remembered | None, name: str | None, raters: Mapping[str, Rater], pace: Pace) -> list[Table]:
    encoder = None if absent() else Encoder()
    results = Results(
        wanted.out / "results.jsonl", described(name, encoder.name if encoder else None, wanted.models, wanted.longest)
    )
    judges = Judges(encoder=encoder, llm=llm, raters=raters)
    not_run: dict[tuple[str, str], str] = {}
    for dataset in (part for part in published.DATASETS if part in wanted.parts):
        folds = wanted.models if dataset == "tab" else None
        not_run |= _measured(wanted, dataset, Tools(folds, llm), results, judges, pace)
    view = View(results.run, wanted.seed, results.records, results.runs, not_run)
    tables = [*_of_methods(view, wanted), *_of_suites(wanted, Suites(wanted.out / "suites.json", results.run), pace)]
    _write(wanted, tables, view, absent())
    return tables


def _measured(  # noqa: PLR0917 - what there is to say
    wanted: Wanted, dataset: str, tools: Tools, results: Results, judges: Judges, pace: Pace
) -> Mapping[tuple[str, str], str]:
    """Measure one data set; why some methods were not run."""
    try:
        samples = draw(DATASETS[dataset](_folder(wanted.data, dataset)), wanted.n, wanted.seed, wanted.longest)
    except DataError as error:
        return {(dataset, method): str(error) for method in wanted.methods}
    made, missing = ready(wanted.methods, tools)
    measure_all(samples, made, results, wanted.seed, _with_attacker(wanted, dataset, samples, judges), pace)
    return {(dataset, method): why for method, why in missing.items()}


def _folder(data: Path, dataset: str) -> Path:
    """The paper's own PII texts before the others, where they are."""
    paper = data / "pii-masking-300k"
    return paper if dataset == "pii" and paper.is_dir() else data


def _with_attacker(wanted: Wanted, dataset: str, samples: Sequence[Sample], judges: Judges) -> Judges:
    """On SynthPAI, an attacker trained on the authors that are not drawn; only there are outputs rated."""
    if dataset != "synthpai":
        return Judges(encoder=judges.encoder, llm=judges.llm)
    authors = synthpai.authors(wanted.data)
    drawn = {one.document for one in samples}
    attacker = Attacker(author for name, author in authors.items() if name not in drawn)
    return Judges(judges.encoder, authors, attacker, judges.llm, judges.raters)


def _of_methods(view: View, wanted: Wanted) -> list[Table]:
    if not set(published.DATASETS) & set(wanted.parts):
        return []
    ours = "guardian" if any(view.of(dataset, "guardian") for dataset in published.DATASETS) else "guardian-l3"
    return [
        method_tables.table_1(view, wanted.methods),
        method_tables.table_4(view),
        method_tables.table_5(view),
        method_tables.table_13(view),
        method_tables.table_14(view),
        method_tables.table_15(view),
        *method_tables.backbones(view),
        method_tables.table_17(view),
        method_tables.table_21(view),
        own_tables.readings(view, wanted.methods),
        own_tables.costs(view, wanted.methods),
        own_tables.attacks(view, wanted.methods),
        own_tables.significance(view, wanted.methods, ours),
    ]


def _of_suites(wanted: Wanted, suites: Suites, pace: Pace) -> list[Table]:
    found: list[Table] = []
    if "amrsf" in wanted.parts:
        found += other_tables.amrsf(amrsf.run())
    if "risk" in wanted.parts:
        told = wanted.data if (wanted.data / "privacylens").is_dir() else None
        found.append(other_tables.calibration(calibration.run(seed=wanted.seed, data=told), calibration.CAUTION))
    if "system1" in wanted.parts:
        found += _system1(wanted, suites, pace)
    if "leaks" in wanted.parts:
        found.append(_leaks(wanted, suites, pace))
    return found


def _system1(wanted: Wanted, suites: Suites, pace: Pace) -> list[Table]:
    pace.tell("System 1")
    alone = suites.rows("system1", lambda: system1.run(wanted.data))
    if not alone:
        why = "Not run: there is no OPP-115 (folder opp115) in --data."
        return [Table(f"table-{number}", f"Table {number}", (), (), (why,)) for number in (12, 19)]
    learning = suites.rows("system1 online", lambda: system1_online.run(wanted.data))
    return [other_tables.system1(alone), other_tables.online(learning)]


def _leaks(wanted: Wanted, suites: Suites, pace: Pace) -> Table:
    pace.tell("leaks")
    try:
        rows = suites.rows(f"leaks n={wanted.n} people={PEOPLE}", lambda: leaks.run(wanted.data, wanted.n, PEOPLE))
    except DataError as error:
        return Table("leaks", "Leaks", (), (), (f"Not run: {error}.",))
    return own_tables.leaks(rows)


def _write(wanted: Wanted, tables: Sequence[Table], view: View, no_encoder: str) -> None:
    about = next(dict(run) for run in view.runs if str(run["run"]) == view.run)
    lines = [
        "# Tables",
        "",
        f"n = {wanted.n} texts of each data set{_short(wanted)}, seed {wanted.seed}, run {view.run}: "
        f"model {about['model'] or 'none'}, encoder {about['encoder'] or f'none ({no_encoder})'}. "
        "Versions, prompts and machine: results.jsonl.",
        "",
    ]
    (wanted.out / "tables.md").write_text("\n".join([*lines, *map(markdown, tables)]), encoding="utf-8")
    for table in tables:
        (wanted.out / f"{table.name}.csv").write_text(csv_of(table), encoding="utf-8")
        (wanted.out / f"{table.name}.tex").write_text(latex(table), encoding="utf-8")
    panels = {published.TITLES[dataset]: points(view, dataset, wanted.methods) for dataset in published.DATASETS}
    if any(panels.values()):
        (wanted.out / "pareto.svg").write_text(figure({title: found for title, found in panels.items() if found}), encoding="utf-8")


def _short(wanted: Wanted) -> str:
    return f" of at most {wanted.longest} words (the paper takes longer ones, too)" if wanted.longest else ""


def points(view: View, dataset: str, methods: Sequence[str]) -> list[Point]:
    """Privacy and token Jaccard of every method that was run, for the figure: the same utility on each data set."""
    found = []
    for method in methods:
        records = view.of(dataset, method)
        safe, kept = privacy(records), mean(records, lambda one: one.utility)
        if safe and kept:
            found.append(Point(method, safe.value, kept.value))
    return found

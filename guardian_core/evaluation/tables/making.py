"""What was measured in, every table out, and written to the folder of results as Markdown, CSV, LaTeX, SVG and PNG."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from guardian_core.errors import DataError, NotInstalledError
from guardian_core.evaluation import amrsf, leaks, system1, system1_online
from guardian_core.evaluation.anonymization.methods import METHODS
from guardian_core.evaluation.calibration import run as calibration
from guardian_core.evaluation.metrics.encoder import absent
from guardian_core.evaluation.tables import attack_tables, level_tables, method_tables, other_tables, own_tables, published
from guardian_core.evaluation.tables.drawing import Drawing, png, svg
from guardian_core.evaluation.tables.layout import Table, csv_of, latex, markdown
from guardian_core.evaluation.tables.pareto import Point, figure
from guardian_core.evaluation.tables.suites import Suites
from guardian_core.evaluation.tables.summary import mean, privacy
from guardian_core.evaluation.tables.view import View

PARTS = ("tab", "synthpai", "pii", "llmprivacy", "amrsf", "risk", "system1", "leaks")
NUMBER = 200  # texts of each data set, as the paper's ablations
ENCODED = (
    "synthpai",
)  # data sets whose outputs the encoder reads: the paper has BERTScore on SynthPAI alone, and it takes most time
PEOPLE = 2  # invented, beside the recorded one, in the table of leaks
FROM = tuple(f"guardian-from{level}" for level in (1, 2, 3, 4))  # for final levels by context, on the PII texts alone
LEFT_OUT = {"guardian-both", "guardian-refine", "guardian-masked", *FROM}  # ours, and in none of the paper's tables of methods
DEFAULT_METHODS = tuple(name for name in METHODS if name not in LEFT_OUT)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to run."""

    data: Path | None  # None: measure nothing, make the tables of what is in `out`
    out: Path
    n: int = NUMBER
    seed: int = 42
    methods: Sequence[str] = DEFAULT_METHODS
    parts: Sequence[str] = PARTS
    model: str | None = None  # address
    raters: Sequence[str] = ()  # addresses
    models: Path | None = None  # of folds: TAB is cross-validated
    longest: int | None = None  # words of a text at most
    encoded: Sequence[str] = ENCODED

    @property
    def folder(self) -> Path:
        """The folder of data. Raises DataError without one."""
        if self.data is None:
            raise DataError("nothing can be measured without a folder of data")
        return self.data


def made(wanted: Wanted, view: View, suites: Suites, tell: Callable[[str], None]) -> list[Table]:
    """Every table, and every file in `wanted.out`."""
    tables = [*_of_methods(view, wanted), *_of_suites(wanted, suites, tell)]
    _write(wanted, tables, view)
    return tables


def _of_methods(view: View, wanted: Wanted) -> list[Table]:
    if not set(published.ALL_DATASETS) & set(wanted.parts):
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
        level_tables.levels(view),
        own_tables.readings(view, wanted.methods),
        own_tables.costs(view, wanted.methods),
        own_tables.attacks(view, wanted.methods),
        attack_tables.inferred(view, wanted.methods),
        attack_tables.by_attribute(view, wanted.methods),
        own_tables.significance(view, wanted.methods, ours),
    ]


def _of_suites(wanted: Wanted, suites: Suites, tell: Callable[[str], None]) -> list[Table]:
    found: list[Table] = []
    if "amrsf" in wanted.parts:
        found += other_tables.amrsf(amrsf.run())
    if "risk" in wanted.parts:
        told = wanted.data if wanted.data and any((wanted.data / one).is_dir() for one in ("privacylens", "llmprivacy")) else None
        found.append(other_tables.calibration(calibration.run(seed=wanted.seed, data=told), calibration.CAUTION))
    if "system1" in wanted.parts:
        found += _system1(wanted, suites, tell)
    if "leaks" in wanted.parts:
        found.append(_leaks(wanted, suites, tell))
    return found


def _system1(wanted: Wanted, suites: Suites, tell: Callable[[str], None]) -> list[Table]:
    tell("System 1")
    alone = suites.rows("system1", lambda: system1.run(wanted.folder))
    if not alone:
        why = "Not run: there is no OPP-115 (folder opp115) in --data." if wanted.data else "Not run in this folder."
        return [Table(f"table-{number}", f"Table {number}", (), (), (why,)) for number in (12, 19)]
    learning = suites.rows("system1 online", lambda: system1_online.run(wanted.folder))
    return [other_tables.system1(alone), other_tables.online(learning)]


def _leaks(wanted: Wanted, suites: Suites, tell: Callable[[str], None]) -> Table:
    tell("leaks")
    try:
        rows = suites.rows(f"leaks n={wanted.n} people={PEOPLE}", lambda: leaks.run(wanted.folder, wanted.n, PEOPLE))
    except DataError as error:
        return Table("leaks", "Leaks", (), (), (f"Not run: {error}.",))
    if not rows:
        return Table("leaks", "Leaks", (), (), ("Not run in this folder.",))
    return own_tables.leaks(rows)


def _write(wanted: Wanted, tables: Sequence[Table], view: View) -> None:
    about = next(dict(run) for run in view.runs if str(run["run"]) == view.run)
    longest = f" of at most {about['longest']} words (the paper takes longer ones, too)" if about.get("longest") else ""
    no_encoder = "" if wanted.data is None else f" ({absent()})"
    lines = [
        "# Tables",
        "",
        f"n = {wanted.n} texts of each data set{longest}, seed {wanted.seed}, run {view.run}: "
        f"model {about['model'] or 'none'}, encoder {about['encoder'] or f'none{no_encoder}'}. "
        "Versions, prompts and machine: results.jsonl.",
        "",
    ]
    (wanted.out / "tables.md").write_text("\n".join([*lines, *map(markdown, tables)]), encoding="utf-8")
    for table in tables:
        (wanted.out / f"{table.name}.csv").write_text(csv_of(table), encoding="utf-8")
        (wanted.out / f"{table.name}.tex").write_text(latex(table), encoding="utf-8")
    panels = {published.TITLES[dataset]: points(view, dataset, wanted.methods) for dataset in published.DATASETS}
    if any(panels.values()):
        _draw(wanted.out, figure({title: found for title, found in panels.items() if found}))


def _draw(out: Path, drawing: Drawing) -> None:
    (out / "pareto.svg").write_text(svg(drawing), encoding="utf-8")
    with suppress(NotInstalledError):  # said in the command's help: PNG by the extra `eval`
        (out / "pareto.png").write_bytes(png(drawing))


def points(view: View, dataset: str, methods: Sequence[str]) -> list[Point]:
    """Privacy and token Jaccard of every method that was run, for the figure: the same utility on each data set."""
    found = []
    for method in methods:
        records = view.of(dataset, method)
        safe, kept = privacy(records), mean(records, lambda one: one.utility)
        if safe and kept:
            found.append(Point(method, safe.value, kept.value))
    return found

"""Records in, the paper's tables of methods out: 1, 4, 5, 13, 14, 15, 16, 17, 18 and 21."""

from collections.abc import Callable, Mapping, Sequence

from guardian_core.evaluation.anonymization.metrics import wilson
from guardian_core.evaluation.metrics.agreement import krippendorff
from guardian_core.evaluation.metrics.intervals import paired_bootstrap
from guardian_core.evaluation.tables import published
from guardian_core.evaluation.tables.layout import Cell, Table
from guardian_core.evaluation.tables.rating import DIMENSIONS, NO_MARKS, Marks
from guardian_core.evaluation.tables.results import Record
from guardian_core.evaluation.tables.summary import SEED, Estimate, mean, milliseconds, privacy, spread, utility
from guardian_core.evaluation.tables.view import View

type Records = Sequence[Record]
type Column = tuple[str, Callable[[Records], Cell]]

SIGNIFICANT = 0.05
PRIVACY: Column = ("privacy", privacy)
UTILITY: Column = ("utility", utility)
GUESS: Column = ("guess", lambda records: mean(records, lambda one: one.guess))
TIME: Column = ("p50 ms", milliseconds)
LEVEL: Column = ("final level", lambda records: mean(records, lambda one: one.level))
UPGRADES: Column = ("upgrade rate", lambda records: _share([_rose(one) > 0 for one in records]))
PROTOCOL = (
    "The paper does not say which spans are gold, how tokens are cut or which texts it took: compare within a run, not with it.",
    "Our time is the median of one text on the machine of results.jsonl; the paper's is the mean on an H100 with vLLM.",
    "Intervals are 95 %: Wilson's over spans for privacy (spans of one text are not independent), bootstrap over texts otherwise.",
    "SynthPAI: gold spans follow from a rule of ours; utility is BERTScore F1 by the encoder, token Jaccard stands in `costs`.",
    "TAB and PII: our span model was trained on these very texts, so its numbers flatter it; --models cross-validates TAB.",
    "PII: the paper's are of PII-Masking-300k; ours too where the data has that folder, else of the annotated texts in `pii`.",
)


def pairs(
    view: View, name: str, title: str, methods: Mapping[tuple[str, str], published.Cells], columns: Sequence[Column], *notes: str
) -> Table:
    """A row per data set and method of `methods`, each of `columns` beside the paper's cell."""
    rows: list[tuple[Cell, ...]] = []
    reasons: dict[str, list[str]] = {}
    for (dataset, method), cells in methods.items():
        if dataset not in view.datasets:
            continue
        records = view.of(dataset, method)
        if not records:
            reasons.setdefault(view.why_not(dataset, method), []).append(f"{published.TITLES[dataset]}/{method}")
        ours = [column(records) if records else None for _, column in columns]
        paper = [*cells, *[None] * (len(columns) - len(cells))]
        beside = [cell for both in zip(ours, paper, strict=True) for cell in both]
        rows.append((published.TITLES[dataset], method, len(records) or "not run", *beside))
    heads = [head for column, _ in columns for head in (column, f"{column} (paper)")]
    missing = [f"Not run ({', '.join(names)}): {why}." for why, names in reasons.items()]
    return Table(name, title, ("data", "method", "n", *heads), tuple(rows), (*notes, *missing))


def table_1(view: View, methods: Sequence[str]) -> Table:
    """Main comparison, over every method of the run."""
    wanted = {
        (dataset, method): published.TABLE_1.get((dataset, method), ()) for dataset in published.DATASETS for method in methods
    }
    return pairs(view, "table-01", "Table 1. Methods", wanted, (PRIVACY, UTILITY, GUESS, TIME), *PROTOCOL)


def table_4(view: View) -> Table:
    """Level caps."""
    title = "Table 4. The strongest level that a guess may lead to"
    return pairs(view, "table-04", title, published.TABLE_4, (PRIVACY, UTILITY, GUESS))


def table_5(view: View) -> Table:
    """Components."""
    note = "Variants: rules alone (guardian-l3), with a guesser (cap 3), one level of rewriting by the model (l4), all levels."
    return pairs(view, "table-05", "Table 5. Components", published.TABLE_5, (PRIVACY, UTILITY, TIME), note)


def table_13(view: View) -> Table:
    """Strategies of rewriting."""
    title = "Table 13. Semantic rewriting alone, minimal edits alone, all levels"
    return pairs(view, "table-13", title, published.TABLE_13, (PRIVACY, UTILITY))


def table_14(view: View) -> Table:
    """Verification on and off, with unnecessary upgrades."""
    on, off = view.of("synthpai", "guardian"), view.of("synthpai", "guardian-noverify")
    note = "Unnecessary upgrades could not be counted: both variants are needed."
    if on and off:
        rate = unnecessary(on, off)
        note = (
            f"Unnecessary upgrades (unverified ends higher and leaves no fewer gold spans): {100 * rate.value:.1f} % "
            f"[{100 * rate.low:.1f}, {100 * rate.high:.1f}]; paper: {100 * published.UNNECESSARY_UPGRADES:.1f} % [20.8, 45.8]."
        )
    title = "Table 14. Verification on and off (guardian, guardian-noverify)"
    return pairs(view, "table-14", title, published.TABLE_14, (LEVEL, UPGRADES, PRIVACY, UTILITY, TIME), note)


def unnecessary(on: Records, off: Records) -> Estimate:
    """The share of texts that verification saved an upgrade which would have taken no further span away."""
    verified = {one.sample: one for one in on}
    both = [(verified[one.sample], one) for one in off if one.sample in verified]
    wasted = [(two.level or 0) > (one.level or 0) and _left(two) >= _left(one) for one, two in both]
    return _share(wasted) or Estimate(0.0, 0.0, 1.0)


def table_15(view: View) -> Table:
    """Spread over seeds."""
    rows: list[tuple[Cell, ...]] = []
    for (dataset, method), paper in published.TABLE_15.items():
        if dataset not in view.datasets:
            continue
        by_seed = view.by_seed(dataset, method)
        cells: list[Cell] = []
        for at, (_, column) in enumerate((PRIVACY, UTILITY)):
            found = [cell.value for records in by_seed.values() if isinstance(cell := column(records), Estimate)]
            cells += [*(spread(found) if len(found) > 1 else (None, None)), *paper[2 * at : 2 * at + 2]]
        rows.append((published.TITLES[dataset], method, len(by_seed), *cells))
    heads = [f"{name}{which}" for name in ("privacy", "utility") for which in ("", " std", " paper", " paper std")]
    note = (
        "Needs several seeds of the same run: repeat the command with another --seed and the same --out. The paper: 4 seeds of 50."
    )
    return Table("table-15", "Table 15. Seeds", ("data", "method", "seeds", *heads), tuple(rows), (note,))


def backbones(view: View) -> list[Table]:
    """Tables 16 and 18: the same methods on every model of the results file."""
    rows = [
        (published.TITLES[dataset], method, model, len(records), privacy(records), utility(records))
        for dataset in ("tab", "synthpai")
        for method in ("guardian", "staab", "has", "confaide", "pissarra")
        for model, records in view.by_model(dataset, method).items()
    ]
    columns = ("data", "method", "model", "n", "privacy", "utility")
    note = "A row for each model that the results file knows: repeat the command with another --model and the same --out."
    llama = [f"{name}: {cells[0]}/{cells[1]}, then {cells[2]}/{cells[3]}" for name, cells in published.TABLE_16.items()]
    qwen = [f"{published.TITLES[data]} {name} {cells[0]}/{cells[1]}" for (data, name), cells in published.TABLE_18.items()]
    return [
        Table(
            "table-16",
            "Table 16. Backbones, SynthPAI",
            columns,
            tuple(row for row in rows if row[0] == "SynthPAI" and row[1] in published.TABLE_16),
            (note, f"Paper, Llama-3.2-3B and 3.1-8B, privacy/utility: {'; '.join(llama)}."),
        ),
        Table("table-18", "Table 18. Another family", columns, tuple(rows), (note, f"Paper, Qwen3-8B: {'; '.join(qwen)}.")),
    ]


CLASSES = ("clean_success", "cascade", "pii_retained", "parse_fail")


def table_17(view: View) -> Table:
    """Where our outputs fail; the classes exclude each other, the worst first."""
    rows: list[tuple[Cell, ...]] = []
    for dataset, paper in published.TABLE_17.items():
        if dataset not in view.datasets:
            continue
        named = [error_class(one) for one in view.of(dataset, "guardian")]
        for name, share in zip(CLASSES, paper, strict=True):
            rows.append((published.TITLES[dataset], name, len(named) or "not run", _share([one == name for one in named]), share))
    note = (
        "parse_fail: no usable answer; pii_retained: a gold span left; cascade: three levels or more above the first; else clean."
    )
    return Table("table-17", "Table 17. Errors of guardian", ("data", "class", "n", "share", "paper"), tuple(rows), (note,))


def error_class(one: Record) -> str:
    """The class of one output."""
    if one.failed:
        return "parse_fail"
    if _left(one):
        return "pii_retained"
    return "cascade" if _rose(one) >= 3 else "clean_success"


def table_21(view: View) -> Table:
    """Model raters: mean marks over raters and texts, which differ from ours, and the raters' agreement."""
    found = {method: view.of("synthpai", method) for method in published.TABLE_21}
    rows: list[tuple[Cell, ...]] = []
    for method, paper in published.TABLE_21.items():
        marks = [mark for one in found[method] for mark in one.ratings.values() if mark != NO_MARKS]
        cells: list[Cell] = []
        for at, printed in enumerate(paper):
            cells += [sum(mark[at] for mark in marks) / len(marks) if marks else None, printed]
        differing = _differing(found["guardian"], found[method]) if method != "guardian" and marks else ""
        rows.append((method, len(marks) or "not run", *cells, differing, ", ".join(published.TABLE_21_DIFFERS.get(method, ()))))
    alphas = [alpha([one for records in found.values() for one in records], at) for at in range(len(DIMENSIONS))]
    cells = [cell for both in zip(alphas, published.TABLE_21_ALPHA, strict=True) for cell in both]
    rows.append(("Krippendorff's alpha (interval)", "", *cells, "", ""))
    heads = [head for name in DIMENSIONS for head in (name, f"{name} (paper)")]
    notes = (
        "Raters are the models of --rater URL (one for each time it is given); the paper's are three Claude models. SynthPAI.",
        "differs: paired bootstrap over texts (each its mean over raters), two-sided p < .05 against guardian, 1,000 resamples, as "
        "the paper's daggers; like these not corrected for the number of comparisons.",
    )
    return Table(
        "table-21", "Table 21. Models as raters", ("method", "marks", *heads, "differs", "differs (paper)"), tuple(rows), notes
    )


def _differing(ours: Records, others: Records) -> str:
    """The dimensions on which raters mark two methods differently; "none" where they do not, a dash where too few texts pair."""
    marks = [{one.sample: usable for one in records if (usable := _marks_of(one))} for records in (ours, others)]
    both = sorted(marks[0].keys() & marks[1].keys())
    if len(both) < 2:
        return "-"
    found = []
    for at, name in enumerate(DIMENSIONS):
        first, second = ([_mean_of(one[sample], at) for sample in both] for one in marks)
        if paired_bootstrap(first, second, seed=SEED).p < SIGNIFICANT:
            found.append(name)
    return ", ".join(found) or "none"


def _marks_of(one: Record) -> list[Marks]:
    return [mark for mark in one.ratings.values() if mark != NO_MARKS]


def _mean_of(marks: Sequence[Marks], dimension: int) -> float:
    """The mean mark of one text on one dimension."""
    return sum(mark[dimension] for mark in marks) / len(marks)


def alpha(records: Records, dimension: int) -> float | None:
    """The raters' agreement on one dimension."""
    units = [[mark[dimension] for mark in one.ratings.values() if mark != NO_MARKS] for one in records]
    return krippendorff(units, "interval")


def _share(hits: Sequence[bool]) -> Estimate | None:
    return Estimate(sum(hits) / len(hits), *wilson(sum(hits), len(hits))) if hits else None


def _rose(one: Record) -> int:
    return (one.level or 0) - (one.start or 0)


def _left(one: Record) -> int:
    return sum(span.exact for span in one.spans)

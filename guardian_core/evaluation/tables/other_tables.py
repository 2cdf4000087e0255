"""The suites that have commands of their own, as tables: 2, 3 and 20 (AMRSF), 11 (calibration), 12 and 19 (System 1)."""

from collections.abc import Sequence

from guardian_core.evaluation.report import TITLES
from guardian_core.evaluation.tables import published
from guardian_core.evaluation.tables.layout import Cell, Table

type Row = dict[str, object]
_ABOUT = frozenset({"table", "context", "published", "deviation", "fitted", "conflicts"})


def amrsf(rows: Sequence[Row]) -> list[Table]:
    """Tables 2, 3 and 20, each context twice: ours, and the paper's."""
    found = []
    for number in (2, 3, 20):
        own = [row for row in rows if row["table"] == number]
        names = tuple(name for name in own[0] if name not in _ABOUT)
        lines: list[tuple[Cell, ...]] = []
        for row in own:
            printed = _mapping(row["published"])
            lines.append((str(row["context"]), "ours", *(_cell(row.get(name)) for name in names)))
            lines.append((str(row["context"]), "paper", *(_cell(printed.get(name)) for name in names)))
        note = (
            "R and the starting levels agree because they were fitted (docs of `guardian bench amrsf`); final levels need a model."
        )
        found.append(Table(f"table-{number:02}", TITLES[number], ("context", "", *names), tuple(lines), (note,)))
    return found


def calibration(rows: Sequence[Row], caution: str) -> Table:
    """Table 11."""
    lines: list[tuple[Cell, ...]] = []
    for row in rows:
        printed = _mapping(row["published"])
        cells = [cell for name in ("rho", "r", "mae", "macro_f1") for cell in (_cell(row.get(name)), _cell(printed.get(name)))]
        shares = (_cell(row.get("not_allowed")), _cell(row.get("denied")))
        lines.append((str(row["dataset"]), str(row["method"]), _cell(row["n"]), *cells, *shares))
    heads = [head for name in ("rho", "r", "MAE", "Macro-F1") for head in (name, f"{name} (paper)")]
    here = any(str(row["dataset"]).startswith("llmprivacy") for row in rows)
    notes = (
        caution.replace("\n", " "),
        "The paper's Staab corpus (n = 525) are llmprivacy's dialogues; how they were rated it does not say, here by rule, too."
        if here
        else "The row of the Staab corpus is not run: no folder llmprivacy (github.com/eth-sri/llmprivacy) in --data.",
    )
    title = "Table 11. Risk calibration against ratings by rule"
    return Table("table-11", title, ("data", "method", "n", *heads, "not allowed", "denied"), tuple(lines), notes)


def system1(rows: Sequence[Row]) -> Table:
    """Table 12: means over seeds."""
    wanted = [row for row in rows if row.get("seed") == "mean" and "accuracy" in row]
    names = tuple(published.TABLE_12)
    lines: list[tuple[Cell, ...]] = [
        (str(row["mix"]), str(row["fields"]), _cell(row.get("pairs")), *(_cell(row.get(name)) for name in names)) for row in wanted
    ]
    lines.append(("paper", "", 6392, *published.TABLE_12.values()))
    notes = ("OPP-115 policies that nothing was trained on (docs/likelihood.md). The paper's pairs and split are not published.",)
    return Table("table-12", "Table 12. System 1 on OPP-115", ("mix", "fields", "pairs", *names), tuple(lines), notes)


def online(rows: Sequence[Row]) -> Table:
    """Table 19."""
    lines: list[tuple[Cell, ...]] = [
        (
            str(row["fields"]),
            _cell(row["events"]),
            _cell(row["labels"]),
            *(_cell(row.get(name)) for name in ("accuracy", "published_accuracy", "escalation", "published_escalation")),
        )
        for row in rows
    ]
    columns = ("fields", "events", "labels", "accuracy", "accuracy (paper)", "escalation", "escalation (paper)")
    notes = ("The teacher is OPP-115's annotators, not a model; the paper's is its System 2.",)
    return Table("table-19", "Table 19. Online learning of System 1", columns, tuple(lines), notes)


def _mapping(value: object) -> Row:
    return value if isinstance(value, dict) else {}


def _cell(value: object) -> Cell:
    return value if isinstance(value, int | float | str) else None

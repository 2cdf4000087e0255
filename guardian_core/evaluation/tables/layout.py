"""A table in, the same table as Markdown, CSV or LaTeX out."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

from guardian_core.evaluation.tables.summary import Estimate

type Cell = str | float | Estimate | None
_WORD = re.compile(r"\w+")
_LATEX = {"&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "$": r"\$", "{": r"\{", "}": r"\}", "^": r"\^{}", "~": r"\~{}"}


@dataclass(frozen=True, slots=True)
class Table:
    """One table; a number is shown as it is, an estimate with its interval, None as a dash."""

    name: str  # of its files: "table-01"
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def shown(cell: Cell) -> str:
    """A cell for a reader.

    >>> shown(Estimate(0.945, 0.93, 0.957)), shown(5052.4), shown(0.5), shown(None)
    ('0.945 [0.930, 0.957]', '5052', '0.500', '-')
    """
    if cell is None:
        return "-"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Estimate):
        return f"{shown(cell.value)} [{shown(cell.low)}, {shown(cell.high)}]"
    if isinstance(cell, int) or abs(cell) >= 100:
        return f"{cell:.0f}"
    return f"{cell:.1f}" if abs(cell) >= 10 else f"{cell:.3f}"


def markdown(table: Table) -> str:
    """With its notes below; of a table without columns its notes alone."""
    lines = [f"### {table.title}"]
    if table.columns:
        lines += ["", _piped(table.columns), _piped(["---"] * len(table.columns))]
    lines += [_piped([shown(cell).replace("|", "\\|") for cell in row]) for row in table.rows]
    return "\n".join([*lines, *(["", *(f"- {note}" for note in table.notes)] if table.notes else [])]) + "\n"


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def csv_of(table: Table) -> str:
    """Numbers unrounded; an estimate takes three columns."""
    wide = [any(isinstance(row[at], Estimate) for row in table.rows) for at in range(len(table.columns))]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([name for at, one in enumerate(table.columns) for name in _names(one, wide=wide[at])])
    for row in table.rows:
        writer.writerow([value for at, cell in enumerate(row) for value in _values(cell, wide=wide[at])])
    return file.getvalue()


def _names(column: str, *, wide: bool) -> list[str]:
    return [column, f"{column} low", f"{column} high"] if wide else [column]


def _values(cell: Cell, *, wide: bool) -> list[str]:
    if isinstance(cell, Estimate):
        return [repr(cell.value), repr(cell.low), repr(cell.high)]
    value = "" if cell is None else cell if isinstance(cell, str) else repr(cell)
    return [value, "", ""] if wide else [value]


def objects(table: Table) -> list[dict[str, object]]:
    """One object per row for programs: "privacy (paper)" is the key privacy_paper, an estimate has _low and _high beside it."""
    found = []
    for row in table.rows:
        one: dict[str, object] = {"table": table.name}
        for column, cell in zip(table.columns, row, strict=True):
            name = "_".join(_WORD.findall(column.casefold())) or "whose"
            one[name] = cell.value if isinstance(cell, Estimate) else cell
            if isinstance(cell, Estimate):
                one |= {f"{name}_low": cell.low, f"{name}_high": cell.high}
        found.append(one)
    return found


def latex(table: Table) -> str:
    """A tabular in a table, ready to be input."""
    aligned = "l" + "r" * (len(table.columns) - 1)
    rows = [" & ".join(escaped(shown(cell)) for cell in row) + r" \\" for row in table.rows]
    heads = " & ".join(escaped(column) for column in table.columns) + r" \\"
    lines = [r"\begin{table}", r"\centering\small", rf"\begin{{tabular}}{{{aligned}}}", r"\hline", heads, r"\hline", *rows]
    notes = escaped(" ".join(table.notes))
    lines += [r"\hline", r"\end{tabular}", rf"\caption{{{escaped(table.title)}{'. ' if notes else ''}{notes}}}", r"\end{table}"]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """For LaTeX.

    >>> escaped("50 % of a_b")
    '50 \\\\% of a\\\\_b'
    """
    return "".join(r"\textbackslash{}" if one == "\\" else _LATEX.get(one, one) for one in text)

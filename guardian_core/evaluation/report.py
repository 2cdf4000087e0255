"""Print rows for a person: the rows of `amrsf.run` in, the five tables with paper, ours and deviation under one another out."""

from collections.abc import Iterable, Sequence

TITLES = {
    2: "Table 2. Decisions by action context",
    3: "Table 3. Risk to level within the transform band",
    20: "Table 20. Starting levels",
    22: "Table 22. Action contexts, and the multipliers they get from us",
    23: "Table 23. One text in four contexts",
}
HEADINGS = {
    "risk_mean": "R",
    "risk_std": "R std",
    "risk": "R",
    "z_mean": "z",
    "z_std": "z std",
    "allow": "allow%",
    "transform": "trans%",
    "deny": "deny%",
    "level_start_mean": "l0",
    "level_start": "l0",
    "level_cf_mean": "l_cf",
    "level_cf_std": "l_cf std",
    "level_final_mean": "l_final",
    "level_final": "l_final",
    "level_rise": "rise",
    **{f"level_{level}": f"L{level}%" for level in (1, 2, 3, 4)},
}
LEGEND = """\
How to read this
  R                 is a function of the fit: M_tr, M_p and M_b were chosen to give it. Agreement only shows right arithmetic.
  l0, L1% to L4%    the assumed mix of S_d was chosen with these in view.
  R std, z, allow%, trans%, deny%
                    follow from fit and mix; these could have gone wrong, and some do.
  l_cf, l_final, rise
                    need a rewriting model and are not measured here (-).
Columns that cannot all hold"""


def render(rows: Sequence[dict[str, object]]) -> str:
    """All tables, then what they are worth, then the conflicts."""
    blocks = [_table(number, [row for row in rows if row["table"] == number]) for number in TITLES]
    said = dict.fromkeys(text for row in rows for text in _texts(row["conflicts"]))
    return "\n\n".join(blocks) + "\n\n" + LEGEND + "\n" + "\n".join(f"  {n}. {text}" for n, text in enumerate(said, 1))


def _table(number: int, rows: Sequence[dict[str, object]]) -> str:
    columns = [name for name in rows[0] if name not in {"table", "context", "published", "deviation", "fitted", "conflicts"}]
    lines = [["context", "", *(HEADINGS.get(name, name) for name in columns)]]
    for row in rows:
        for label, cells in (("paper", row["published"]), ("ours", row), ("off by", row["deviation"])):
            own = cells if isinstance(cells, dict) else {}
            values = [_cell(name, own.get(name), signed=label == "off by") for name in columns]
            lines.append([str(row["context"]) if label == "paper" else "", label, *values])
    widths = [max(len(line[index]) for line in lines) for index in range(len(lines[0]))]
    return TITLES[number] + "\n" + "\n".join(_aligned(line, widths) for line in lines)


def _aligned(line: Iterable[str], widths: Sequence[int]) -> str:
    cells = [
        cell.ljust(width) if index < 2 else cell.rjust(width) for index, (cell, width) in enumerate(zip(line, widths, strict=True))
    ]
    return ("  " + "  ".join(cells)).rstrip()


def _cell(name: str, value: object, *, signed: bool) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "differs" if value else "same"
    if not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int) and not signed:
        return str(value)
    digits = (
        3 if name.startswith(("risk", "z_", "M_")) else 1 if name in {"allow", "transform", "deny"} or name[-1:] in "1234" else 2
    )
    return f"{round(value, digits) + 0.0:+.{digits}f}" if signed else f"{value:.{digits}f}"


def _texts(value: object) -> list[str]:
    return [str(text) for text in value] if isinstance(value, list) else []

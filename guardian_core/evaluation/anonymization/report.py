"""Rows for a person: one table of privacy and utility, one by type, one of what was found, and the paper's numbers beside them."""

from collections.abc import Sequence

type Row = dict[str, object]

PUBLISHED = {
    "tab": "GuardianAgent .945/.696 at 5,052 ms; HaS .926/.669; Pissarra .903/.701; AgentStealth .689/.789; Presidio .703/.783",
    "synthpai": "GuardianAgent .944/.888 (BERTScore) at 9,949 ms; Staab .975/.257; AgentStealth .864/.700; Pissarra .815/.873",
    "pii": "GuardianAgent .901/.488 at 7,453 ms; Rescriber .892/.282; Pissarra .864/.548; Presidio .511/.750 (PII-Masking-300k)",
}
PROTOCOL = """\
The paper does not say which spans are gold, how a token is cut and which texts it took, and its Presidio differs from ours on the
same corpus: compare methods within one run, not with the paper. Exact privacy is easy to game; fuzzy privacy (more than half of a
span's content words) and words (any of them) stand beside it. docs/anonymization.md defines every number."""
_PRIVACY = (
    ("privacy", "exact"),
    ("privacy_fuzzy", "fuzzy"),
    ("privacy_words", "words"),
    ("privacy_direct", "DIRECT"),
    ("privacy_quasi", "QUASI"),
    ("utility", "utility"),
    ("utility_at_95", "u@.95"),
    ("utility_at_97", "u@.97"),
)
_LOOP = (
    ("level_mean", "level"),
    ("upgrade_rate", "upgraded"),
    ("calls", "calls"),
    ("tokens", "tokens"),
    ("failed", "failed"),
    ("guess", "guess"),
    ("attack_original", "attacked before"),
    ("attack", "and after"),
)


def render(rows: Sequence[Row]) -> str:
    """All tables."""
    methods = [row for row in rows if row.get("file") == "all"]
    files = [row for row in rows if row.get("file") != "all"]
    dataset = str(methods[0]["dataset"]) if methods else ""
    blocks = [_methods(methods), _types(methods)]
    if files:
        blocks.append(_files(files))
    if dataset in PUBLISHED:
        blocks.append(f"Published, privacy/utility: {PUBLISHED[dataset]}.\n{PROTOCOL}")
    return "\n\n".join(blocks)


def _methods(rows: Sequence[Row]) -> str:
    loop = [(name, heading) for name, heading in _LOOP if any(row.get(name) is not None for row in rows)]
    headings = [heading for _, heading in (*_PRIVACY, *loop)]
    lines = [["method", *headings, "p50 ms", "p95 ms", "exact, 95 %"]]
    for row in rows:
        interval = f"{_cell(row.get('privacy_low'))}-{_cell(row.get('privacy_high'))}"
        times = [f"{row[name]:.1f}" if name in row else "-" for name in ("p50_ms", "p95_ms")]
        lines.append([str(row["method"]), *(_cell(row.get(name)) for name, _ in (*_PRIVACY, *loop)), *times, interval])
    first = rows[0] if rows else {}
    return f"{first.get('dataset')}: {first.get('samples')} texts, {first.get('spans')} gold spans\n" + _aligned(lines)


def _types(rows: Sequence[Row]) -> str:
    tables = [(str(row["method"]), table) for row in rows if isinstance(table := row["privacy_by_type"], dict)]
    kinds = dict.fromkeys(kind for _, table in tables for kind in table)
    lines = [["privacy, exact / fuzzy", *kinds]]
    lines.append(["spans", *(str(next(table[kind]["spans"] for _, table in tables if kind in table)) for kind in kinds)])
    for name, table in tables:
        lines.append([name, *(f"{_cell(table[k]['privacy'])}/{_cell(table[k]['privacy_fuzzy'])}" for k in kinds)])
    return _aligned(lines)


def _files(rows: Sequence[Row]) -> str:
    names = ("recall", "recall_whole", "precision", "f1")
    lines = [["file", "method", "spans", *names]]
    lines += [[str(row["file"]), str(row["method"]), str(row["spans"]), *(_cell(row[name]) for name in names)] for row in rows]
    return _aligned(lines) + "\n(precision only where every span is annotated)"


def _cell(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "-"


def _aligned(lines: Sequence[Sequence[str]]) -> str:
    widths = [max(len(line[index]) for line in lines) for index in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines)

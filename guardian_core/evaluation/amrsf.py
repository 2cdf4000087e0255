"""AMRSF beside the paper: the assumed mix of S_d in, the paper's Tables 2, 3, 20, 22 and 23 with ours and the deviation out.

The multipliers and the mix were fitted to these very tables, so agreement is a check of arithmetic and no evidence for the model.
What does not agree is worth more: conflicts.py says which columns cannot hold together. Nothing is random unless a seed is given.
"""

import random
import statistics
from collections.abc import Callable, Mapping, Sequence

from guardian_core.evaluation.conflicts import conflicts
from guardian_core.evaluation.mix import MIX, TEXT_OF_TABLE_23, weigh
from guardian_core.evaluation.published import (
    CONTEXTS,
    SAMPLES,
    TABLE_2,
    TABLE_2_COLUMNS,
    TABLE_3,
    TABLE_3_COLUMNS,
    TABLE_20,
    TABLE_20_COLUMNS,
    TABLE_22,
    TABLE_22_COLUMNS,
    TABLE_23,
    TABLE_23_COLUMNS,
    Cells,
    Context,
)
from guardian_core.risk.decide import starting_level
from guardian_core.vocabulary import Category, Verdict

# What agreement is worth, by column.
FITTED = frozenset({"risk_mean", "risk"})  # the multipliers were chosen to give these
IN_VIEW = frozenset({"level_1", "level_2", "level_3", "level_4", "level_start_mean"})  # the mix was chosen with these in view
UNMEASURED = frozenset({"level_cf_mean", "level_cf_std", "level_final_mean", "level_final", "level_rise"})  # need a rewriting model

Row = dict[str, object]


def draw(n: int = SAMPLES, seed: int | None = None) -> list[Category]:
    """`n` samples of the mix: exact shares (largest remainders) without a seed, drawn at random with one."""
    if seed is not None:
        words, shares = zip(*MIX, strict=True)
        return random.Random(seed).choices(words, shares, k=n)  # noqa: S311 - a sample, not a secret
    counts = [int(share * n + 1e-9) for _, share in MIX]
    by_remainder = sorted(range(len(MIX)), key=lambda index: counts[index] - MIX[index][1] * n)
    for index in by_remainder[: n - sum(counts)]:
        counts[index] += 1
    return [category for (category, _), count in zip(MIX, counts, strict=True) for _ in range(count)]


def measure(context: Context, categories: Sequence[Category]) -> dict[str, float]:
    """Every column that AMRSF alone determines. Levels and z run over all samples, denied ones at z = 1, as the paper's must."""
    samples = [weigh(context, category) for category in categories]
    scores = [risk.R for risk, _ in samples]
    positions = [decision.z for _, decision in samples]
    levels = [int(starting_level(z)) for z in positions]
    return {
        "risk_mean": statistics.fmean(scores),
        "risk_std": statistics.pstdev(scores),
        "z_mean": statistics.fmean(positions),
        "z_std": statistics.pstdev(positions),
        **{verdict.value: _percent([decision.verdict is verdict for _, decision in samples]) for verdict in Verdict},
        "level_start_mean": statistics.fmean(levels),
        **{f"level_{level}": _percent([own == level for own in levels]) for level in (1, 2, 3, 4)},
    }


def run(n: int = SAMPLES, seed: int | None = None) -> list[Row]:
    """All rows of all five tables.

    A row holds `table`, `context`, our cells by column, `published` and `deviation` by column (ours − published; for words whether
    they differ; None where only a rewriting model could measure it), the `fitted` columns, and the `conflicts` it is part of.

    Raises:
        ValueError: `n` below 1.
    """
    if n < 1:
        message = f"at least one sample is needed, not {n}"
        raise ValueError(message)
    categories = draw(n, seed)
    measured = {context.name: measure(context, categories) for context in CONTEXTS}
    tables: tuple[tuple[int, Mapping[str, Cells], tuple[str, ...], Callable[[Context], Mapping[str, object]]], ...] = (
        (2, TABLE_2, TABLE_2_COLUMNS, lambda context: measured[context.name]),
        (3, TABLE_3, TABLE_3_COLUMNS, lambda context: measured[context.name]),
        (20, TABLE_20, TABLE_20_COLUMNS, lambda context: measured[context.name]),
        (22, TABLE_22, TABLE_22_COLUMNS, _words),
        (23, TABLE_23, TABLE_23_COLUMNS, _one_text),
    )
    return [
        _row(table, context, dict(zip(columns, published[context.name], strict=True)), ours(context))
        for table, published, columns, ours in tables
        for context in CONTEXTS
        if context.name in published
    ]


def _words(context: Context) -> dict[str, object]:
    risk, _ = weigh(context, TEXT_OF_TABLE_23)
    return {
        "recipient": context.recipient.value,
        "purpose": context.purpose.value,
        "basis": context.basis.value,
        "transparency": context.disclosed,
        **{name: getattr(risk, name) for name in ("M_tr", "M_p", "M_b", "M_T")},
    }


def _one_text(context: Context) -> dict[str, object]:
    risk, decision = weigh(context, TEXT_OF_TABLE_23)
    return {"risk": risk.R, "decision": decision.verdict.value, "level_start": int(starting_level(decision.z))}


def _row(table: int, context: Context, published: Mapping[str, float | str], ours: Mapping[str, object]) -> Row:
    columns = [*published, *(name for name in ours if table == 22 and name not in published)]
    cells = {name: _rounded(ours.get(name)) for name in columns}
    return {
        "table": table,
        "context": context.name,
        **cells,
        "published": dict(published),
        "deviation": {name: _deviation(ours.get(name), value) for name, value in published.items()},
        "fitted": [name for name in published if name in FITTED | IN_VIEW],
        "conflicts": [conflict.text for conflict in conflicts() if (table, context.name) in conflict.rows],
    }


def _deviation(ours: object, published: float | str) -> float | bool | None:
    """Ours − published; for words whether they differ; None for what is not measured here."""
    if ours is None:
        return None
    if isinstance(ours, str) or isinstance(published, str):
        return ours != published
    return round(float(str(ours)) - published, 4)


def _rounded(value: object) -> object:
    return round(value, 4) if isinstance(value, float) else value


def _percent(hits: Sequence[bool]) -> float:
    return 100 * sum(hits) / len(hits)

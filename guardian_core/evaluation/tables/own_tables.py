"""Records in, the tables that the paper does not have out: every reading of privacy, the attacker, significance, leaks."""

from collections.abc import Sequence
from operator import attrgetter

from guardian_core.evaluation.tables import published
from guardian_core.evaluation.tables.layout import Cell, Table
from guardian_core.evaluation.tables.summary import Estimate, attacked, compared, entities, mean, milliseconds, privacy
from guardian_core.evaluation.tables.view import View

READINGS = ("exact", "case", "spacing", "partial", "fuzzy", "any_word")


def readings(view: View, methods: Sequence[str]) -> Table:
    """Privacy by every reading of "still there", and TAB's recalls of entities."""
    rows: list[tuple[Cell, ...]] = []
    for dataset in published.ALL_DATASETS:
        for method in methods:
            records = view.of(dataset, method)
            if records:
                cells = [_value(privacy(records, attrgetter(reading))) for reading in READINGS]
                recall = entities(records)
                rows.append((
                    published.TITLES[dataset],
                    method,
                    sum(len(one.spans) for one in records),
                    *cells,
                    recall.direct,
                    recall.quasi,
                    recall.mentions,
                    recall.tokens,
                ))  # fmt: skip
    columns = ("data", "method", "spans", *READINGS, "ER direct", "ER quasi", "mentions", "tokens")
    notes = (
        "Each reading from exact to partial is wider than the one before; fuzzy and any_word are those of docs/anonymization.md.",
        "ER: share of entities with every mention gone, as TAB; within the drawn paragraphs, gone meaning not in the output.",
    )
    return Table("readings", "Privacy by how a span may still stand there", columns, tuple(rows), notes)


def costs(view: View, methods: Sequence[str]) -> Table:
    """What an output keeps and what it costs."""
    rows: list[tuple[Cell, ...]] = []
    for dataset in published.ALL_DATASETS:
        for method in methods:
            records = view.of(dataset, method)
            if records:
                values = [
                    mean(records, lambda one: one.utility),
                    mean(records, lambda one: one.rouge_l),
                    mean(records, lambda one: one.similarity),
                    mean(records, lambda one: one.bert_f1),
                    mean(records, lambda one: one.calls),
                    mean(records, lambda one: one.tokens),
                ]
                cells = [_value(value) for value in values]
                times = milliseconds(records), milliseconds(records, 0.95)
                rows.append((published.TITLES[dataset], method, len(records), *cells, *times, sum(one.failed for one in records)))
    measured = ("Jaccard", "ROUGE-L", "embedding", "BERTScore", "calls", "tokens", "p50 ms", "p95 ms", "failed")
    notes = (
        "Tokens are estimated from letters. Embedding and BERTScore need GUARDIAN_ENCODER; by default SynthPAI alone has them.",
    )
    return Table("costs", "What is kept, and what it costs", ("data", "method", "n", *measured), tuple(rows), notes)


def attacks(view: View, methods: Sequence[str]) -> Table:
    """The attacker that was trained on other authors, and GRASP's overall score."""
    rows: list[tuple[Cell, ...]] = []
    for method in methods:
        records = view.of("synthpai", method)
        found, kept = attacked(records), mean(records, lambda one: one.utility)
        if found and kept:
            rows.append((method, found.answers, found.original, found.output, kept.value, found.overall(kept.value)))
    columns = ("method", "answers", "original", "output", "utility", "overall")
    notes = (
        "A naive Bayes attacker, trained on other authors, tells age, sex, relationship, income and education of single comments.",
        "overall = the attacker's relative loss less that of utility (GRASP); utility here is token Jaccard, there a judge's mark.",
    )
    return Table("attacks", "SynthPAI under a trained attacker", columns, tuple(rows), notes)


def significance(view: View, methods: Sequence[str], ours: str) -> Table:
    """Whether our privacy differs from each other method's, on the same texts."""
    rows: list[tuple[Cell, ...]] = []
    for dataset in published.ALL_DATASETS:
        others = {method: records for method in methods if method != ours and (records := view.of(dataset, method))}
        for method, (paired, p, kept) in compared(view.of(dataset, ours), dict(others)).items():
            cells = (paired.difference, paired.low, paired.high, p, "yes" if kept else "no")
            rows.append((published.TITLES[dataset], f"{ours} - {method}", *cells))
    columns = ("data", "privacy of", "difference", "low", "high", "p (Holm)", "significant")
    return Table("significance", "Paired bootstrap over texts, Holm's correction within a data set", columns, tuple(rows))


def leaks(rows: Sequence[dict[str, object]]) -> Table:
    """The rows of `guardian bench leaks`."""
    names = ("requests", "occurrences", "detected", "leaked", "false_alarms")
    made = tuple(
        (
            str(row["dataset"]),
            str(row.get("who", "")),
            *(value if isinstance(value := row.get(name), int) else None for name in names),
        )
        for row in rows
    )
    notes = ("Registered values in recorded requests, in every encoding: found, and still there after the whole core.",)
    return Table("leaks", "Leaks", ("data", "who", *names), made, notes)


def _value(found: Estimate | None) -> float | None:
    return None if found is None else found.value

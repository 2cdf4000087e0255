"""A journal and a moment in, counts out: what was decided since, by verdict, hour, category and receiver; counted by SQLite."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from sqlite_utils import Database

from guardian_core.audit.journal import query

VERDICT = "case when observed and verdict != 'allow' then 'would ' || verdict else verdict end"


@dataclass(frozen=True, slots=True)
class Totals:
    """Requests; a key is (verdict, name). "would deny": in observe mode, so nothing was changed."""

    verdicts: Counter[str] = field(default_factory=Counter)
    categories: Counter[tuple[str, str]] = field(default_factory=Counter)
    recipients: Counter[tuple[str, str]] = field(default_factory=Counter)
    hosts: Counter[tuple[str, str]] = field(default_factory=Counter)
    spans: Counter[tuple[str, int]] = field(default_factory=Counter)  # (verdict, number of the span of `seconds` since `since`)


def totals(path: Path, since: float, *, seconds: float = 3_600.0) -> Totals:
    """Count what is recorded in `path` from `since` (seconds since 1970) on; nothing where there is no file.

    Raises:
        StoreError: the file cannot be read.
    """
    return query(path, lambda db: _count(db, since, seconds), Totals())


def _count(db: Database, since: float, seconds: float) -> Totals:
    table = db.table("decisions")
    if not table.exists() or "observed" not in table.columns_dict:
        return Totals()
    found = Totals()
    by = {"categories": found.categories, "recipients": found.recipients}
    for name, counter in by.items():
        sql = f"select {VERDICT} v, j.value n, count(*) c from decisions, json_each({name}) j where time >= ? group by 1, 2"  # noqa: S608
        counter.update({(row["v"], row["n"]): row["c"] for row in db.query(sql, [since])})
    hosts = f"select {VERDICT} v, host n, count(*) c from decisions where time >= ? group by 1, 2"  # noqa: S608 - our names
    found.hosts.update({(row["v"], row["n"]): row["c"] for row in db.query(hosts, [since])})
    spans = f"select {VERDICT} v, cast((time - ?) / ? as integer) n, count(*) c from decisions where time >= ? group by 1, 2"  # noqa: S608
    found.spans.update({(row["v"], row["n"]): row["c"] for row in db.query(spans, [since, seconds, since])})
    for (verdict, _), number in found.spans.items():
        found.verdicts[verdict] += number
    return found

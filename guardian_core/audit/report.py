"""A journal in; what was, or in observe mode would have been, rewritten and blocked, by site and category out. No raw values.

A request that holds several categories counts in the row of each, and once for its site.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from sqlite_utils import Database

from guardian_core.audit.journal import query
from guardian_core.pause import BEGINS, PASSED

NOTHING, UNREAD = "nothing personal", "what could not be read"  # in place of a category

Counts = Counter[str]  # requests by verdict: "allow", "transform", "deny"


@dataclass(slots=True)
class Site:
    """What went to one registrable domain (to one host where none is known)."""

    site: str
    verdicts: Counts = field(default_factory=Counter)
    recipients: set[str] = field(default_factory=set)
    categories: dict[str, Counts] = field(default_factory=dict)

    @property
    def requests(self) -> int:
        """All of them."""
        return self.verdicts.total()

    @property
    def changed(self) -> int:
        """Those that would not go as they were."""
        return self.verdicts["transform"] + self.verdicts["deny"]


@dataclass(slots=True)
class Report:
    """All sites, the one with most to change first; times in seconds since 1970, None where there is no request."""

    observed: bool  # True: nothing of it was carried out
    sites: list[Site] = field(default_factory=list)
    first: float | None = None
    last: float | None = None

    @property
    def verdicts(self) -> Counts:
        """Requests by verdict, all sites together."""
        return sum((site.verdicts for site in self.sites), Counter())

    @property
    def categories(self) -> dict[str, Counts]:
        """The same by category, the one with most to change first."""
        found: dict[str, Counts] = {}
        for site in self.sites:
            for category, counts in site.categories.items():
                found.setdefault(category, Counter()).update(counts)
        return dict(sorted(found.items(), key=lambda pair: (-_changed(pair[1]), pair[0])))


def report(path: Path, since: float | None, *, observed: bool) -> Report:
    """Read the journal at `path`, from `since` on; `observed`: what was only decided, else what was carried out.

    Raises:
        StoreError: the file cannot be read.
    """
    return query(path, lambda db: _read(db, since or 0.0, observed=observed), Report(observed))


def _read(db: Database, since: float, *, observed: bool) -> Report:
    table = db.table("decisions")
    if not table.exists() or "observed" not in table.columns_dict:
        return Report(observed)
    rows = db.query(
        "select coalesce(nullif(domain, ''), host) site, verdict, categories, recipients, degraded like ? unread, "
        "reasons like ? paused, count(*) number, min(time) first, max(time) last from decisions "
        "where observed = ? and time >= ? group by 1, 2, 3, 4, 5, 6",
        ['%"not inspected"%', f'["{BEGINS}%', int(observed), since],
    )
    return gathered(rows, observed=observed)


def gathered(rows: Iterable[dict[str, object]], *, observed: bool) -> Report:
    """Rows of (site, verdict, categories, recipients, unread, number, first, last, and where it is known paused), put together."""
    found = Report(observed)
    sites: dict[str, Site] = {}
    for row in rows:
        name, verdict, number = str(row["site"]), str(row["verdict"]), int(str(row["number"]))
        site = sites.setdefault(name, Site(name))
        site.verdicts[verdict] += number
        site.recipients.update(json.loads(str(row["recipients"])))
        nothing = PASSED if row.get("paused") else UNREAD if row["unread"] else NOTHING
        for category in json.loads(str(row["categories"])) or [nothing]:
            site.categories.setdefault(category, Counter())[verdict] += number
        first, last = float(str(row["first"])), float(str(row["last"]))
        found.first = first if found.first is None else min(found.first, first)
        found.last = last if found.last is None else max(found.last, last)
    for site in sites.values():
        site.categories = dict(sorted(site.categories.items(), key=lambda pair: (-_changed(pair[1]), pair[0])))
    found.sites = sorted(sites.values(), key=lambda site: (-site.changed, -site.requests, site.site))
    return found


def _changed(counts: Counts) -> int:
    return counts["transform"] + counts["deny"]

"""The first page: what was done today, by category and by receiver, and over the last day and month."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from guardian_core.audit import Totals
from guardian_core.control.charts import bars, columns
from guardian_core.control.flows import flow_table
from guardian_core.control.html import Child, Markup, element
from guardian_core.control.layout import count, words

HOURS, DAYS = 24, 30
LINES = 10  # names in a list of bars


def overview(
    day: Totals,
    month: Totals,
    today: Totals,
    latest: Sequence[Mapping[str, object]],
    *,
    observing: bool,
    recording: bool,
    now: float | None = None,
) -> tuple[Child, ...]:
    """`day`: by hour since 24 hours ago; `month`: by day since 30 days ago; `today`: since midnight here."""
    now = time.time() if now is None else now
    done = by_verdict(today.verdicts)
    notes = [
        element("p", "Observing: decisions are recorded, and nothing is changed or held back. ", class_="note")
        if observing
        else None,
        None
        if recording
        else element("p", "Nothing is recorded ([audit] enabled = false), so there is nothing to count.", class_="note"),
    ]
    return (
        element("h1", "Today"),
        notes,
        element(
            "div",
            _tile(done, "deny", "held back"),
            _tile(done, "transform", "rewritten"),
            _tile(done, "allow", "sent as they were"),
            class_="tiles",
        ),
        element("div", _list("What was protected", today.categories), _list("From whom", today.recipients), class_="halves"),
        (element("h2", "The last of them"), flow_table(latest)) if latest else None,
        element("h2", "The last 24 hours"),
        columns(_spans(day, HOURS, 3_600, now, "%H:%M"), title="Requests by hour"),
        element("h2", "The last 30 days"),
        columns(_spans(month, DAYS, 86_400, now, "%d %b"), title="Requests by day"),
        element("p", [[element("span", "", class_=f"key {verdict}"), f" {name}  "] for verdict, name in LEGEND], class_="legend"),
    )


LEGEND = (("allow", "sent as they were"), ("transform", "rewritten"), ("deny", "held back"))


def by_verdict(verdicts: Mapping[str, int]) -> Counter[str]:
    """What would have been done in observe mode counts as what it would have been."""
    found: Counter[str] = Counter()
    for verdict, number in verdicts.items():
        found[verdict.removeprefix("would ")] += number
    return found


def _tile(done: Mapping[str, int], verdict: str, name: str) -> Markup:
    number = done.get(verdict, 0)
    inner = (element("b", f"{number:,}"), " ", f"{'request' if number == 1 else 'requests'} {name}")
    return element("a", inner, href=f"/flows?verdict={verdict}", class_=f"tile {verdict}")


def _list(title: str, counts: Mapping[tuple[str, str], int]) -> Markup:
    names: dict[str, Counter[str]] = {}
    for (verdict, name), number in counts.items():
        if verdict != "allow":
            names.setdefault(name, Counter())[verdict.removeprefix("would ")] += number
    ranked = sorted(names.items(), key=lambda pair: (-pair[1].total(), pair[0]))
    rest = count(len(ranked) - LINES, "more kind") if len(ranked) > LINES else None
    shown = (
        bars([(words([name]), found) for name, found in ranked[:LINES]]) if ranked else element("p", "Nothing yet.", class_="none")
    )
    return element("section", element("h2", title), shown, element("p", f"… and {rest}") if rest else None)


def _spans(found: Totals, number: int, seconds: int, now: float, label: str) -> list[tuple[str, Mapping[str, int]]]:
    start = now - number * seconds
    counts: list[Counter[str]] = [Counter() for _ in range(number)]
    for (verdict, index), total in found.spans.items():
        counts[min(max(index, 0), number - 1)][verdict.removeprefix("would ")] += total
    moments = [datetime.fromtimestamp(start + (index + 1) * seconds, UTC).astimezone() for index in range(number)]
    return [(when.strftime(label), tally) for when, tally in zip(moments, counts, strict=True)]

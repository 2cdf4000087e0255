"""Counts in, pictures out: SVG without scripts or styles of its own, each with its numbers beside it in words."""

from collections.abc import Mapping, Sequence

from guardian_core.control.html import Markup, element

WIDTH, HEIGHT, FOOT = 720, 150, 22  # units of the picture; it is as wide as the page lets it
VERDICTS = ("allow", "transform", "deny")  # from the bottom up


def columns(spans: Sequence[tuple[str, Mapping[str, int]]], *, title: str) -> Markup:
    """One stacked column per span of time: its label, and how many requests had which verdict."""
    most = max((sum(counts.values()) for _, counts in spans), default=0) or 1
    step = WIDTH / max(1, len(spans))
    every = max(1, round(len(spans) / 8))
    drawn = [
        _column(index * step, step, label if index % every == 0 else "", counts, most)
        for index, (label, counts) in enumerate(spans)
    ]
    scale = element("text", f"{most:,}", x=2, y=10, class_="scale")
    return element("svg", element("title", title), scale, drawn, viewBox=f"0 0 {WIDTH} {HEIGHT + FOOT}", role="img", class_="chart")


def _column(left: float, step: float, label: str, counts: Mapping[str, int], most: int) -> Markup:
    parts: list[Markup] = []
    top = float(HEIGHT)
    for verdict in VERDICTS:
        height = (HEIGHT - 14) * counts.get(verdict, 0) / most
        if height:
            height = max(height, 1.5)  # one request among thousands is still one
            top -= height
            parts.append(
                element(
                    "rect",
                    x=round(left + 1, 2),
                    y=round(top, 2),
                    width=round(max(1.0, step - 2), 2),
                    height=round(height, 2),
                    class_=verdict,
                )
            )
    said = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts.get(verdict))
    text = element("text", label, x=round(left + 1, 2), y=HEIGHT + 16, class_="scale") if label else None
    return element("g", element("title", said) if said else None, parts, text)


def bars(rows: Sequence[tuple[str, Mapping[str, int]]]) -> Markup:
    """One line per name: its counts as a bar, by verdict, and as numbers."""
    most = max((sum(counts.values()) for _, counts in rows), default=0) or 1
    lines = [
        element(
            "tr",
            element("th", name, scope="row"),
            element("td", _bar(counts, most)),
            [
                element("td", f"{counts.get(verdict, 0):,}" if counts.get(verdict) else "·", class_=f"number {verdict}")
                for verdict in VERDICTS[1:]
            ],
        )
        for name, counts in rows
    ]
    head = element("tr", [element("th", name, scope="col") for name in ("", "", "rewritten", "held back")])
    return element("table", element("thead", head), element("tbody", lines), class_="bars")


def _bar(counts: Mapping[str, int], most: int) -> Markup:
    left, parts = 0.0, []
    for verdict in VERDICTS[1:]:
        width = 100 * counts.get(verdict, 0) / most
        if width:
            parts.append(element("rect", x=round(left, 2), y=0, width=round(max(1.0, width), 2), height=10, class_=verdict))
            left += width
    return element("svg", parts, viewBox="0 0 100 10", preserveAspectRatio="none", class_="bar", aria_hidden="true")

"""Privacy and utility of methods in, the paper's Figure 3 out as SVG: points, and the line of those that no other beats in both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT, MARGIN = 420, 380, 48
OURS = "guardian"
ORACLE = "gold-tags"  # knows what must go: no rival
LINE, LETTER = 12, 6  # pixels of a label


@dataclass(frozen=True, slots=True)
class Point:
    """What one method gets."""

    method: str
    privacy: float  # across
    utility: float  # upwards


def frontier(points: Sequence[Point]) -> list[Point]:
    """Those that no other is at least as good as in both and better in one, by privacy.

    >>> [one.method for one in frontier([Point("a", 0.5, 0.9), Point("b", 0.9, 0.5), Point("c", 0.5, 0.4)])]
    ['a', 'b']
    """
    best = [one for one in points if not any(_beats(other, one) for other in points)]
    return sorted(best, key=lambda one: (one.privacy, -one.utility))


def _beats(one: Point, other: Point) -> bool:
    as_good = one.privacy >= other.privacy and one.utility >= other.utility
    return as_good and (one.privacy > other.privacy or one.utility > other.utility)


def figure(panels: Mapping[str, Sequence[Point]]) -> str:
    """One panel beside the other, each with its title; the frontier is that of rivals, neither ours nor told the gold."""
    drawn = "".join(
        f'<g transform="translate({at * WIDTH} 0)">{_panel(title, points)}</g>' for at, (title, points) in enumerate(panels.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH * max(1, len(panels))}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>{drawn}</svg>\n'
    )


def _panel(title: str, points: Sequence[Point]) -> str:
    low, high = MARGIN, HEIGHT - MARGIN
    others = frontier([one for one in points if not one.method.startswith(OURS) and one.method != ORACLE])
    line = " ".join(f"{_x(one.privacy):.1f},{_y(one.utility):.1f}" for one in others)
    ticks = "".join(
        f'<text x="{_x(share):.1f}" y="{high + 14}" text-anchor="middle">{share:.1f}</text>'
        f'<text x="{low - 6}" y="{_y(share) + 4:.1f}" text-anchor="end">{share:.1f}</text>'
        for share in (0, 0.2, 0.4, 0.6, 0.8, 1)
    )
    dots = "".join(_dot(one, at) for one, at in labelled(points))
    return (
        f'<rect x="{low}" y="{low}" width="{WIDTH - 2 * MARGIN}" height="{high - low}" fill="none" stroke="#888"/>{ticks}'
        f'<polyline points="{line}" fill="none" stroke="#999" stroke-dasharray="4 3"/>{dots}'
        f'<text x="{WIDTH / 2}" y="24" text-anchor="middle" font-weight="bold">{escape(title)}</text>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">privacy (share of gold spans gone)</text>'
        f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 {HEIGHT / 2})">utility</text>'
    )


def labelled(points: Sequence[Point]) -> list[tuple[Point, float]]:
    """Each point with the height of its label, from the top: a label that would lie on another goes below it."""
    placed: list[tuple[float, float, float]] = []  # left, right, height
    found = []
    for one in sorted(points, key=lambda one: (-one.utility, one.privacy)):
        width = LETTER * len(one.method) + 12
        left = _x(one.privacy) - (width if _leftwards(one) else 0)
        height = _y(one.utility) + 4
        for start, end, other in sorted(placed, key=lambda label: label[2]):
            if left < end and start < left + width and abs(other - height) < LINE:
                height = other + LINE
        placed.append((left, left + width, height))
        found.append((one, height))
    return found


def _leftwards(point: Point) -> bool:
    return _x(point.privacy) > WIDTH * 0.7


def _dot(point: Point, height: float) -> str:
    colour = "#c0392b" if point.method.startswith(OURS) else "#777" if point.method == ORACLE else "#34679a"
    x, y = _x(point.privacy), _y(point.utility)
    side = f'x="{x - 8:.1f}" text-anchor="end"' if _leftwards(point) else f'x="{x + 8:.1f}"'
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
        f'<text {side} y="{height:.1f}" fill="{colour}">{escape(point.method)}</text>'
    )


def _x(share: float) -> float:
    return MARGIN + share * (WIDTH - 2 * MARGIN)


def _y(share: float) -> float:
    return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)

"""Privacy and utility of methods in, the paper's Figure 3 out: points, and the line of those that no other beats in both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from guardian_core.evaluation.tables.drawing import Anchor, Box, Dot, Drawing, Label, Line, Shape

WIDTH, HEIGHT, MARGIN = 420, 380, 48
OURS = "guardian"
ORACLE = "gold-tags"  # knows what must go: no rival
LINE_HEIGHT, LETTER = 12, 6  # pixels of a label


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


def figure(panels: Mapping[str, Sequence[Point]]) -> Drawing:
    """One panel beside the other, each with its title; the frontier is that of rivals, neither ours nor told the gold."""
    shapes = [shape for at, (title, points) in enumerate(panels.items()) for shape in _panel(title, points, at * WIDTH)]
    return Drawing(WIDTH * max(1, len(panels)), HEIGHT, tuple(shapes))


def _panel(title: str, points: Sequence[Point], left: float) -> list[Shape]:
    low, high = MARGIN, HEIGHT - MARGIN
    others = frontier([one for one in points if not one.method.startswith(OURS) and one.method != ORACLE])
    shapes: list[Shape] = [Box(left + low, low, WIDTH - 2 * MARGIN, high - low, "#888888")]
    for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
        shapes.append(Label(left + _x(share), high + 14, f"{share:.1f}", anchor="middle"))
        shapes.append(Label(left + low - 6, _y(share) + 4, f"{share:.1f}", anchor="end"))
    shapes.append(Line(tuple((left + _x(one.privacy), _y(one.utility)) for one in others), "#999999"))
    for one, height in labelled(points):
        shapes += _dot(one, height, left)
    shapes.append(Label(left + WIDTH / 2, 24, title, anchor="middle", bold=True))
    shapes.append(Label(left + WIDTH / 2, HEIGHT - 12, "privacy (share of gold spans gone)", anchor="middle"))
    shapes.append(Label(left + 14, HEIGHT / 2, "utility", anchor="middle", upwards=True))
    return shapes


def labelled(points: Sequence[Point]) -> list[tuple[Point, float]]:
    """Each point with the height of its label, from the top: a label that would lie on another goes below it."""
    placed: list[tuple[float, float, float]] = []  # left, right, height
    found = []
    for one in sorted(points, key=lambda one: (-one.utility, one.privacy)):
        width = LETTER * len(one.method) + 12
        left = _x(one.privacy) - (width if _leftwards(one) else 0)
        height = _y(one.utility) + 4
        for start, end, other in sorted(placed, key=lambda label: label[2]):
            if left < end and start < left + width and abs(other - height) < LINE_HEIGHT:
                height = other + LINE_HEIGHT
        placed.append((left, left + width, height))
        found.append((one, height))
    return found


def _leftwards(point: Point) -> bool:
    return _x(point.privacy) > WIDTH * 0.7


def _dot(point: Point, height: float, left: float) -> list[Shape]:
    colour = "#c0392b" if point.method.startswith(OURS) else "#777777" if point.method == ORACLE else "#34679a"
    x, y = left + _x(point.privacy), _y(point.utility)
    anchor: Anchor = "end" if _leftwards(point) else "start"
    return [Dot(x, y, 4, colour), Label(x - 8 if _leftwards(point) else x + 8, height, point.method, colour, anchor)]


def _x(share: float) -> float:
    return MARGIN + share * (WIDTH - 2 * MARGIN)


def _y(share: float) -> float:
    return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)

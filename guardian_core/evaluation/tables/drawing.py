"""Shapes in, the same picture out as SVG (text) or PNG (bytes, by matplotlib). Lengths are pixels, y grows downwards as in SVG."""

import io
from dataclasses import dataclass
from typing import Any, Literal
from xml.sax.saxutils import escape

from guardian_core.evaluation.anonymization.installed import module

FONT = 11  # pixels
DPI = 72  # one pixel of the drawing is one point, so that both outputs have the same proportions
DENSITY = 2  # pixels of the PNG for one of the drawing
_HORIZONTAL = {"start": "left", "middle": "center", "end": "right"}

type Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Box:
    """An empty frame."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True, slots=True)
class Line:
    """A dashed line through points."""

    points: tuple[tuple[float, float], ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle."""

    x: float
    y: float
    radius: float
    colour: str


@dataclass(frozen=True, slots=True)
class Label:
    """Words on a base line."""

    x: float
    y: float
    text: str
    colour: str = "#000000"
    anchor: Anchor = "start"
    bold: bool = False
    upwards: bool = False  # read from below


type Shape = Box | Line | Dot | Label


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn, in this order."""

    width: int
    height: int
    shapes: tuple[Shape, ...]


def svg(drawing: Drawing) -> str:
    """The picture as SVG."""
    drawn = "".join(_svg(shape) for shape in drawing.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{drawing.width}" height="{drawing.height}" '
        f'font-family="sans-serif" font-size="{FONT}"><rect width="100%" height="100%" fill="white"/>{drawn}</svg>\n'
    )


def _svg(shape: Shape) -> str:
    match shape:
        case Box(x, y, width, height, colour):
            return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height}" fill="none" stroke="{colour}"/>'
        case Line(points, colour):
            joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            return f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-dasharray="4 3"/>'
        case Dot(x, y, radius, colour):
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'
        case Label(x, y, text, colour, anchor, bold, upwards):
            turned = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if upwards else ""
            heavy = ' font-weight="bold"' if bold else ""
            return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}"{heavy}{turned}>{escape(text)}</text>'


def png(drawing: Drawing) -> bytes:
    """The picture as PNG, two pixels for each of the drawing.

    Raises:
        NotInstalledError: matplotlib is not there (extra `eval`).
    """
    figure = module("matplotlib.figure").Figure(figsize=(drawing.width / DPI, drawing.height / DPI), dpi=DPI * DENSITY)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.set_axis_off()
    for shape in drawing.shapes:
        _paint(axes, shape)
    file = io.BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()


def _paint(axes: Any, shape: Shape) -> None:
    patches = module("matplotlib.patches")
    match shape:
        case Box(x, y, width, height, colour):
            axes.add_patch(patches.Rectangle((x, y), width, height, fill=False, edgecolor=colour))
        case Line(points, colour):
            axes.plot([x for x, _ in points], [y for _, y in points], color=colour, linewidth=1, linestyle=(0, (4, 3)))
        case Dot(x, y, radius, colour):
            axes.add_patch(patches.Circle((x, y), radius, color=colour, linewidth=0))
        case Label(x, y, text, colour, anchor, bold, upwards):
            # A text that is turned is anchored where it would have been: rotation about the anchor, as in SVG.
            axes.text(
                x,
                y,
                text.replace("$", r"\$"),
                color=colour,
                fontsize=FONT,
                horizontalalignment=_HORIZONTAL[anchor],
                verticalalignment="baseline",
                fontweight="bold" if bold else "normal",
                rotation=90 if upwards else 0,
                rotation_mode="anchor",
            )

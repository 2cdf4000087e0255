"""drawing.py: one drawing, as SVG and as PNG."""

import io
from xml.etree import ElementTree as ET

import pytest

from guardian_core.evaluation.tables.drawing import DENSITY, Box, Dot, Drawing, Label, Line, png, svg

RED, BLUE = "#ff0000", "#0000ff"
DRAWING = Drawing(
    100, 60, (Box(2, 2, 96, 56, "#888888"), Line(((10, 50), (90, 50)), BLUE), Dot(20, 30, 6, RED), Label(50, 20, "a <b> $x$"))
)


def test_svg_has_every_shape_and_escapes_words():
    tree = ET.fromstring(svg(DRAWING))
    assert [child.tag.rpartition("}")[2] for child in tree] == ["rect", "rect", "polyline", "circle", "text"]
    assert tree[-1].text == "a <b> $x$"


def test_a_turned_label_turns_about_its_own_place():
    assert 'transform="rotate(-90 14.0 30.0)"' in svg(Drawing(100, 60, (Label(14, 30, "up", upwards=True),)))


def test_png_has_the_dot_where_the_svg_has_it():
    image = pytest.importorskip("matplotlib.image", reason="PNG is drawn by matplotlib, of the extra eval")
    pixels = image.imread(io.BytesIO(png(DRAWING)))  # rows from above, columns, RGBA from 0 to 1
    assert pixels.shape[:2] == (60 * DENSITY, 100 * DENSITY)
    assert pixels[30 * DENSITY, 20 * DENSITY, :3] == pytest.approx((1, 0, 0))
    assert pixels[5 * DENSITY, 5 * DENSITY, :3] == pytest.approx((1, 1, 1))


def test_png_turns_words_upwards():
    image = pytest.importorskip("matplotlib.image", reason="PNG is drawn by matplotlib, of the extra eval")
    pixels = image.imread(io.BytesIO(png(Drawing(100, 60, (Label(50, 30, "iiiiiiii", anchor="middle", upwards=True),)))))
    rows, columns = (pixels[:, :, 0] < 0.5).nonzero()
    assert rows.max() - rows.min() > columns.max() - columns.min()

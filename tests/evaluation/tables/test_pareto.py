"""pareto.py: who is beaten by nobody."""

import itertools
from xml.etree import ElementTree as ET

from guardian_core.evaluation.tables.drawing import svg
from guardian_core.evaluation.tables.pareto import LINE_HEIGHT, Point, figure, frontier, labelled

A, B, C, D = Point("a", 0.5, 0.9), Point("b", 0.9, 0.5), Point("c", 0.5, 0.4), Point("guardian-l1", 0.95, 0.95)


def test_the_frontier():
    assert frontier([A, B, C]) == [A, B]
    assert frontier([A, B, C, D]) == [D]
    assert frontier([A, A]) == [A, A]
    assert frontier([]) == []


def test_draws_each_method_and_the_line_of_the_others():
    tree = ET.fromstring(svg(figure({"TAB <x>": [A, B, C, D], "PII": [A]})))
    names = {text.text for text in tree.iter("{http://www.w3.org/2000/svg}text")}
    assert {"a", "b", "c", "guardian-l1", "TAB <x>"} <= names
    lines = [line.get("points").split() for line in tree.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(line) for line in lines] == [2, 1]  # ours is no part of it
    assert len(list(tree.iter("{http://www.w3.org/2000/svg}circle"))) == 5


def test_places_points_by_hand():
    """0.5 of 324 from 48 is 210; upwards 0.9 of 284 from 332 is 76.4."""
    assert 'cx="210.0" cy="76.4"' in svg(figure({"x": [A]}))


def test_no_label_lies_on_another():
    crowd = [Point(f"method-{at}", 0.95, 0.70 + at / 1000) for at in range(6)] + [Point("far", 0.1, 0.70)]
    heights = {one.method: height for one, height in labelled(crowd)}
    near = sorted(height for name, height in heights.items() if name != "far")
    assert all(second - first >= LINE_HEIGHT - 1e-9 for first, second in itertools.pairwise(near))
    assert heights["far"] == 4 + 332 - 0.70 * 284  # where it belongs


def test_the_oracle_is_no_rival():
    tree = ET.fromstring(svg(figure({"x": [A, Point("gold-tags", 1.0, 1.0)]})))
    (line,) = tree.iter("{http://www.w3.org/2000/svg}polyline")
    assert len(line.get("points").split()) == 1

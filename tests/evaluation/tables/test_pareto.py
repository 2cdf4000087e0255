"""pareto.py: who is beaten by nobody."""

from xml.etree import ElementTree as ET

from guardian_core.evaluation.tables.pareto import Point, figure, frontier

A, B, C, D = Point("a", 0.5, 0.9), Point("b", 0.9, 0.5), Point("c", 0.5, 0.4), Point("guardian-l1", 0.95, 0.95)


def test_the_frontier():
    assert frontier([A, B, C]) == [A, B]
    assert frontier([A, B, C, D]) == [D]
    assert frontier([A, A]) == [A, A]
    assert frontier([]) == []


def test_draws_each_method_and_the_line_of_the_others():
    tree = ET.fromstring(figure({"TAB <x>": [A, B, C, D], "PII": [A]}))
    names = {text.text for text in tree.iter("{http://www.w3.org/2000/svg}text")}
    assert {"a", "b", "c", "guardian-l1", "TAB <x>"} <= names
    lines = [line.get("points").split() for line in tree.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(line) for line in lines] == [2, 1]  # ours is no part of it
    assert len(list(tree.iter("{http://www.w3.org/2000/svg}circle"))) == 5


def test_places_points_by_hand():
    """0.5 of 324 from 48 is 210; upwards 0.9 of 284 from 332 is 76.4."""
    assert 'cx="210.0" cy="76.4"' in figure({"x": [A]})

"""Pictures of counts: sound SVG that says its numbers in words, too."""

from bs4 import BeautifulSoup

from guardian_core.control.charts import HEIGHT, WIDTH, bars, columns


def test_stacks_one_column_per_span_within_the_picture():
    spans = [("00:00", {"allow": 90, "transform": 9, "deny": 1}), ("01:00", {}), ("<b>", {"allow": 100_000})]
    drawn = BeautifulSoup(columns(spans, title="Requests by hour"), "html.parser")
    rects = drawn.find_all("rect")
    assert [rect["class"] for rect in rects] == [["allow"], ["transform"], ["deny"], ["allow"]]
    for rect in rects:
        assert 0 <= float(rect["x"]) <= WIDTH
        assert 0 <= float(rect["y"]) <= HEIGHT
        assert float(rect["height"]) >= 1.5
    assert "90 allow, 9 transform, 1 deny" in drawn.text
    assert drawn.find("b") is None


def test_draws_nothing_as_an_empty_picture():
    assert BeautifulSoup(columns([], title="x"), "html.parser").find("rect") is None


def test_lists_counts_beside_their_bars():
    made = BeautifulSoup(bars([("Email", {"deny": 3, "transform": 1}), ("Phone", {"deny": 1})]), "html.parser")
    assert [[cell.text for cell in row.find_all(["th", "td"])] for row in made.tbody.find_all("tr")] == [
        ["Email", "", "1", "3"],
        ["Phone", "", "·", "1"],
    ]
    widths = [[float(rect["width"]) for rect in row.find_all("rect")] for row in made.tbody.find_all("tr")]
    assert widths == [[25.0, 75.0], [25.0]]

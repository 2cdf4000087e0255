"""Blocks of a page in reading order, whatever arranges it."""

from policy_cache.extract import read_page
from tests.policy_cache.world import page


def texts(body: str) -> list[str]:
    return [block.text for block in read_page(page(body).encode(), "text/html").blocks]


def test_reads_a_layout_table_as_a_page_and_a_table_of_values_as_rows() -> None:
    values = "<table><tr><th>Data</th><th>Use</th></tr><tr><td><p>E-mail</p></td><td>Offers</td></tr></table>"
    body = f"<table><tr><td><a href='/'>Home</a></td><td><h2>Use</h2><p>We use names.</p>{values}</td></tr></table>"
    assert texts(body) == ["Home", "We use names.", "Data: E-mail; Use: Offers"]


def test_stops_at_a_length_no_policy_has() -> None:
    long = "<p>" + "We collect names. " * 500 + "</p>"
    assert sum(map(len, texts(long * 200))) < 620_000


def test_reads_a_cell_with_its_parts_apart() -> None:
    assert texts("<table><tr><td>Names<br>Mail</td><td><ul><li>Ads</li><li>Sale</li></ul></td></tr></table>") == [
        "Names Mail; Ads Sale"
    ]

"""Any text becomes a small well-formed tree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_cache.markup import MAX_DEPTH, parse, tame


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ("<p>a<p>b", "<p>a</p><p>b"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<p>a<div>b</div>", "<p>a</p><div>b</div>"),
        ("<tr><td>a<td>b<tr><td>c", "<tr><td>a</td><td>b</td></tr><tr><td>c"),
        ("<b><i>x</b>", "<b><i>x</i></b>"),
        ("</p>x</b>", "x"),
        ("<a onclick=1 href=/x title='a\"b'>y", '<a href="/x" title="a&quot;b">y'),
        ("<script>if (a<b) '</p>'</script>z", "z"),
        ("<svg/>z", "z"),
        ("<!doctype html><p>x", "<p>x"),
        ("1 < 2", "1 &lt; 2"),
        ("<!-- <p>x</p> --><p>y", "<p>y"),
        ("x<!-- never closed <p>y", "x"),
    ],
)
def test_tames(html: str, clean: str) -> None:
    assert tame(html)[0] == clean


def test_bounds_depth_and_keeps_what_follows() -> None:
    clean, _, cut = tame("<div>" * 1_000 + "x" + "</div>" * 1_000 + "<p>y</p>")
    assert clean.count("<div>") == clean.count("</div>") == MAX_DEPTH
    assert clean.endswith("<p>y</p>")
    assert not cut


@given(st.text(alphabet="<>/!-a=b \"'&p", max_size=200))
def test_never_raises_and_never_lets_a_script_through(html: str) -> None:
    tree = parse("<script>s</script>" + html)
    assert tree.soup.find("script") is None
    assert tree.scripts == 1

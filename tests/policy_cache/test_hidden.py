"""Text that nobody sees is no evidence, wherever the rule that hides it stands; what a switch opens is seen."""

import contextlib
import time

import pytest

from guardian_core.errors import FetchError
from policy_cache.extract import read_page


def texts(html: str, css: str = "", head: str = "") -> list[str]:
    content = f"<html><head><style>{css}</style>{head}</head><body><p>We sell your data.</p>{html}</body></html>"
    return [block.text for block in read_page(content.encode(), "text/html").blocks[1:]]


@pytest.mark.parametrize(
    ("css", "html"),
    [
        (".x{display:none}", '<p class="a x">No.</p>'),
        ("#x { display : NONE !important }", '<p id="x">No.</p>'),
        ("p.x, .y{visibility:hidden}", '<p class="x">No.</p>'),
        ("body .wrap > p.x{display:none}", '<div class="wrap"><div><p class="x">No.</p></div></div>'),
        (".x{position:absolute;left:-9999px}", '<p class="x">No.</p>'),
        (".x{position:absolute;left:-999em}", '<p class="x">No.</p>'),
        (".x{opacity:.0}", '<p class="x">No.</p>'),
        (".x{font-size:1px}", '<p class="x">No.</p>'),
        (".x{font:0/0 a}", '<p class="x">No.</p>'),
        (".x{height:0;overflow:hidden}", '<p class="x">No.</p>'),
        (".x{clip:rect(0, 0, 0, 0)}", '<p class="x">No.</p>'),
        (".x{clip-path:inset(50%)}", '<p class="x">No.</p>'),
        (".x{color:#fff;background:#FFFFFF}", '<p class="x">No.</p>'),
        (".x{color:transparent}", '<p class="x">No.</p>'),
        (".x{transform:scale(0)}", '<p class="x">No.</p>'),
        ("/* .x{} */ @media screen{.x{display:none}}", '<p class="x">No.</p>'),
        ("@import 'a.css'; .x{display:none}", '<p class="x">No.</p>'),
        ("@font-face{font-family:a}.x{display:none}", '<p class="x">No.</p>'),
        (".x{display:none}", '<table><tr><td>We sell it.<span class="x">No.</span></td></tr></table>'),
        (".x{display:block}.x{display:none}", '<p class="x">No.</p>'),
        ("p{display:none}", "<div>Yes.</div><p>No.</p>"),
    ],
)
def test_ignores_what_a_rule_hides(css: str, html: str) -> None:
    assert not any("No." in text for text in texts(html, css))


@pytest.mark.parametrize(
    ("css", "html"),
    [
        (".x{display:none}", '<p class="xy">Yes.</p>'),
        (".x{display:none}.x{display:block}", '<p class="x">Yes.</p>'),
        (".x{display:none}", '<p class="x" style="display:block">Yes.</p>'),
        (".a .x{display:none}", '<p class="x">Yes.</p>'),
        (".x:hover{display:none}", '<p class="x">Yes.</p>'),
        ("@media print{.x{display:none}}", '<p class="x">Yes.</p>'),
        ("@media (max-width:600px){.x{display:none}}", '<p class="x">Yes.</p>'),
        ("body{opacity:0}html{visibility:hidden}", "<p>Yes.</p>"),
        (".x{height:0}", '<p class="x">Yes.</p>'),
        (".x{color:#fff;background:#000}", '<p class="x">Yes.</p>'),
        (".x{display:none}", '<button>More</button><div class="x">Yes.</div>'),
        (".x{display:none}", '<h3><button aria-expanded="false">More</button></h3><div class="x"><p>Yes.</p></div>'),
        (".x{max-height:0;overflow:hidden}", '<a href="#more">More</a><div class="x" id="more">Yes.</div>'),
        (".x{display:none}", '<ul><li aria-controls="tab">T</li></ul><div class="x" id="tab">Yes.</div>'),
        ("", '<a href="#more">More</a><div hidden id="more">Yes.</div>'),
        (".x{display:none", "<p>Yes.</p>"),
    ],
)
def test_reads_what_can_be_seen(css: str, html: str) -> None:
    assert any("Yes." in text for text in texts(html, css))


def test_reads_only_the_rules_for_screens() -> None:
    assert texts('<p class="x">Yes.</p>', head='<style media="print">.x{display:none}</style>') == ["Yes."]
    assert texts('<p class="x">No.</p>', head='<style media="all">.x{display:none}</style>') == []


@pytest.mark.parametrize(
    "css",
    ["{" * 300_000, "@media x{" * 40_000, "/*" * 200_000, ".x{display:none}" * 25_000, "a b c d e f g p{color:red}" * 15_000],
    ids=["braces", "media", "comments", "rules", "chains"],
)
def test_survives_hostile_rules_in_bounded_time(css: str) -> None:
    started = time.process_time()
    with contextlib.suppress(FetchError):
        texts('<p class="x">y</p>' * 5_000, css)
    assert time.process_time() - started < 8

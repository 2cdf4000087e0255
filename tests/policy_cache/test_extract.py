"""The visible main text of a page, its headings, lists, tables and links, whatever the page does."""

import time

import pytest

from guardian_core.errors import FetchError
from policy_cache import charset
from policy_cache.extract import read_page
from policy_cache.page import Block
from tests.policy_cache.world import page


def blocks(body: str) -> list[Block]:
    return list(read_page(page(body).encode(), "text/html").blocks)


def test_keeps_headings_as_context_and_leaves_furniture_out() -> None:
    body = """<nav>Menu</nav><div id="cookie-banner">We use cookies. <a href="/x">Accept</a></div><h1>Privacy</h1><h2>Use</h2>
    <p>We use your&nbsp;<b>name</b>.</p><h3>Mail</h3>We write to you.<h2>Sharing</h2><p>We share nothing.</p>
    <footer>© us</footer>"""
    assert blocks(body) == [
        Block("We use your name.", ("Privacy", "Use")),
        Block("We write to you.", ("Privacy", "Use", "Mail")),
        Block("We share nothing.", ("Privacy", "Sharing")),
    ]


@pytest.mark.parametrize(
    "hidden",
    [
        '<p style="display:none">{}</p>',
        '<p style="color:red; DISPLAY : NONE">{}</p>',
        "<p hidden>{}</p>",
        '<div aria-hidden="true"><p>{}</p></div>',
        '<span style="font-size:0px">{}</span>',
        '<span style="visibility:hidden">{}</span>',
        '<span style="opacity:0">{}</span>',
        '<p style="position:absolute;left:-9999px">{}</p>',
        "<!-- {} -->",
        "<script>{}</script>",
        "<style>{}</style>",
        "<template>{}</template>",
        "<noscript>{}</noscript>",
        '<table><tr><td style="display:none">{}</td></tr></table>',
    ],
)
def test_ignores_hidden_text(hidden: str) -> None:
    read = blocks("<p>We sell your data.</p>" + hidden.format("We never share anything."))
    assert [block.text for block in read] == ["We sell your data."]


@pytest.mark.parametrize("style", ["font-size:0.9em", "opacity:0.5", "left:-10px", "display:block"])
def test_reads_small_but_visible_text(style: str) -> None:
    assert [block.text for block in blocks(f'<p style="{style}">We sell.</p>')] == ["We sell."]


def test_hangs_list_items_under_their_lead() -> None:
    read = blocks("<p>We share with:</p><ul><li>banks<li>shops:<ol><li>big</li><li>small</li></ol></ul><p>End.</p>")
    assert [(block.lead, block.text) for block in read] == [
        ("", "We share with:"),
        ("We share with:", "banks"),
        ("We share with:", "shops:"),
        ("shops:", "big"),
        ("shops:", "small"),
        ("", "End."),
    ]


def test_reads_a_table_row_by_row_with_its_columns() -> None:
    rows = "<tr><td>E-mail</td><td>Advertising</td></tr><tr><td>IP</td><td></td></tr>"
    table = f"<table><tr><th>Data</th><th>Purpose</th></tr>{rows}</table>"
    assert [block.text for block in blocks(table)] == ["Data: E-mail; Purpose: Advertising", "Data: IP"]


def test_takes_a_bold_line_for_a_heading() -> None:
    assert blocks("<p><strong>Sharing</strong></p><p>We share.</p>") == [Block("We share.", ("Sharing",))]


@pytest.mark.parametrize(
    "content",
    [
        b"<html><body>" + b"<div>" * 100_000 + b"<p>deep</p>" + b"</div>" * 100_000,
        b"<html>" + b"<b>" * 100_000 + b"x",
        b"<html>" + b"<" * 2_000_000,
        b"<html>" + b"<a " * 700_000,
        b"<html>" + b"<a '" * 500_000,
        b"<html>" + b"<!--" * 500_000,
        b"<html>" + b"<script>" * 200_000,
        b"<html>" + b"</p>" * 500_000,
        b"<html>" + b"<p>we collect it " * 150_000,
        b"<html>" + b"&amp;" * 400_000,
        b"<html><table>" + b"<tr><td>" * 100_000,
    ],
    ids=["nested", "inline", "less-than", "tags", "quotes", "comments", "scripts", "ends", "paragraphs", "references", "cells"],
)
def test_survives_hostile_pages_in_bounded_time(content: bytes) -> None:
    started = time.process_time()
    read_page(content, "text/html")
    assert time.process_time() - started < 8


def test_reads_what_stands_beside_100000_nested_elements() -> None:
    body = "<p>We collect names.</p>" + "<div>" * 20_000 + "deep" + "</div>" * 20_000 + "<p>We sell names.</p>"
    texts = [block.text for block in blocks(body)]
    assert texts[0] == "We collect names."
    assert texts[-1] == "We sell names."


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        ("<p>Données personnelles</p>".encode(), "text/html"),
        (b'<meta charset="utf-8">' + "<p>Données personnelles</p>".encode(), "text/html"),
        ("<p>Données personnelles</p>".encode("cp1252"), "text/html"),
        ("<p>Données personnelles</p>".encode("latin-1"), "text/html; charset=ISO-8859-1"),
        ('<meta charset="utf-8"><p>Données personnelles</p>'.encode("latin-1"), "text/html; charset=latin1"),
        (b"\xef\xbb\xbf" + "<p>Données personnelles</p>".encode(), "text/html; charset=latin1"),
        ("\ufeff<p>Données personnelles</p>".encode("utf-16-le"), "text/html"),
        ("<p>Données personnelles</p>".encode(), "text/html; charset=no-such"),
        (
            '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><p>Données personnelles</p>'.encode(
                "cp1252"
            ),
            "text/html",
        ),
        ('<meta charset="utf-7"><p>Données personnelles</p>'.encode(), "text/html"),
    ],
    ids=[
        "guess-utf8",
        "meta",
        "guess-1252",
        "header",
        "header-over-meta",
        "bom-over-header",
        "utf-16",
        "unknown",
        "http-equiv",
        "utf-7",
    ],
)
def test_reads_the_charset_as_html_says(content: bytes, content_type: str) -> None:
    assert read_page(content, content_type).text == "Données personnelles"


def test_reads_windows_1250() -> None:
    body = '<meta charset="windows-1250"><p>Polityka prywatności: dane osobowe są zbierane</p>'.encode("cp1250")
    assert read_page(body, "text/html").text == "Polityka prywatności: dane osobowe są zbierane"


@pytest.mark.parametrize(
    ("label", "codec"), [("latin1", "cp1252"), ("GB2312", "gb18030"), ("Shift_JIS", "cp932"), ("unicode_escape", None), ("x", None)]
)
def test_understands_labels_as_browsers_do(label: str, codec: str | None) -> None:
    assert charset.codec(label) == codec


def test_leaves_pdf_to_the_worker() -> None:
    with pytest.raises(FetchError, match="PDF is not read here"):
        read_page(b"%PDF-1.7 ...", "application/octet-stream")

"""Policies published as PDF, and PDFs that say nothing (B52)."""

import pytest

from guardian_core.errors import FetchError
from policy_cache.pdf import is_pdf, read_pdf
from policy_cache.segment import segment
from tests.policy_cache.papers import LINES, pdf


def test_reads_paragraphs_headings_and_list_items() -> None:
    page = read_pdf(pdf())
    assert page.language == "en"
    texts = [statement.text for statement in segment(page.blocks, page.language)]
    assert texts == [
        "We collect your name and your e-mail address when you create an account with the shop, and we keep them for three years"
        " after the last order that you placed with us.",
        "We share with: payment processors that handle your credit card;",
        "We share with: analytics providers that measure how you use our site.",
        "We do not sell your phone number to data brokers.",
    ]


def test_leaves_out_running_heads_and_page_numbers() -> None:
    words = ("names", "orders", "addresses", "visits")
    pages = [("Example Shop Privacy", f"We collect your {word} and keep what", LINES[4], "Page 2 of 4") for word in words]
    text = read_pdf(pdf(pages)).text
    assert "Page" not in text
    assert "Example Shop Privacy" not in text
    assert [f"We collect your {word}" in text for word in words] == [True] * 4


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (pdf([("1",), ("2",), (" ",)]), "without a text layer"),
        (pdf([LINES, *[("7",)] * 30]), "without a text layer"),
        (pdf(encrypt=True), "protected by a password"),
        (b"%PDF-1.7\n%...", "broken PDF"),
        (pdf()[:400], r"broken PDF|without a text layer"),
    ],
    ids=["numbers", "mostly-scanned", "protected", "stub", "cut"],
)
def test_says_why_it_cannot_be_read(content: bytes, reason: str) -> None:
    with pytest.raises(FetchError, match=reason):
        read_pdf(content)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (pdf(), True), (b"\r\n\xef\xbb\xbfx\n" + pdf(), True), (b"<p>How to read %PDF-1.7</p>", False),
        (b"A file starts with %PDF-1.4", False), (b"", False),
    ],
)  # fmt: skip
def test_knows_pdf_by_its_first_bytes(content: bytes, expected: bool) -> None:
    assert is_pdf(content) is expected

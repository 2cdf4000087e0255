"""The forms of a report: nothing in a host's name becomes a formula, a script or an escape sequence."""

import csv
import html.parser
import io

import pytest

from guardian_core.audit.report import gathered
from guardian_core.cli import report_forms

HOSTILE = (
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    " =1",
    "＝1",
    "<script>alert(1)</script>",
    '"><img src=x onerror=a>',
    "\x1b[2J",
    "\u202etset",
)


def made(*sites, observed=True):
    rows = [
        {
            "site": site,
            "verdict": "deny",
            "categories": '["Email"]',
            "recipients": '["data_broker"]',
            "unread": 0,
            "number": 2,
            "first": 0,
            "last": 60,
        }
        for site in sites
    ]
    return gathered(rows, observed=observed)


class Tags(html.parser.HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.seen, self.texts = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.texts.append(data)


@pytest.mark.parametrize("host", HOSTILE)
def test_makes_no_formula_of_a_host(host):
    (_, row) = csv.reader(io.StringIO(report_forms.as_csv(made(host))))
    assert row[0].lstrip("'")
    assert not row[0].startswith(("=", "+", "-", "@", "\t", "\r", " ", "＝"))
    assert not set(row[0]) & {"\x1b", "\u202e"}
    assert row[1:] == ["data_broker", "Email", "2", "0", "2", "0"]


@pytest.mark.parametrize("host", HOSTILE)
def test_makes_no_element_of_a_host(host):
    plain, page = Tags(report_forms.as_page(made("shop.test"))), Tags(report_forms.as_page(made(host)))
    assert [tag for tag, _ in page.seen] == [tag for tag, _ in plain.seen]
    assert not set("".join(page.texts)) & {"\x1b", "\u202e"}


def test_makes_a_page_that_needs_nothing_and_runs_nothing():
    page = Tags(report_forms.as_page(made("shop.test")))
    tags = {tag for tag, _ in page.seen}
    assert tags <= {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "h1",
        "h2",
        "p",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "meter",
    }
    assert not any({"src", "href", "style"} & set(attributes) for _, attributes in page.seen)
    assert (
        "meta",
        {"http-equiv": "Content-Security-Policy", "content": "default-src 'none'; style-src 'unsafe-inline'"},
    ) in page.seen
    assert "table{border-collapse" in "".join(page.texts)


def test_says_in_one_sentence_what_would_have_been_and_what_was():
    assert (
        "2 requests between 1970-01-01T00:00:00+00:00 and 1970-01-01T00:01:00+00:00: 0 would have been rewritten, 2 blocked, "
        in (report_forms.summary(made("a.test")))
    )
    assert "0 were rewritten, 2 were blocked, 0 went as they were" in report_forms.summary(made("a.test", observed=False))


def test_counts_alike_in_every_form():
    found = made("a.test", "b.test")
    shown = report_forms.as_object(found)
    assert shown["total"] == {"requests": 4, "rewritten": 0, "blocked": 4, "unchanged": 0}
    assert [(site["site"], site["blocked"]) for site in shown["sites"]] == [("a.test", 2), ("b.test", 2)]
    assert len(report_forms.rows_of(found)) == 2
    assert "a.test  data_broker  Email  2" in report_forms.as_text(found)

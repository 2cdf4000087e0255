"""A report in; a table for the terminal, a page, CSV or an object for programs out."""

import csv
import io
from datetime import UTC, datetime
from typing import Any

from guardian_core.audit.report import Counts, Report
from guardian_core.cli.shell import table
from guardian_core.control.html import Child, element
from guardian_core.printable import printable

COLUMNS = ("site", "receiver", "data", "requests", "rewritten", "blocked", "unchanged")
STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:64em;margin:2em auto;padding:0 1em;color:#1c1c1c;background:#fff}
table{border-collapse:collapse;width:100%;margin:1em 0 2em}
th,td{text-align:left;padding:.3em .8em .3em 0;border-bottom:1px solid #ddd;vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums}
tr.site td{font-weight:600}
tr.part td:first-child{padding-left:1.5em}
meter{width:8em}
@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#161616}th,td{border-color:#444}}
"""


def as_object(report: Report) -> dict[str, Any]:
    """For `--json`."""
    return {
        "observed": report.observed,
        "first": _moment(report.first),
        "last": _moment(report.last),
        "total": _numbers(report.verdicts),
        "categories": [{"category": name, **_numbers(counts)} for name, counts in report.categories.items()],
        "sites": [
            {
                "site": site.site,
                "recipients": sorted(site.recipients),
                **_numbers(site.verdicts),
                "categories": [{"category": name, **_numbers(counts)} for name, counts in site.categories.items()],
            }
            for site in report.sites
        ],
    }


def _numbers(counts: Counts) -> dict[str, int]:
    return {
        "requests": counts.total(),
        "rewritten": counts["transform"],
        "blocked": counts["deny"],
        "unchanged": counts["allow"],
    }


def rows_of(report: Report) -> list[list[str]]:
    """One row per site and category, under COLUMNS."""
    return [
        [site.site, "/".join(sorted(site.recipients)), category, *map(str, _numbers(counts).values())]
        for site in report.sites
        for category, counts in site.categories.items()
    ]


def as_text(report: Report) -> str:
    """For a terminal."""
    return "\n".join((summary(report), "", table([list(COLUMNS), *rows_of(report)])))


def summary(report: Report) -> str:
    """The report in one sentence."""
    total = report.verdicts
    done = "would have been rewritten" if report.observed else "were rewritten"
    blocked = "blocked" if report.observed else "were blocked"
    between = f"between {_moment(report.first)} and {_moment(report.last)}"
    return (
        f"{total.total()} requests {between}: {total['transform']} {done}, {total['deny']} {blocked}, "
        f"{total['allow']} {'would have gone' if report.observed else 'went'} as they were"
    )


def as_csv(report: Report) -> str:
    """RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(text) for text in row] for row in rows_of(report))
    return out.getvalue()


def _cell(text: str) -> str:
    r"""No formula, whoever named the host: https://owasp.org/www-community/attacks/CSV_Injection.

    >>> _cell('=HYPERLINK("x")'), _cell("shop.example"), _cell("\t=1")
    ('\'=HYPERLINK("x")', 'shop.example', "'\\t=1")
    """
    shown = printable(text).replace("\t", "\\t").replace("\n", "\\n")
    return f"'{shown}" if text.lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠")) or text[:1].isspace() else shown


def as_page(report: Report) -> str:
    """One page that needs nothing else and runs nothing."""
    what = "What would have been changed" if report.observed else "What was changed"
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width"),
        element("title", what),
    )
    # The style is ours and holds no markup; as a child it would be escaped, which stylesheets do not undo.
    head = type(head)(head.replace("</head>", f"<style>{STYLE}</style></head>"))
    body = element(
        "body",
        element("h1", what),
        element("p", f"{summary(report)}. Counted by GuardianAgent from its journal; no value of any request is in here."),
        element("h2", "By category"),
        _table(("Data", ""), [((name, _share(counts)), counts, "") for name, counts in report.categories.items()]),
        element("h2", "By site"),
        _table(("Site and data", "Receiver"), list(_lines(report))),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _lines(report: Report) -> list[tuple[tuple[Child, Child], Counts, str]]:
    lines: list[tuple[tuple[Child, Child], Counts, str]] = []
    for site in report.sites:
        lines.append(((site.site, ", ".join(sorted(site.recipients)).replace("_", " ")), site.verdicts, "site"))
        lines += [((name, ""), counts, "part") for name, counts in site.categories.items()]
    return lines


def _share(counts: Counts) -> Child:
    changed = counts["transform"] + counts["deny"]
    return element("meter", value=changed, max=max(counts.total(), 1), title=f"{changed} of {counts.total()}")


def _table(names: tuple[str, str], lines: list[tuple[tuple[Child, Child], Counts, str]]) -> Child:
    head = element("tr", [element("th", name) for name in names], [element("th", name, class_="n") for name in COLUMNS[3:]])
    rows = [
        element(
            "tr",
            [element("td", cell) for cell in cells],
            [element("td", str(number), class_="n") for number in _numbers(counts).values()],
            class_=kind or None,
        )
        for cells, counts, kind in lines
    ]
    return element("table", element("thead", head), element("tbody", rows))


def _moment(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")

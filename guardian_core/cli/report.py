"""`guardian report`: what would have been rewritten and blocked while observing, by site and category."""

import sys
from pathlib import Path

import click

from guardian_core.cli.audit import moment
from guardian_core.cli.shell import FAILED, FailedError, config_option, json_option, print_json, say
from guardian_core.settings import Settings


@click.command()
@click.option("--since", callback=moment, metavar="TIME", help="Only what is newer: 30m, 2h, 7d, or 2026-11-29T14:00.")
@click.option("--carried-out", is_flag=True, help="What was rewritten and blocked, in place of what would have been.")
@click.option(
    "--format", "form", type=click.Choice(["text", "html", "csv"]), default="text", show_default=True, help="What to make."
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it there; by default to the output."
)
@config_option
@json_option
def report(since: float | None, *, carried_out: bool, form: str, out: Path | None, settings: Settings, as_json: bool) -> int:
    """Report what would have been rewritten and blocked while observing (`guardian run --observe`), by site and category.

    It is counted from the journal and holds sites, categories and numbers, no value of any request. A request with several
    categories counts in the row of each. The page needs no network and runs no script; cells of the CSV that a spreadsheet would
    take for a formula begin with an apostrophe. Exit status 1 where nothing is recorded.

    \b
    Examples:
      guardian report --since 7d
      guardian report --format html --out report.html
      guardian report --carried-out --json
    """
    from guardian_core.audit.report import report as read
    from guardian_core.cli import report_forms

    path = settings.audit.store or settings.home / "audit.db"
    found = read(path, since, observed=not carried_out)
    if as_json:
        _write(None, report_forms.as_object(found), out)
        return 0 if found.sites else FAILED
    if not found.sites:
        say(_nothing(path, since, carried_out=carried_out))
        return FAILED
    made = {"text": report_forms.as_text, "html": report_forms.as_page, "csv": report_forms.as_csv}[form](found)
    _write(made, None, out)
    return 0


def _nothing(path: Path, since: float | None, *, carried_out: bool) -> str:
    """What is recorded in place of what was asked for, and how to see it."""
    from guardian_core.audit.report import report as read

    then = "" if since is None else " since then"
    number = read(path, since, observed=carried_out).verdicts.total()
    if not number:
        return f"nothing recorded{then} in {path}: run the proxy first (guardian run --observe)"
    requests = f"{number} request{'s' if number > 1 else ''}"
    if carried_out:
        return f"nothing was carried out{then}; only observed: {requests} (see guardian report without --carried-out)"
    return f"nothing was observed{then} (guardian run --observe); carried out: {requests} (see guardian report --carried-out)"


def _write(text: str | None, value: object, out: Path | None) -> None:
    if out is None:
        if text is None:
            print_json(value)
        elif text.endswith("\n"):  # a page, or CSV with its own line ends
            sys.stdout.buffer.write(text.encode("utf-8"))
        else:
            say(text)
        return
    import json

    content = text if text is not None else json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    try:
        out.write_bytes(content.encode("utf-8"))
    except OSError as error:
        message = f"cannot write {out}: {error.strerror or error}"
        raise FailedError(message) from None

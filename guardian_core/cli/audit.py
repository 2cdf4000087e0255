"""`guardian audit`: what was decided about past requests, and why."""

import re
import time
from datetime import UTC, datetime

import click

from guardian_core.cli.shell import config_option, json_option, print_json, say, table
from guardian_core.settings import Settings
from guardian_core.vocabulary import Verdict

SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


def moment(_context: click.Context | None, _parameter: click.Parameter | None, text: str | None) -> float | None:
    """Seconds since 1970 for "2h", "30m", "7d" (ago) or an ISO date or time (local where it has no zone)."""
    if text is None:
        return None
    span = re.fullmatch(r"(\d{1,6}(?:\.\d+)?)\s*([smhdw])", text.strip().lower())
    if span:
        return time.time() - float(span[1]) * SECONDS[span[2]]
    try:
        return datetime.fromisoformat(text.strip()).timestamp()
    except (ValueError, OverflowError):
        message = f"{text!r} is neither a span (30m, 2h, 7d) nor a date or time (2026-11-29, 2026-11-29T14:00)"
        raise click.BadParameter(message) from None


@click.command()
@click.option("--since", callback=moment, metavar="TIME", help="Only what is newer: 30m, 2h, 7d, or 2026-11-29T14:00.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=50, show_default=True, help="At most this many, the newest.")
@config_option
@json_option
def audit(since: float | None, limit: int, settings: Settings, *, as_json: bool) -> None:
    """List what was decided about past requests, newest first.

    The journal holds hosts, categories, decisions, every factor of the risk and the reasons; never what was in the requests.
    "would transform", "would deny": decided in observe mode, so nothing was changed (with --json: "observed": true).
    With --json, {"rows": [...]}: one object per request.

    \b
    Examples:
      guardian audit
      guardian audit --since 2h --limit 10 --json
    """
    from guardian_core.audit import read

    path = settings.audit.store or settings.home / "audit.db"
    rows = read(path, since, limit)
    if as_json:
        print_json({"rows": [{**row, "time": _iso(row["time"])} for row in rows]})
    elif rows:
        say(table([["time (UTC)", "decision", "level", "R", "host", "data", "why"], *(_line(row) for row in rows)]))
    else:
        off = "" if settings.audit.enabled else "; recording is switched off ([audit] enabled = false)"
        say(f"nothing recorded{' since then' if since is not None else ''} in {path}{off}")


def _line(row: dict[str, object]) -> list[str]:
    level, risk, reasons, categories = row["level"], row["R"], row["reasons"], row["categories"]
    return [
        _iso(row["time"])[:19].replace("T", " "),
        _decision(row),
        str(level) if level else "-",
        f"{risk:.3f}" if isinstance(risk, float) else "-",
        str(row["host"]),
        ", ".join(map(str, categories)) if isinstance(categories, list) and categories else "-",
        str(reasons[0]) if isinstance(reasons, list) and reasons else "",
    ]


def _decision(row: dict[str, object]) -> str:
    verdict = str(row["verdict"])
    return f"would {verdict}" if row["observed"] and verdict != Verdict.ALLOW else verdict


def _iso(seconds: object) -> str:
    return datetime.fromtimestamp(float(str(seconds)), UTC).isoformat(timespec="milliseconds")

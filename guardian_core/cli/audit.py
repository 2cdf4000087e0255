"""`guardian audit`: what was decided about past requests, and why."""

import re
import time
from datetime import UTC, datetime

import click

from guardian_core.cli.shell import FailedError, json_option, lenient_config_option, print_json, say, table
from guardian_core.settings import Settings
from guardian_core.vocabulary import Verdict

SHORT = 8  # of an id in the table
FACTORS = ("R", "S_d", "S_eff", "M_tr", "M_p", "M_b", "M_T")
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


def beginning(_context: click.Context | None, _parameter: click.Parameter | None, text: str | None) -> str:
    """The beginning of an id; none where none was asked for."""
    if text is not None and not text.strip():
        message = "an id is the number that a refusal shows, or its beginning"
        raise click.BadParameter(message)
    return (text or "").strip()


@click.command()
@click.option("--since", callback=moment, metavar="TIME", help="Only what is newer: 30m, 2h, 7d, or 2026-11-29T14:00.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=50, show_default=True, help="At most this many, the newest.")
@click.option(
    "--id", "flow", callback=beginning, metavar="ID", help="One request by the number a refusal shows; its beginning will do."
)
@lenient_config_option
@json_option
def audit(since: float | None, limit: int, flow: str, settings: Settings, *, as_json: bool) -> None:
    """List what was decided about past requests, newest first; with --id, all that is recorded of one.

    The journal holds hosts, categories, decisions, every factor of the risk and the reasons; never what was in the requests.
    "would transform", "would deny": decided in observe mode, so nothing was changed (with --json: "observed": true).
    With --json, {"rows": [...]}: one object per request.

    \b
    Examples:
      guardian audit
      guardian audit --since 2h --limit 10 --json
      guardian audit --id 3f2a91c0
    """
    from guardian_core.audit import read

    path = settings.audit.store or settings.home / "audit.db"
    rows = read(path, since, limit, flow=flow)
    off = "" if settings.audit.enabled else "; recording is switched off ([audit] enabled = false)"
    if flow and not rows:
        message = f"nothing with that id is recorded in {path}{off}"
        raise FailedError(message)
    if as_json:
        print_json({"rows": [{**row, "time": _iso(row["time"])} for row in rows]})
    elif flow:
        say("\n\n".join(map(_details, rows)))
    elif rows:
        say(table([["time (UTC)", "id", "decision", "level", "R", "host", "data", "why"], *(_line(row) for row in rows)]))
    else:
        say(f"nothing recorded{' since then' if since is not None else ''} in {path}{off}")


def _line(row: dict[str, object]) -> list[str]:
    level, risk, reasons = row["level"], row["R"], row["reasons"]
    return [
        _clock(row["time"]),
        str(row["flow"])[:SHORT],
        _decision(row),
        str(level) if level else "-",
        f"{risk:.3f}" if isinstance(risk, float) else "-",
        str(row["host"]),
        _joined(row["categories"]) or "-",
        str(reasons[0]) if isinstance(reasons, list) and reasons else "",
    ]


def _details(row: dict[str, object]) -> str:
    """Everything of one row that has a value, a line each."""
    factors = "   ".join(f"{name} = {row[name]:.3f}" for name in FACTORS if isinstance(row[name], float))
    cells = {
        "id": row["flow"],
        "time": f"{_clock(row['time'])} UTC",
        "request": f"{row['method']} {row['host']}",
        "decision": _decision(row) + (f" at level {row['level']}" if row["level"] else ""),
        "data": _joined(row["categories"]),
        "recipient": _joined(row["recipients"]),
        "purpose": _joined(row["purposes"]),
        "basis": row["basis"],
        "risk": f"{factors}   tier {row['tier']}" if factors else None,
        "likelihood": f"{row['L']:.3f} ({row['L_source']})" if isinstance(row["L"], float) else None,
        "policy": row["policy_url"] or row["policy_state"],
        "why": _joined(row["reasons"], "; "),
        "less than asked": _joined(row["degraded"], "; "),
    }
    return table([[name, str(value)] for name, value in cells.items() if value])


def _joined(values: object, between: str = ", ") -> str:
    return between.join(map(str, values)) if isinstance(values, list) else ""


def _decision(row: dict[str, object]) -> str:
    verdict = str(row["verdict"])
    return f"would {verdict}" if row["observed"] and verdict != Verdict.ALLOW else verdict


def _clock(seconds: object) -> str:
    return _iso(seconds)[:19].replace("T", " ")


def _iso(seconds: object) -> str:
    return datetime.fromtimestamp(float(str(seconds)), UTC).isoformat(timespec="milliseconds")

"""Nothing in; the scripted requests sent through a real proxy, the table of what became of them, and an exit status out."""

import json as json_format
import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click
import httpx

from guardian_core.audit import Journal
from guardian_core.demo.check import decoded, differences, leaks, not_returned, spoken
from guardian_core.demo.senders import Step
from guardian_core.demo.servers import Received
from guardian_core.demo.traffic import TRAFFIC
from guardian_core.demo.world import Proxy, World
from guardian_core.vocabulary import Verdict

RECORD_SECONDS = 3.0  # the journal is written behind the flow
STYLES = {Verdict.ALLOW: "green", Verdict.TRANSFORM: "yellow", Verdict.DENY: "red"}
NOTHING = "(nothing was received)"


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one step."""

    step: Step
    status: int | None  # of the reply; None: no reply
    verdict: Verdict | None  # None: no decision was recorded
    level: int | None
    reasons: tuple[str, ...]
    arrived: tuple[Received, ...] = field(repr=False)  # at the step's own address
    differences: tuple[str, ...]
    reply: str = field(default="", repr=False)  # what it says, where the step looks for something in it


def run_demo(*, json: bool = False) -> int:
    """Start sites and proxy, send every step, print what became of each; `json` prints one object instead of a table.

    Returns:
        0 if what each server received is what the decision says and each decision is one of those expected; else 1.

    Raises:
        ProxyStartError: the proxy did not start.
    """
    with World() as world:
        if not json:
            click.echo(f"{len(world.hosts)} sites on 127.0.0.1:{world.port}; starting the proxy …")
        proxy = world.proxy()
        results = send_all(world, proxy, TRAFFIC, each=_ignore if json else _print_result)
        faults = late_arrivals(results, world.records.since())
    wrong = sum(bool(result.differences) for result in results) + len(faults)
    if json:
        click.echo(json_format.dumps(_as_object(results, faults), indent=2))
    else:
        _print_summary(results, faults)
    return 1 if wrong else 0


def send_all(
    world: World, proxy: Proxy, steps: Iterable[Step], *, each: Callable[[Result], None], patience: float = 30
) -> list[Result]:
    """Send the steps one after another; `each` is told every result as soon as it is known."""
    results = []
    journal = Journal(proxy.journal, retention_days=1)
    with proxy.client(patience) as client:
        for step in steps:
            mark, before = len(world.records), _rows(journal)
            said = ""
            try:
                reply = send(client, step)
                status: int | None = reply.status_code
                said = spoken(reply.text) if step.returns else ""
            except httpx.HTTPError:
                status = None
            row = _recorded(journal, step, len(before))
            received = world.records.since(mark)
            results.append(_result(step, status, row, received, said))
            each(results[-1])
    return results


def send(client: httpx.Client, step: Step) -> httpx.Response:
    """One step through the proxy, its headers in the step's own order."""
    return client.request(step.method, step.url, headers=list(step.headers), content=step.body or None)


def late_arrivals(results: Iterable[Result], received: Iterable[Received]) -> tuple[str, ...]:
    """Values that reached, at any time of the run, a host to which no request with them was allowed."""
    results, received = list(results), list(received)
    faults = []
    for host in sorted({result.step.host for result in results}):
        here = [result for result in results if result.step.host == host]
        allowed = {value for result in here if result.verdict is Verdict.ALLOW for value in result.step.canaries}
        withheld = sorted({value for result in here for value in result.step.canaries} - allowed)
        if leaks(withheld, [one for one in received if one.host == host]):
            faults.append(f"a value that was withheld from {host} arrived there")
    return tuple(faults)


def _result(step: Step, status: int | None, row: Mapping[str, Any], received: tuple[Received, ...], said: str) -> Result:
    verdict = Verdict(row["verdict"]) if row else None
    arrived = tuple(one for one in received if (one.host, one.method, one.path) == (step.host, step.method, step.path))
    faults = differences(step, verdict, received) + not_returned(step, verdict, said)
    if status is None:
        faults = (*faults, "the proxy gave no reply")
    return Result(step, status, verdict, row.get("level"), tuple(row.get("reasons", ())), arrived, faults, said)


def _rows(journal: Journal) -> Sequence[Mapping[str, Any]]:
    """Newest first."""
    return journal.rows(None, 10_000)


def _recorded(journal: Journal, step: Step, known: int) -> Mapping[str, Any]:
    """The journal's row for the step that was just sent; empty if none appears in time."""
    deadline = time.monotonic() + RECORD_SECONDS
    while time.monotonic() < deadline:
        rows = _rows(journal)
        fresh = [row for row in rows[: len(rows) - known] if row["host"] == step.host]
        if fresh:
            return fresh[0]
        time.sleep(0.02)
    return {}


def _ignore(_: Result) -> None:
    pass


def _print_result(result: Result) -> None:
    """Three lines: what was asked and decided, what was sent, what arrived; the reasons where not simply allowed."""
    step, width = result.step, max(60, shutil.get_terminal_size((110, 40)).columns)
    word = "no decision" if result.verdict is None else result.verdict + (f" L{result.level}" if result.level else "")
    style = STYLES.get(result.verdict, "magenta") if result.verdict else "magenta"
    click.echo(f"\n{step.name:<36} {step.method:<7} {step.host:<18} → " + click.style(word, fg=style, bold=True))
    before = _text(Received(step.method, step.host, step.target, step.headers, step.body))
    after = [_text(one) for one in result.arrived]
    start = 0 if not after or after[0] == before else _window(before, after[0], width - 12)
    click.echo("   before  " + _cut(before, start, width - 12))
    if result.verdict is Verdict.ALLOW and after == [before]:
        click.echo("   after   " + click.style("the same bytes", dim=True))
    else:
        click.echo("   after   " + (_cut(after[0], start, width - 12) if after else click.style(NOTHING, dim=True)))
    if result.reply and result.verdict is Verdict.TRANSFORM:
        click.echo("   reply   " + _cut(result.reply, 0, width - 12))
    if result.verdict is not Verdict.ALLOW:
        for reason in result.reasons[:1]:
            click.echo("   because " + _cut(reason, 0, width - 12))
    for fault in result.differences:
        click.echo(click.style(f"   WRONG   {fault}", fg="red", bold=True))


def _print_summary(results: list[Result], faults: tuple[str, ...]) -> None:
    counts = ", ".join(f"{sum(result.verdict is verdict for result in results)} {verdict}" for verdict in Verdict)
    click.echo(f"\n{len(results)} requests: {counts}.")
    for fault in faults:
        click.echo(click.style(f"WRONG   {fault}", fg="red", bold=True))
    wrong = [result.step.name for result in results if result.differences]
    if wrong or faults:
        click.echo(click.style(f"{len(wrong)} of them are not as they should be: {', '.join(wrong)}", fg="red"))
    else:
        click.echo("What each server received is what the decision says.")


def _as_object(results: list[Result], faults: tuple[str, ...]) -> dict[str, Any]:
    """What `--json` prints: no value of the user, so only what arrived after a rewrite is quoted."""
    rows = [
        {
            "name": result.step.name,
            "method": result.step.method,
            "host": result.step.host,
            "decision": result.verdict,
            "level": result.level,
            "reasons": list(result.reasons),
            "status": result.status,
            "received": len(result.arrived),
            "after": [_text(one) for one in result.arrived if result.verdict is Verdict.TRANSFORM],
            "differences": list(result.differences),
        }
        for result in results
    ]
    return {"requests": rows, "differences": list(faults), "ok": not faults and not any(result.differences for result in results)}


def _text(request: Received) -> str:
    """What a person can compare: the body where there is one, else the target; unprintable characters as dots."""
    text = decoded(request).decode("utf-8", "replace") if request.body else request.target
    referer = request.header("Referer") or ""
    if not request.body and "?" in referer:
        text += f" from {referer}"
    return "".join(character if character.isprintable() else "·" for character in text)


def _window(before: str, after: str, width: int) -> int:
    """Where to start so that the first difference can be seen."""
    first = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    return max(0, first - width // 4) if first > width * 3 // 4 else 0


def _cut(text: str, start: int, width: int) -> str:
    piece = ("…" if start else "") + text[start:]
    return piece if len(piece) <= width else piece[: width - 1] + "…"

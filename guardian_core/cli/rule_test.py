"""`guardian rules test`: one request in; what would be found, which rules apply, which of them decided, what would be done out."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import click

from guardian_core import actions
from guardian_core.cli.request import build
from guardian_core.cli.shell import config_option, json_option, print_json, read_source, say, table
from guardian_core.ruling import Ruling, rulings
from guardian_core.settings import Settings
from guardian_core.vocabulary import Action, Outcome, Request


@click.command(name="test", no_args_is_help=True)
@click.option("--url", required=True, metavar="U", help="Where the request goes.")
@click.option("--method", metavar="M", help="GET, POST, …; by default POST with a body, else GET.")
@click.option("--header", "headers", multiple=True, metavar="H", help="A header as 'Name: value'; may be repeated.")
@click.option("--body", "source", metavar="FILE", help="A file with the body, or - for standard input.")
@click.option("--client", default="", metavar="ADDRESS", help="Who sends it, for rules about clients.")
@click.option("--reveal", is_flag=True, help="Print the values that were found; without it only their lengths.")
@config_option
@json_option
def test_rules(
    *,
    url: str,
    method: str | None,
    headers: Sequence[str],
    source: str | None,
    client: str,
    settings: Settings,
    reveal: bool,
    as_json: bool,
) -> None:
    """Show what would be found in one request, which rules apply, and what would be decided by which. Nothing is sent or fetched.

    `source` says who found it: "pattern", "key" and "names" are built in, "deny" is a word of yours, "rule …" a pattern of yours.
    What a word of detect.allow keeps from being found does not appear. Of the rules about whole requests, a * marks what counts.

    \b
    Examples:
      guardian rules test --url 'https://ads.example/p?mail=ann@shop.example'
      guardian rules test --config guardian.toml --url https://api.example/v1 --body request.json --json
    """
    request = replace(build(url, method, headers, read_source(source, "--body")), client=client)
    outcome = asyncio.run(_handle(settings, request))
    found = list(_found(outcome, reveal=reveal))
    applying = list(rulings(settings.rules, outcome.reading.request, described(settings, outcome), _weighed(outcome)))
    decision = outcome.decision
    if as_json:
        print_json(
            {
                "findings": found,
                "rules": [_row(one) for one in applying],
                "decided_by": decided_by(outcome, applying),
                "decision": decision.verdict.value,
                "level": int(decision.level) if decision.level else None,
                "reasons": list(decision.reasons),
            }
        )
        return
    _tell(outcome, found, applying)


def _tell(outcome: Outcome, found: Sequence[dict[str, Any]], applying: Sequence[Ruling]) -> None:
    """The same for a person."""
    decision = outcome.decision
    if found:
        columns = ("path", "category", "entity", "source")
        say(table([[*(row[name] for name in columns), f"{row['score']:.2f}", row["value"]] for row in found]))
    for one in applying:
        marks = [f"{key} {getattr(one.rule, key)}{' *' if key in one.decided else ' (an earlier rule counts)'}" for key in one.sets]
        say(f"rule {one.rule.name!r}: {', '.join(marks)}")
    level = f" at level {int(decision.level)}" if decision.level else ""
    say(f"{decision.verdict.value}{level}, decided by {decided_by(outcome, applying)}")
    for reason in decision.reasons:
        say(f"  {reason}")


def decided_by(outcome: Outcome, applying: Sequence[Ruling]) -> str:
    """What the verdict comes from: ``rule 'my clinic'``, ``score``, ``nothing personal found`` or ``fail mode``."""
    rule = next((one.rule for one in applying if "decide" in one.decided), None)
    if rule is not None and outcome.decision.verdict.value == rule.decide:
        return f"rule {rule.name!r}"
    if outcome.risk is not None:
        return "score"
    return "fail mode" if "not inspected" in outcome.degraded else "nothing personal found"


def described(settings: Settings, outcome: Outcome) -> Action | None:
    """The action before any rule placed it."""
    if not outcome.findings:
        return None
    return actions.describe(outcome.reading.request, outcome.reading, outcome.findings, settings.decision)


def _weighed(outcome: Outcome) -> Action | None:
    return outcome.action if outcome.findings else None


def _row(one: Ruling) -> dict[str, Any]:
    return {"name": one.rule.name, "sets": {key: getattr(one.rule, key) for key in one.sets}, "decided": list(one.decided)}


async def _handle(settings: Settings, request: Request) -> Outcome:
    from guardian_core.cli.offline import stored_policies
    from guardian_core.guardian import Guardian

    guardian = Guardian(settings, policies=stored_policies(settings), rehearsal=True)
    try:
        return await guardian.handle(request)
    finally:
        await guardian.close()


def _found(outcome: Outcome, *, reveal: bool) -> Iterator[dict[str, Any]]:
    for finding in outcome.findings:
        item = outcome.reading.items[finding.item]
        value = item.text[finding.start : finding.end]
        yield {
            "path": item.path,
            "entity": finding.entity.value,
            "category": finding.category.value,
            "source": finding.source,
            "score": finding.score,
            "value": value if reveal else f"{len(value)} characters",
        }

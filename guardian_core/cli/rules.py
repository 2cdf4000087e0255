"""`guardian rules`: the words and patterns of the configuration, and what they do to one request."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import click

from guardian_core.cli.request import build
from guardian_core.cli.shell import FAILED, config_option, json_option, print_json, read_source, say, table
from guardian_core.settings import Settings
from guardian_core.vocabulary import Outcome


@click.group(no_args_is_help=True)
def rules() -> None:
    """Words and patterns of your own: what is never personal, what always is. They stand in the configuration, under [detect].

    \b
    Examples:
      guardian rules list --config guardian.toml
      echo 'see HRN-204113' | guardian rules test --config guardian.toml --url https://api.example/v1 --body -
    """


@rules.command(name="list")
@config_option
@json_option
def list_rules(settings: Settings, *, as_json: bool) -> int:
    """List the rules of the configuration; exit status 1 where there are none.

    \b
    Examples:
      guardian rules list --config guardian.toml
    """
    rows = list(_rows(settings))
    if as_json:
        print_json({"rules": rows})
    elif rows:
        say(table([[row["kind"], row["name"], row["category"] or "", row["detail"]] for row in rows]))
    else:
        say("no rules; see detect.allow, detect.deny and detect.patterns in docs/rules.md")
    return 0 if rows else FAILED


def _rows(settings: Settings) -> Iterator[dict[str, Any]]:
    for word in settings.detect.allow:
        yield {"kind": "allow", "name": word, "category": None, "detail": ""}
    for word, category in settings.detect.deny.items():
        yield {"kind": "deny", "name": word, "category": category.value, "detail": ""}
    for rule in settings.detect.patterns:
        more = [f"check {rule.validator}"] if rule.validator else []
        more += [f"beside {', '.join(rule.context)}"] if rule.context else []
        yield {"kind": "pattern", "name": rule.name, "category": rule.category.value, "detail": "; ".join([rule.regex, *more])}


@rules.command(name="test", no_args_is_help=True)
@click.option("--url", required=True, metavar="U", help="Where the request goes.")
@click.option("--method", metavar="M", help="GET, POST, …; by default POST with a body, else GET.")
@click.option("--header", "headers", multiple=True, metavar="H", help="A header as 'Name: value'; may be repeated.")
@click.option("--body", "source", metavar="FILE", help="A file with the body, or - for standard input.")
@click.option("--reveal", is_flag=True, help="Print the values that were found; without it only their lengths.")
@config_option
@json_option
def try_rules(
    url: str, method: str | None, headers: Sequence[str], source: str | None, settings: Settings, *, reveal: bool, as_json: bool
) -> None:
    """Show what would be found in one request, by which rule, and what would be decided. Nothing is sent or fetched.

    `source` says who found it: "pattern", "key" and "names" are built in, "deny" is a word of yours, "rule …" a pattern of yours.
    What a word of detect.allow keeps from being found does not appear.

    \b
    Examples:
      guardian rules test --url 'https://ads.example/p?mail=ann@shop.example'
      guardian rules test --config guardian.toml --url https://api.example/v1 --body request.json --json
    """
    outcome = asyncio.run(_handle(settings, url, method, headers, read_source(source, "--body")))
    found = list(_found(outcome, reveal=reveal))
    decision = outcome.decision
    if as_json:
        level = int(decision.level) if decision.level else None
        print_json({"findings": found, "decision": decision.verdict.value, "level": level, "reasons": list(decision.reasons)})
        return
    if found:
        say(
            table(
                [[row["path"], row["category"], row["entity"], row["source"], f"{row['score']:.2f}", row["value"]] for row in found]
            )
        )
    say(f"{decision.verdict.value}{f' at level {int(decision.level)}' if decision.level else ''}")
    for reason in decision.reasons:
        say(f"  {reason}")


async def _handle(settings: Settings, url: str, method: str | None, headers: Sequence[str], body: bytes) -> Outcome:
    from guardian_core.cli.offline import stored_policies
    from guardian_core.guardian import Guardian

    guardian = Guardian(settings, policies=stored_policies(settings))
    try:
        return await guardian.handle(build(url, method, headers, body))
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

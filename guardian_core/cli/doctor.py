"""`guardian doctor`: does it protect, and if not, what to type."""

from typing import TYPE_CHECKING

import click

from guardian_core.cli.shell import FAILED, config_option, json_option, print_json, say
from guardian_core.settings import Settings

if TYPE_CHECKING:
    from guardian_core.doctor import Check

INSTALL = "guardian ca install "
SIGNS = {"ok": "ok", "note": "note", "problem": "PROBLEM", "skipped": "-"}
WIDTH = 24  # of the names, so that a line can be printed before the next check is done


@click.command()
@config_option
@json_option
def doctor(settings: Settings, *, as_json: bool) -> int:
    """Find out whether it protects: authority, stores, proxy, a real request, databases, model, clock.

    It sends one request with an invented address through the running proxy, to a server of its own on this machine; nothing
    leaves it and nothing is changed. It ends with a verdict, and one command for each problem. The exit status is 0 if there is
    none, else 1.

    \b
    Examples:
      guardian doctor
      guardian doctor --json
    """
    from guardian_core.doctor import Check, examine, verdict

    checks: list[Check] = []
    for check in examine(settings):
        checks.append(check)
        if not as_json:
            say(f"{SIGNS[check.state]:<8} {check.name:<{WIDTH}} {check.says}")
    problems = [check for check in checks if check.state == "problem"]
    if as_json:
        rows = [{"name": check.name, "state": check.state, "says": check.says, "command": check.command} for check in checks]
        print_json({"healthy": not problems, "verdict": verdict(checks), "checks": rows})
    else:
        say(f"\n{verdict(checks)}")
        for name, command in _to_do(problems or [check for check in checks if check.state == "note"]):
            say(f"  {name}: {command}")
    return FAILED if problems else 0


def _to_do(checks: "list[Check]") -> list[tuple[str, str]]:
    """What each is about, and its command; several stores are one thing, for one command does them all."""
    commands = [(check.name, check.command) for check in checks if check.command]
    stores = [name for name, command in commands if command.startswith(INSTALL)]
    if len(stores) < 2:
        return commands
    rest = [(name, command) for name, command in commands if not command.startswith(INSTALL)]
    return [*rest, ("trust: " + ", ".join(name.removeprefix("trust: ") for name in stores), INSTALL.strip())]

"""`guardian doctor`: does it protect, and if not, what to type."""

import os
import re
import shlex
import shutil
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from guardian_core.cli.shell import CONFIGURATION, FAILED, json_option, print_json, say
from guardian_core.configuration import usual
from guardian_core.errors import SettingsError
from guardian_core.settings import Settings

if TYPE_CHECKING:
    from guardian_core.doctor import Check

INSTALL = "guardian ca install "
SIGNS = {"ok": "ok", "note": "note", "problem": "PROBLEM", "skipped": "-"}
WIDTH = 24  # of the names, so that a line can be printed before the next check is done


@click.command()
@click.option("--config", "path", type=click.Path(path_type=Path), metavar="FILE", help=CONFIGURATION)
@json_option
def doctor(path: Path | None, *, as_json: bool) -> int:
    """Find out whether it protects: configuration, authority, stores, proxy, a real request, databases, model, clock.

    It sends one request with an invented address through the running proxy, to a server of its own on this machine; nothing
    leaves it and nothing is changed. It ends with a verdict, and one command for each problem. The exit status is 0 if there is
    none, else 1. Where the configuration cannot be used, that is one problem, and the rest is looked at with the defaults.

    \b
    Examples:
      guardian doctor
      guardian doctor --json
    """
    from guardian_core.doctor import Check, examine, verdict

    checks: list[Check] = []
    settings, configuration = _configured(usual(path))
    for check in chain((configuration,), examine(settings)):
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


def _configured(path: Path | None) -> "tuple[Settings, Check]":
    """The settings, or the defaults where the file cannot be used; and what is to be said of the file."""
    from guardian_core.doctor import Check

    try:
        settings = Settings.load(path)
    except SettingsError as error:
        told, *faults = str(error).splitlines()
    else:
        return settings, _source(settings, path)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    says = f"{told} {faults[0].strip()}{more}" if faults else told
    return Settings(), Check("configuration", "problem", f"{says}; what follows goes by the defaults", _edit(path, says))


def _source(settings: Settings, path: Path | None) -> "Check":
    """Which file was read, and whether the proxy that runs goes by another."""
    from guardian_core.doctor import Check
    from guardian_core.running import elsewhere, source, switches

    says = str(path) if path else "no file; every setting has its default"
    other = elsewhere(settings.home, path)
    if other is None:
        return Check("configuration", "ok", says)
    command = f"guardian doctor --config {shlex.quote(other.config)}" if other.config else f"guardian config show{switches(other)}"
    return Check("configuration", "note", f"{says}; but the proxy at {other.url} runs with {source(other)}", command)


def _edit(path: Path | None, says: str) -> str:
    """The command that opens the file at its fault, or else shows why it cannot be opened."""
    quoted = shlex.quote(str(path))
    if path is None or not path.is_file() or not os.access(path, os.R_OK):
        return f"ls -l {quoted}"
    line = re.search(r"\(at line (\d+)", says)
    # With a line number only an editor that knows `+7` helps; one that is there is better than one that is usual.
    here = next((name for name in ("nano", "vim", "vi") if shutil.which(name)), None)
    if not os.environ.get("EDITOR") and here is None:
        return f"cat -n {quoted}"
    editor = "$EDITOR" if os.environ.get("EDITOR") else here
    return f"{editor} {f'+{line[1]} ' if line else ''}{quoted}"


def _to_do(checks: "list[Check]") -> list[tuple[str, str]]:
    """What each is about, and its command; several stores are one thing, for one command does them all."""
    commands = [(check.name, check.command) for check in checks if check.command]
    stores = [name for name, command in commands if command.startswith(INSTALL)]
    if len(stores) < 2:
        return commands
    rest = [(name, command) for name, command in commands if not command.startswith(INSTALL)]
    return [*rest, ("trust: " + ", ".join(name.removeprefix("trust: ") for name in stores), INSTALL.strip())]

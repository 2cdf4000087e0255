"""`guardian exceptions`: which connections pass unread, and what was learned of clients that refuse our certificate."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from guardian_core.cli.shell import FAILED, json_option, lenient_config_option, print_json, say, table
from guardian_core.settings import Settings

if TYPE_CHECKING:
    from guardian_core.passed_on import Passed


@click.group(no_args_is_help=True)
def exceptions() -> None:
    """See which connections are passed on unread ([exceptions]), and forget what was learned, for the next connection on.

    \b
    Examples:
      guardian exceptions list
      guardian exceptions forget 3
    """


@exceptions.command("list")
@lenient_config_option
@json_option
def list_(settings: Settings, *, as_json: bool) -> None:
    """List the classes and hosts of the configuration, and each client that is passed on because it refused our certificate.

    \b
    Examples:
      guardian exceptions list
      guardian exceptions list --json
    """
    said = settings.exceptions
    found = _learned(settings)
    if as_json:
        learned = [_row(one, settings) for one in found]
        print_json({"classes": list(said.classes), "hosts": list(said.hosts), "learn": said.learn, "learned": learned})
        return
    lines = [f"classes: {', '.join(said.classes) or 'none'}", f"hosts: {', '.join(said.hosts) or 'none'}"]
    if said.learn:
        lines.append(f"learned (after {said.failures} refusals of our certificate, for {said.hours:g} hours):")
        rows = [[str(one.id), one.client, one.host, _iso(one.until(said))] for one in found]
        lines.append(table([["id", "client", "host", "until (UTC)"], *rows]) if rows else "  nothing")
    else:
        lines.append("learned: off ([exceptions] learn)")
    say("\n".join(lines))


@exceptions.command()
@click.argument("ids", nargs=-1, type=click.IntRange(1), metavar="[ID]...")
@click.option("--all", "everything", is_flag=True, help="All that was learned.")
@lenient_config_option
@json_option
def forget(ids: tuple[int, ...], settings: Settings, *, everything: bool, as_json: bool) -> int:
    """Forget what was learned, by its number or all of it: it is intercepted again. Exit status 1 where there was nothing.

    \b
    Examples:
      guardian exceptions forget 3
      guardian exceptions forget --all
    """
    from guardian_core.passed_on import opened, path_of

    if bool(ids) == everything:
        message = "say which (guardian exceptions list shows the numbers), or --all"
        raise click.UsageError(message)
    gone: list[int] = []
    if path_of(settings.home).exists():
        store = opened(settings.home)
        try:
            asked = [one.id for one in store.listed(settings.exceptions)] if everything else list(ids)
            gone = [number for number in asked if store.forget(number)]
        finally:
            store.close()
    if as_json:
        print_json({"forgotten": gone})
    else:
        say(f"forgotten: {', '.join(map(str, gone))}" if gone else "nothing of that was known")
    return 0 if gone else FAILED


def _learned(settings: Settings) -> "tuple[Passed, ...]":
    """What is in force; the file is not made by looking."""
    from guardian_core.passed_on import opened, path_of

    if not (settings.exceptions.learn and path_of(settings.home).exists()):
        return ()
    store = opened(settings.home)
    try:
        return store.listed(settings.exceptions)
    finally:
        store.close()


def _row(one: "Passed", settings: Settings) -> dict[str, object]:
    until = _iso(one.until(settings.exceptions))
    return {"id": one.id, "client": one.client, "host": one.host, "learned_at": _iso(one.learned_at), "until": until}


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")

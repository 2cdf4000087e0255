"""`guardian lists`: the lists of recipients that the configuration names, shown and fetched."""

from collections.abc import Sequence
from datetime import UTC, datetime

import click

from guardian_core.cli.shell import FAILED, config_option, json_option, print_json, say, table
from guardian_core.settings import Settings


@click.group(no_args_is_help=True)
def lists() -> None:
    """Lists of who receives what (Disconnect, DuckDuckGo, EasyPrivacy), from sources that you name under [decision.sources].

    \b
    Examples:
      guardian lists update
      guardian lists show
    """


@lists.command()
@config_option
@json_option
def show(settings: Settings, *, as_json: bool) -> int:
    """Show each list: where it comes from, how many domains it knows, when it was fetched; exit status 1 where none is named.

    \b
    Examples:
      guardian lists show --config guardian.toml
    """
    from guardian_core.list_updates import in_force

    rows: list[dict[str, object]] = [
        {"name": one.name, "source": one.source, "file": str(one.path), "domains": one.domains, "fetched": _moment(one.written)}
        for one in in_force(settings)
    ]
    if as_json:
        print_json({"lists": rows})
    elif rows:
        say(table([["name", "domains", "fetched (UTC)", "source"], *(_cells(row) for row in rows)]))
    else:
        say(NONE)
    return 0 if rows else FAILED


NONE = 'no list is named: [decision.sources] easyprivacy = "https://easylist.to/easylist/easyprivacy.txt" (docs/rules.md)'


def _cells(row: dict[str, object]) -> list[str]:
    return [str(row["name"]), str(row["domains"]), str(row["fetched"] or "never: guardian lists update"), str(row["source"])]


def _moment(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


@lists.command(name="update")
@click.argument("names", nargs=-1)
@click.option("--force", is_flag=True, help="Take a list even if it lost most of its domains.")
@config_option
@json_option
def update_lists(names: Sequence[str], settings: Settings, *, force: bool, as_json: bool) -> int:
    """Fetch the lists of [decision.sources], all or those named; a running proxy takes them up within seconds.

    A list is fetched over https within two minutes and 64 MB, checked whole, and put in place in one step. Where any of that
    fails, the one that was there stays in force, and the exit status is 1.

    \b
    Examples:
      guardian lists update
      guardian lists update easyprivacy --json
    """
    from guardian_core.list_updates import update

    unknown = [name for name in names if name not in settings.decision.sources]
    if unknown:
        message = f"no source is called {unknown[0]!r}; known: {', '.join(settings.decision.sources) or 'none'}"
        raise click.BadParameter(message)
    if not settings.decision.sources:
        raise click.UsageError(NONE)
    done = [update(settings, name, force=force) for name in names or settings.decision.sources]
    if as_json:
        rows = [
            {"name": one.name, "source": one.source, "state": one.state, "domains": one.domains, "reason": one.reason}
            for one in done
        ]
        print_json({"lists": rows})
    else:
        say(table([[one.name, one.state, f"{one.domains} domains", one.reason] for one in done]))
    return FAILED if any(one.state == "kept" for one in done) else 0

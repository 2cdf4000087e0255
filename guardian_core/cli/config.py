"""`guardian config`: the settings that are in force and where each came from, the schema for editors, the named profiles."""

import json
from typing import Any

import click

from guardian_core import profiles
from guardian_core.cli.shell import config_option, json_option, print_json, say, table
from guardian_core.running import Running, elsewhere, source, switches
from guardian_core.settings import Settings

SCHEMA = "https://json-schema.org/draft/2020-12/schema"


@click.group(no_args_is_help=True)
def config() -> None:
    """The configuration: one TOML file, docs/settings.md has every key.

    \b
    Examples:
      guardian config show --changed
      guardian config profile agent > guardian.toml
    """


@config.command()
@click.option("--profile", type=click.Choice(profiles.PROFILES), help="As if this profile were chosen.")
@click.option("--changed", is_flag=True, help="Only what is not the default.")
@config_option
@json_option
def show(profile: str | None, settings: Settings, *, changed: bool, as_json: bool) -> None:
    """Show every setting that is in force, and whether it comes from the file, from its profile, or is the default.

    Where a proxy of this home runs with another file, a line on standard error (with --json, `running`) says which.

    \b
    Examples:
      guardian config show --config guardian.toml
      guardian config show --profile strict --changed
    """
    other = elsewhere(settings.home, settings.source.path, profile)
    if profile:
        settings = settings.again(profile=profile)
    if other is not None:
        click.echo(f"guardian: {_of_another(other)}", err=True)
    rows = [row for row in rows_of(settings) if not changed or row["from"] != "default"]
    if as_json:
        path = settings.source.path
        running = {"proxy": other.url, "file": other.config or None, "profile": other.profile} if other else None
        print_json({"file": str(path) if path else None, "profile": settings.profile, "running": running, "settings": rows})
    elif rows:
        say(table([[row["key"], json.dumps(row["value"], ensure_ascii=False), row["from"]] for row in rows]))
    else:
        say("every setting has its default")


def _of_another(running: Running) -> str:
    """That this is not what the running proxy goes by, and how to see that."""
    given = switches(running)
    how = f": guardian config show{given}" if given else ""
    return f"the proxy at {running.url} runs with {source(running)}, not with the settings shown here{how}"


def rows_of(settings: Settings) -> list[dict[str, Any]]:
    """One row per key: key, value, and where it came from. Domains of imported lists are left out: there are thousands."""
    origins = settings.source.origins
    rows = []
    for name, value in settings.model_dump(mode="json", exclude_none=False).items():
        for key, own in (
            {f"{name}.{key}": own for key, own in value.items()} if isinstance(value, dict) else {name: value}
        ).items():
            kept = {host: entry for host, entry in own.items() if not entry["imported"]} if key == "decision.domains" else own
            rows.append({"key": key, "value": kept, "from": origins.get(key, "default")})
    return rows


@config.command()
@json_option
def schema(*, as_json: bool) -> None:  # noqa: ARG001 - it is JSON anyway
    """Print the JSON schema of the configuration, for editors that complete and check TOML (docs/schemas/config.json).

    \b
    Examples:
      guardian config schema > guardian.schema.json
    """
    print_json(config_schema())


def config_schema() -> dict[str, Any]:
    """The schema of the file, draft 2020-12."""
    made = Settings.model_json_schema()
    return {"$schema": SCHEMA, "title": "GuardianAgent's configuration"} | {
        key: value for key, value in made.items() if key != "title"
    }


@config.command()
@click.argument("name", type=click.Choice(profiles.PROFILES))
@json_option
def profile(name: profiles.Profile, *, as_json: bool) -> None:
    """Print a profile as TOML with its comments: what `profile = "NAME"` stands for, and a starting point of your own.

    \b
    Examples:
      guardian config profile observe
    """
    if as_json:
        print_json({"name": name, "settings": profiles.values(name)})
    else:
        say(profiles.text(name).rstrip())

"""Write the generated pages of docs/ (settings, command line); with --check, fail if one is out of date."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from pydantic import BaseModel

from guardian_core.cli import main as guardian
from guardian_core.cli.config import config_schema
from guardian_core.cli.output_table import schema as output_schema
from guardian_core.settings import Settings

DOCS = Path(__file__).parent.parent / "docs"


def settings_page() -> str:
    """The table of settings, one row per key."""
    lines = [
        "# Settings",
        "",
        "Generated from `guardian_core/settings.py` by `scripts/docs.py`. One TOML file, `guardian run --config FILE`.",
        "A relative path starts at the folder of that file; `~` is your home folder.",
        "",
    ]
    lines += ["| key | default | meaning |", "| --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        section = field.annotation
        if isinstance(section, type) and issubclass(section, BaseModel):
            lines += [
                f"| `{name}.{key}` | `{_default(sub.get_default(call_default_factory=True))}` | {sub.description} |"
                for key, sub in section.model_fields.items()
            ]
        else:
            lines.append(f"| `{name}` | `~/.guardianagent` | {field.description} |")
    return "\n".join(lines) + "\n"


def _default(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {item!r}".replace("'", '"') for key, item in value.items()) + "}"
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(list(value) if isinstance(value, tuple) else value).replace("'", '"')


def commands(command: click.Command = guardian, path: str = "guardian") -> Iterator[tuple[str, click.Command]]:
    """Every command and group by what is typed, parents first."""
    yield path, command
    if isinstance(command, click.Group):
        for name in sorted(command.commands):
            yield from commands(command.commands[name], f"{path} {name}")


def cli_page() -> str:
    """The help of every command, as it is printed."""
    lines = ["# Command line", "", "Generated from the commands' own help by `scripts/docs.py`.", ""]
    lines += [
        "Exit status: 0 done, 1 could not be done (also: nothing found), 2 bad input, 130 interrupted. A fault is one line on",
        'standard error. With `--json` it is also one object on standard output, `{"error": "…"}`, in place of the result.',
        "What each command prints with `--json` is described in [schemas/output.json](schemas/output.json).",
        "",
    ]
    for path, command in commands():
        context = click.Context(command, info_name=path, max_content_width=100, terminal_width=100)
        lines += [f"## {path}", "", "```text", *(line.rstrip() for line in command.get_help(context).splitlines()), "```", ""]
    return "\n".join(lines)


def schema_page() -> str:
    """The schema of the configuration, for editors."""
    return json.dumps(config_schema(), ensure_ascii=False, indent=1) + "\n"


def output_page() -> str:
    """The schemas of what commands print with --json, for programs."""
    return json.dumps(output_schema(), ensure_ascii=False, indent=1) + "\n"


PAGES = {
    "settings.md": settings_page,
    "cli.md": cli_page,
    "schemas/config.json": schema_page,
    "schemas/output.json": output_page,
}


def main() -> int:
    """Write or check every page."""
    check = "--check" in sys.argv[1:]
    stale = []
    for name, make in PAGES.items():
        path = DOCS / name
        text = make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            stale.append(name)
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        sys.stderr.write(f"out of date: {', '.join(stale)}; run python scripts/docs.py\n")
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main())

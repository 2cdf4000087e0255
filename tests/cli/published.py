"""The published schemas of what commands print, and a check of what one printed."""

import functools
import json
from pathlib import Path

import click
import jsonschema

from guardian_core.cli import main

PUBLISHED = json.loads((Path(__file__).parents[2] / "docs" / "schemas" / "output.json").read_text(encoding="utf-8"))


@functools.cache
def validator(path):
    """Of one command: "guardian rules test"."""
    return jsonschema.Draft202012Validator({**PUBLISHED["commands"][path], "$defs": PUBLISHED["$defs"]})


def path_of(words):
    """The command that is typed; None where there is no such command."""
    command, path = main, "guardian"
    for word in words:
        if not isinstance(command, click.Group):
            break
        command = command.get_command(click.Context(command), word)
        if command is None:
            return None
        path += f" {word}"
    return path if not isinstance(command, click.Group) else None


def check_output(words, printed):
    """Fails where `printed` is not what is published for the command."""
    path = path_of(words)
    if path is not None:
        fault = jsonschema.exceptions.best_match(validator(path).iter_errors(printed))
        assert fault is None, f"{path}: {fault.message} at {fault.json_path}"

"""A table of commands in, a group out that loads the file of a command when that command is asked for, and no other."""

import ast
import importlib
import inspect
from collections.abc import Mapping, MutableMapping
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from guardian_core.cli.shell import Plain


class Lazy(Plain):
    """`table`: name of a command → "file:name in it"; loading all of them takes seconds, which no single one shall wait for."""

    table: Mapping[str, str]

    @property
    def commands(self) -> MutableMapping[str, click.Command]:
        """All of them, loaded."""
        return {name: _load(where) for name, where in self.table.items()}

    @commands.setter
    def commands(self, given: MutableMapping[str, click.Command]) -> None:
        """What click sets at first: nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Their names."""
        return sorted(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """One of them, loaded."""
        where = self.table.get(cmd_name)
        return _load(where) if where else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each with its first words, read out of its file: the list does not wait for everything to be loaded."""
        names = self.list_commands(ctx)
        room = formatter.width - 6 - max(map(len, names))
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, click.Command(name, help=_help(self.table[name])).get_short_help_str(room)) for name in names]
            )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names that begin so: whoever presses tab does not wait for every file to be loaded."""
        found = [CompletionItem(name) for name in self.list_commands(ctx) if name.startswith(incomplete)]
        return found or click.Command.shell_complete(self, ctx, incomplete)


def _load(where: str) -> click.Command:
    file, _, name = where.partition(":")
    command: click.Command = getattr(importlib.import_module(f"guardian_core.cli.{file}"), name)
    return command


def _help(where: str) -> str:
    """The docstring of a command, without loading its file."""
    file, _, name = where.partition(":")
    tree = ast.parse((Path(__file__).parent / f"{file}.py").read_text(encoding="utf-8"))
    found = next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name), None)
    return inspect.cleandoc((found and ast.get_docstring(found)) or "")

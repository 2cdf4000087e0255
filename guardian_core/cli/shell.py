"""What all commands share: options, one clear line per fault, output as JSON.

Exit status 2 for bad input and 1 for what could not be done. With --json the fault also stands on standard output, as
{"error": "…"}.
"""

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from guardian_core.errors import GuardianError
from guardian_core.printable import printable

if TYPE_CHECKING:
    from guardian_core.settings import Settings

BAD_INPUT = 2
FAILED = 1
CONFIGURATION = "The configuration, a TOML file (docs/settings.md); by default guardian.toml in the home folder, if there is one."


class FailedError(click.ClickException):
    """It was asked for rightly and could not be done: exit status 1."""


class Plain(click.Group):
    """A group of commands that answers every fault of the user's with one line on standard error and an exit status."""

    def main(  # type: ignore[override] # click's own signature says Never for the usual case
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *, standalone_mode: bool = True, **extra: Any
    ) -> Any:
        """Run one command; the commands' return values are exit statuses."""
        if not standalone_mode:
            return super().main(args, prog_name, standalone_mode=False, **extra)
        words = list(sys.argv[1:] if args is None else args)
        own = words[: words.index("--")] if "--" in words else words  # what is behind belongs to the program that is run
        json_wanted = "--json" in own  # before parsing: a mistake in the options is a fault, too
        try:
            status: object = super().main(args, prog_name, standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.ctx.get_help() if error.ctx else error.format_message(), err=True)
            status = BAD_INPUT
        except click.ClickException as error:
            complain(error.format_message(), error.ctx if isinstance(error, click.UsageError) else None, as_json=json_wanted)
            status = FAILED if isinstance(error, FailedError) else BAD_INPUT
        except GuardianError as error:
            complain(str(error), as_json=json_wanted)
            status = BAD_INPUT
        except click.Abort:
            status = 130
        except BrokenPipeError:  # the reader had enough: `guardian audit | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1
        sys.exit(status if isinstance(status, int) else 0)


def complain(message: str, context: click.Context | None = None, *, as_json: bool) -> None:
    """One line on standard error; for programs an object on standard output, too."""
    where = context.command_path if context else "guardian"
    if as_json:
        print_json({"error": message})
    click.echo(f"{where}: {message}" + (f" (see {where} --help)" if context else ""), err=True)


def json_option[Command: Callable[..., Any]](command: Command) -> Command:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs instead of text.")(command)


def config_option[Command: Callable[..., Any]](command: Command) -> Command:
    """`--config`, passed on as `settings`."""
    return click.option(
        "--config",
        "settings",
        type=click.Path(path_type=Path),
        callback=lambda _context, _parameter, path: _settings(path),
        metavar="FILE",
        help=CONFIGURATION,
    )(command)


def _settings(path: Path | None) -> "Settings":
    """Those of a file; loaded here, for the help of a command needs none of it."""
    from guardian_core.configuration import usual
    from guardian_core.settings import Settings

    return Settings.load(usual(path))


def lenient_config_option[Command: Callable[..., Any]](command: Command) -> Command:
    """The same for commands that look or take back: a usual file with a mistake in it stops none of them."""

    def load(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> "Settings":
        try:
            return _settings(path)
        except GuardianError as error:
            if path is not None:
                raise
            from guardian_core.settings import Settings

            settings = Settings.load(None)
            click.echo(f"guardian: {error}; going on as if it were empty, with {settings.home}", err=True)
            return settings

    return click.option("--config", "settings", type=click.Path(path_type=Path), callback=load, metavar="FILE", help=CONFIGURATION)(
        command
    )


def print_json(value: object) -> None:
    """One object, readable by people too; no NaN, sets in alphabetical order, escapes only where the output needs them."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2, default=sorted)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # half a surrogate pair out of a request, or a terminal of the old days
        text = json.dumps(value, allow_nan=False, indent=2, default=sorted)
    click.echo(text)


def say(text: str) -> None:
    """Text for a person. What would steer the terminal (a body or a policy may hold escape sequences) is shown, not done."""
    shown = printable(text)
    coding = sys.stdout.encoding or "utf-8"
    click.echo(shown.encode(coding, "backslashreplace").decode(coding))


def read_source(source: str | None, option: str) -> bytes:
    """The bytes of a file, of standard input for "-", none for None; `option` names it in the complaint.

    Raises:
        click.BadParameter: the file cannot be read.
    """
    if source is None:
        return b""
    if source == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except (OSError, ValueError) as error:
        message = f"cannot read {source}: {getattr(error, 'strerror', None) or error}"
        raise click.BadParameter(message, param_hint=option) from None


def require_disk(*, on_disk: bool) -> None:
    """Stop a command that keeps or removes policies where it could do so in memory only; the log has said why."""
    if not on_disk:
        message = "nothing was stored or removed: the database of policies cannot be used"
        raise FailedError(message)


def table(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells, left-aligned in columns."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines)

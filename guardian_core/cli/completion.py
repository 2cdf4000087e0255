"""`guardian completion`: what a shell loads to complete commands and options."""

import click
from click.shell_completion import ShellComplete, get_completion_class

from guardian_core.cli.shell import FailedError, json_option, print_json

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_GUARDIAN_COMPLETE"  # click's name for the program `guardian`


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@json_option
def completion(shell: str, *, as_json: bool) -> None:
    """Print what a shell loads so that the tab key completes commands and options.

    \b
    Examples:
      guardian completion bash > ~/.local/share/bash-completion/completions/guardian
      guardian completion zsh > ~/.zfunc/_guardian          (fpath+=~/.zfunc before compinit)
      guardian completion fish > ~/.config/fish/completions/guardian.fish
    """
    script = source(shell)
    if as_json:
        print_json({"shell": shell, "script": script})
    else:
        click.echo(script)


def source(shell: str) -> str:
    """The script, for whatever version of the shell; it runs nothing."""
    from guardian_core.cli import main

    kind = get_completion_class(shell)
    if kind is None:
        message = f"this version of click completes nothing in {shell}"
        raise FailedError(message)
    return ShellComplete.source(kind(main, {}, "guardian", VARIABLE))  # bash's own would ask the bash of this machine for its age

"""What the long measurements share: how many texts at a time, how long they may be, and a line that says how far it is."""

import sys
import time
from collections.abc import Callable

import click

EVERY = 30.0  # seconds between two lines where they are not written over

PARALLEL = click.option(
    "--parallel", type=click.IntRange(1, 256), default=1, show_default=True, metavar="K", help="Texts at a time, for the model."
)
LONGEST = click.option(
    "--longest", type=click.IntRange(1), metavar="W", help="Only texts of at most W words: for slow machines; not as the paper."
)


def teller() -> Callable[[str], None]:
    """One line on standard error that is written over; where that is no terminal, a line now and then."""
    if sys.stderr.isatty():
        return lambda line: click.echo(f"\r\x1b[K{line}", err=True, nl=False)
    told = [time.monotonic()]

    def tell(line: str) -> None:
        if time.monotonic() - told[0] >= EVERY:
            told[0] = time.monotonic()
            click.echo(line, err=True)

    return tell

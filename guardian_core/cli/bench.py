"""`guardian bench`: the measurements."""

import click

from guardian_core.cli.shell import json_option, print_json, say


@click.group(no_args_is_help=True)
def bench() -> None:
    """Measure: one subcommand per suite.

    \b
    Example:
      guardian bench amrsf
    """


@bench.command()
@click.option("--n", type=click.IntRange(1, 1_000_000), default=200, show_default=True, help="Samples per context (paper: 200).")
@click.option("--seed", type=int, help="Draw the samples at random with this seed; without it, exact shares of the mix.")
@json_option
def amrsf(n: int, seed: int | None, *, as_json: bool) -> None:
    """Print the paper's Tables 2, 3, 20, 22 and 23 beside ours, with every deviation.

    Some columns agree because the multipliers were fitted to them, some need a rewriting model and stay empty, and some cannot all
    hold: the end of the output says which and why. With --json, {"rows": [...]}: one object per table row with its cells,
    `published`, `deviation` (ours minus published) and `conflicts`.

    \b
    Examples:
      guardian bench amrsf
      guardian bench amrsf --seed 42 --json
    """
    from guardian_core.evaluation.amrsf import run
    from guardian_core.evaluation.report import render

    rows = run(n, seed)
    if as_json:
        print_json({"rows": rows})
    else:
        say(render(rows))

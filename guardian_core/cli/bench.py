"""`guardian bench`: the measurements."""

from pathlib import Path

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


@bench.command()
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="The folder that holds opp115 and plue, or OPP-115 itself.",
)
@json_option
def policy(data: Path, *, as_json: bool) -> None:
    """Score how policies are read and searched, on OPP-115 policies never trained on and on APP-350, PolicyIE and PI-Extract.

    Takes two minutes. A segment is a paragraph judged whole, statements are the union of its sentences, as the proxy runs; gold
    is the majority of three annotators, or any of them, which is what OPP-115's consolidation-0.75 keeps. Retrieval ranks by
    predicted fields and is judged by human ones. With --json, {"rows": [...]}: dataset, field, method, unit, gold,
    label and the metrics.

    \b
    Example:
      guardian bench policy --data research
    """
    from guardian_core.evaluation.policy import render, run

    rows = run(data)
    if not rows:
        raise click.UsageError("no corpus there: expected opp115/annotations or plue/")
    if as_json:
        print_json({"rows": rows})
    else:
        say(render(rows))

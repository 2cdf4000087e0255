"""`guardian bench`: the measurements."""

from pathlib import Path

import click

from guardian_core.cli.bench_anonymize import anonymization
from guardian_core.cli.bench_proxy import proxy
from guardian_core.cli.bench_risk import risk
from guardian_core.cli.bench_system1 import system1
from guardian_core.cli.bench_tables import tables
from guardian_core.cli.shell import json_option, print_json, say


@click.group(no_args_is_help=True)
def bench() -> None:
    """Measure: one subcommand per suite.

    \b
    Example:
      guardian bench amrsf
    """


bench.add_command(anonymization)
bench.add_command(proxy)
bench.add_command(risk)
bench.add_command(system1)
bench.add_command(tables)


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


@bench.command()
@click.option(
    "--data",
    type=click.Path(exists=True, path_type=Path),
    required=True,
    help="The folder that holds requests/, or leaks_2021.jsonl.",
)
@click.option("--n", type=click.IntRange(1, 1_000_000), help="So many requests per person, evenly; without it, all.")
@click.option(
    "--people", type=click.IntRange(0, 22), default=22, show_default=True, help="So many invented people beside the recorded one."
)
@json_option
def leaks(data: Path, n: int | None, people: int, *, as_json: bool) -> None:
    """Count how often registered values are found in recorded leaks, in every encoding, and how often they leave.

    The recorded person is registered and each request goes through the whole core, policies off, nothing sent. An oracle of its own
    counts occurrences before and after. Then the same for invented people in the same requests (each occurrence in its own
    encoding), for nestings that the recording does not have, and false alarms in other captured requests, listed. With --json,
    {"rows": [...]}: requests, occurrences, detected, leaked, by_encoding, missed; at the end requests, false_alarms, per_1000.
    Takes about a minute for each thousand requests: all of it, half an hour.

    \b
    Examples:
      guardian bench leaks --data research
      guardian bench leaks --data research --n 100 --people 3 --json
    """
    from guardian_core.evaluation.leaks import render, run

    rows = list(run(data, n, people))
    if as_json:
        print_json({"rows": rows})
    else:
        say(render(rows))

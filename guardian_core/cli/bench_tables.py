"""`guardian bench tables`: every table of the paper that can be made here, and the figure."""

from pathlib import Path

import click

from guardian_core.cli.bench_progress import LONGEST, PARALLEL, teller
from guardian_core.cli.shell import json_option, print_json, say

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.option("--data", type=_FOLDER, help="The folder that holds tab, synthpai, pii, opp115, requests, …")
@click.option("--again", is_flag=True, help="Measure nothing: make the tables of what is in --out.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder for results and tables.")
@click.option("--n", type=click.IntRange(1, 1_000_000), default=200, show_default=True, help="Texts of each data set, by lot.")
@click.option("--seed", type=int, default=42, show_default=True, help="Of the lot.")
@LONGEST
@PARALLEL
@click.option("--model", metavar="URL", help="An OpenAI-compatible server, for the methods that ask a language model.")
@click.option("--rater", "raters", multiple=True, metavar="URL", help="A model that rates outputs (Table 21); may be repeated.")
@click.option("--models", "folds", type=_FOLDER, help="Models of folds: TAB is cross-validated.")
@click.option("--methods", "names", metavar="A,B", help="Only these methods of `guardian bench anonymize`.")
@click.option(
    "--only", "parts", metavar="A,B", help="Only these parts: tab, synthpai, pii, llmprivacy, amrsf, risk, system1, leaks."
)
@click.option(
    "--encode",
    "encoded",
    default="synthpai",
    show_default=True,
    metavar="A,B",
    help="Data sets with BERTScore and embeddings, which take most of the time.",
)
@json_option
def tables(
    data: Path | None,
    out: Path,
    n: int,
    seed: int,
    *,
    again: bool,
    longest: int | None,
    parallel: int,
    model: str | None,
    raters: tuple[str, ...],
    folds: Path | None,
    names: str | None,
    parts: str | None,
    encoded: str,
    as_json: bool,
) -> None:
    """Make the paper's tables and its Pareto figure from this implementation and its rivals, on the same texts and model.

    The paper's number stands beside ours. Interrupt and repeat it: it goes on where it was. Another --seed, --n or --model with the
    same --out adds to it (Tables 15, 16, 18). What cannot be run says "not run" and why: methods that ask a model without --model,
    presidio, spacy and pba-llm without the extra `eval`, BERTScore without GUARDIAN_ENCODER. In --out: tables.md, each table as
    .csv and .tex, pareto.svg (with the extra `eval` also .png), results.jsonl (what was measured of each text, and with what),
    suites.json, and the model's answers, which hold the texts. --model remembered:NAME asks nobody: what that model answered
    before is measured. With --json, {"rows": [...]}: one object per row, `table` and its columns in snake case.

    \b
    Examples:
      guardian bench tables --data research --out runs/tables --n 30
      guardian bench tables --data research --out runs/tables --n 30 --model http://127.0.0.1:8765/v1 \\
        --parallel 4 --longest 60 --json
      guardian bench tables --out runs/tables --again
    """
    from guardian_core.evaluation.anonymization.run import Pace
    from guardian_core.evaluation.tables.layout import markdown, objects
    from guardian_core.evaluation.tables.making import DEFAULT_METHODS, PARTS, Wanted
    from guardian_core.evaluation.tables.published import ALL_DATASETS
    from guardian_core.evaluation.tables.run import run

    if again == (data is not None):
        raise click.UsageError("name the --data to measure, or --again for the tables of what was measured")
    read = _chosen(encoded, ALL_DATASETS, "--encode")
    methods = _chosen(names, DEFAULT_METHODS, "--methods")
    wanted = Wanted(data, out, n, seed, methods, _chosen(parts, PARTS, "--only"), model, raters, folds, longest, read)
    made = run(wanted, Pace(parallel, teller()))
    if as_json:
        print_json({"rows": [row for table in made for row in objects(table)]})
    else:
        say("\n".join([*map(markdown, made), f"Written to {out}."]))


def _chosen(said: str | None, known: tuple[str, ...], option: str) -> tuple[str, ...]:
    """What was named, in that order; all of them without a word."""
    if said is None:
        return known
    names = tuple(dict.fromkeys(name.strip() for name in said.split(",") if name.strip()))
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None or not names:
        message = f"no {unknown!r}; there are {', '.join(known)}"
        raise click.BadParameter(message, param_hint=option)
    return names

"""`guardian bench risk`: whether the score orders actions as norms do."""

from pathlib import Path

import click

from guardian_core.cli.shell import json_option, print_json, say

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.option("--n", type=click.IntRange(500, 4000), default=600, show_default=True, help="So many scenarios.")
@click.option("--seed", type=int, default=0, show_default=True, help="By which they are drawn.")
@click.option("--data", type=_FOLDER, help="The folder that holds privacylens and llmprivacy: theirs, too.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Keep scenarios.jsonl in this folder.")
@json_option
def risk(n: int, seed: int, data: Path | None, out: Path | None, *, as_json: bool) -> None:
    """Compare AMRSF, its ablations, NIST's L×I and a binary classifier with ratings by written rules (Table 11).

    No expert rated anything: this is a check of consistency. --out keeps every scenario with its rating and the reasons for it.
    The classifier is cross-validated in five folds. With --json, {"rows": [...]}: rho, r, mae, macro_f1 and `published`; for
    PrivacyLens not_allowed and denied.

    \b
    Examples:
      guardian bench risk
      guardian bench risk --data research --out runs/risk --json
    """
    from guardian_core.evaluation.calibration import run

    rows = run.run(n, seed, data)
    if out is not None:
        run.write(out, n, seed)
    if as_json:
        print_json({"rows": rows})
    else:
        say(run.render(rows))

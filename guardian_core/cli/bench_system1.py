"""`guardian bench system1`: System 1 on OPP-115."""

from collections.abc import Sequence
from pathlib import Path

import click

from guardian_core.cli.shell import json_option, print_json, say


@click.command()
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="OPP-115, or the folder that holds opp115.",
)
@click.option("--show", type=click.IntRange(1, 1_000), metavar="N", help="Print so many pairs to read instead of measuring.")
@click.option("--online", is_flag=True, help="Measure online learning (the paper's Table 19) instead.")
@click.option("--model", metavar="URL", help="With --online: a language model's server as the teacher instead of OPP-115's labels.")
@click.option("--questions", type=click.IntRange(1), metavar="N", help="With --model: ask it no more than N times.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Keep reliability.csv and .svg in this folder.")
@json_option
def system1(
    data: Path,
    *,
    show: int | None,
    online: bool,
    model: str | None,
    questions: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Measure how well System 1 tells what a policy permits, on policies that nothing was trained on.

    Pairs of a behaviour and a sentence are labelled by a rule over people's annotations (docs/likelihood.md). Rows: predicted
    fields (what the proxy sees), gold fields, and the rule itself applied to predicted fields; five seeds. Then errors by kind
    and three ways to put eight statements together. Half a minute; some more where GUARDIAN_ENCODER names the folder of
    all-MiniLM-L6-v2 (and torch and transformers are installed), for a row on sentence vectors. With --json, {"rows": [...]}.

    \b
    Examples:
      guardian bench system1 --data research/opp115
      guardian bench system1 --data research/opp115 --show 20
      guardian bench system1 --data research/opp115 --online --json
      guardian bench system1 --data research/opp115 --online --model http://127.0.0.1:8765/v1 --questions 50
    """
    from guardian_core.evaluation import system1_report as report

    if model and not online:
        raise click.UsageError("--model is the teacher of --online")
    if questions and not model:
        raise click.UsageError("--questions are for --model")
    rows = _rows(data, show, model, questions, online=online)
    if not rows:
        raise click.UsageError("no corpus there: expected opp115/annotations")
    if out:
        _keep(data, out)
    if as_json:
        print_json({"rows": rows})
    else:
        say((report.render_sample if show else report.render_online if online else report.render)(rows))


def _rows(data: Path, show: int | None, model: str | None, questions: int | None, *, online: bool) -> Sequence[dict[str, object]]:
    from guardian_core.evaluation import system1, system1_online

    if show:
        return system1.sample(data, show)
    if not online:
        return system1.run(data)
    if model is None:
        return system1_online.run(data)
    from guardian_core.evaluation.system1_teacher import LanguageModel

    with LanguageModel(model, questions) as teacher:
        rows = system1_online.run(data, teacher, teacher.name)
        return [row | {"asked": teacher.asked, "usable": teacher.used} for row in rows]


def _keep(data: Path, out: Path) -> None:
    from guardian_core.evaluation.system1 import calibration
    from guardian_core.evaluation.system1_report import reliability_csv, reliability_svg

    out.mkdir(parents=True, exist_ok=True)
    bins = calibration(data)
    (out / "reliability.csv").write_text(reliability_csv(bins), encoding="utf-8")
    (out / "reliability.svg").write_text(reliability_svg(bins, "System 1 on predicted fields"), encoding="utf-8")

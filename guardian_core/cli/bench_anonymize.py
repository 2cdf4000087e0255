"""`guardian bench anonymize`: methods of anonymization on texts whose personal spans are known."""

import json
from contextlib import nullcontext
from pathlib import Path

import click

from guardian_core.cli.bench_progress import LONGEST, PARALLEL, teller
from guardian_core.cli.shell import json_option, print_json, say

METHODS_HELP = "Methods, comma separated, in the order of the table."


@click.command(name="anonymize")
@click.option(
    "--dataset",
    type=click.Choice(["tab", "tab-sentences", "tab-documents", "pii", "synthpai", "llmprivacy"]),
    required=True,
    help="What the files are.",
)
@click.option("--data", type=click.Path(exists=True, path_type=Path), required=True, help="A file, or a folder of such files.")
@click.option(
    "--methods", "names", default="guardian-l1,guardian-l2,guardian-l3", show_default=True, metavar="A,B", help=METHODS_HELP
)
@click.option("--models", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Models of folds: cross-validate.")
@click.option("--model", "url", metavar="URL", help="An OpenAI-compatible server, for the methods that ask a language model.")
@click.option("--n", type=click.IntRange(1, 10_000_000), help="So many texts, by lot; without it, all.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the lot.")
@LONGEST
@PARALLEL
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep rows.json, results.jsonl, outputs.jsonl and the model's answers (calls-*.jsonl) in this folder.",
)
@json_option
def anonymization(
    dataset: str,
    data: Path,
    names: str,
    *,
    models: Path | None,
    url: str | None,
    n: int | None,
    seed: int,
    longest: int | None,
    parallel: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Measure how much of what identifies somebody goes, and how much of the text stays.

    tab: paragraphs of the Text Anonymization Benchmark that hold something to mask; likewise its sentences and documents. pii:
    ambientmeta's lines, Presidio's lists and PII-Masking-300k's English, all texts; then also how many annotated spans each method
    finds, by file. synthpai: comments that name an attribute of their author, who is also attacked by a model trained on other
    authors. llmprivacy: answers of invented people that name one. All methods see the same texts in the same run.

    Methods: guardian-l1, guardian-l2, guardian-l3; presidio and spacy (extra `eval`); gold-tags, keep-all and mask-all as bounds.
    With --model also guardian (the verified loop), guardian-noverify, guardian-arbitrator, guardian-both, guardian-refine,
    guardian-masked, guardian-cap3, guardian-cap4, guardian-from1 to guardian-from4 (begun at that level), guardian-l4 and
    guardian-l5 (one level alone), and what others published: staab, agentstealth, has, incognitext, confaide, pissarra, rescriber,
    dp-prompt, rlaa, grasp, surrogates (pba-llm: extra `eval`).
    With --out an interrupted run goes on where it was: repeat it. --parallel changes nothing but the times. What is kept there
    makes the paper's tables, too: `guardian bench tables --out DIR --again`.
    With --json, {"rows": [...]}: one object per method (file "all"), then for pii one per file and method.

    \b
    Examples:
      guardian bench anonymize --dataset tab --data tab --methods guardian-l1,guardian-l3,presidio --n 150 --seed 1
      guardian bench anonymize --dataset pii --data pii --methods guardian-l3,presidio --json
      guardian bench anonymize --dataset synthpai --data synthpai --methods guardian,guardian-noverify --n 20 --out runs/a \\
        --model http://127.0.0.1:8765/v1 --parallel 4 --longest 60
    """
    from guardian_core.evaluation.anonymization import report
    from guardian_core.evaluation.anonymization.methods import METHODS, Tools, methods
    from guardian_core.evaluation.anonymization.run import DATASETS, Pace, attacked, draw, measured, rows
    from guardian_core.evaluation.anonymization.synthpai import authors
    from guardian_core.evaluation.tables.keeping import keep
    from guardian_core.evaluation.tables.provenance import described
    from guardian_core.evaluation.tables.server import opened

    wanted = list(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    unknown = next((name for name in wanted if name not in METHODS), None)
    if unknown is not None or not wanted:
        message = f"no method {unknown!r}; there are {', '.join(METHODS)}"
        raise click.BadParameter(message, param_hint="--methods")
    samples = draw(DATASETS[dataset](data), n, seed, longest)
    with opened(url, out, parallel) if url else nullcontext((None, None)) as (llm, name):
        found = measured(samples, methods(wanted, Tools(models, llm)), out, Pace(parallel, teller()))
    result = rows(found)
    if dataset == "synthpai":
        inferred = attacked(found, authors(data))
        result = [row | inferred[str(row["method"])] for row in result]
    if out is not None:
        keep(out, described(name, None, models, longest), seed, found)
        (out / "rows.json").write_text(json.dumps({"rows": result}, indent=2), encoding="utf-8")
    if as_json:
        print_json({"rows": result})
    else:
        say(report.render(result))

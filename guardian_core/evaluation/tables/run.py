"""A folder of data in, every table and the figure in another folder out.

What was measured is kept there text by text (results.jsonl), so that an interrupted run goes on and more can be added: another
seed, another model, more texts. Tables are made anew from all of it each time.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization import llmprivacy, synthpai
from guardian_core.evaluation.anonymization.attacker import Attacker
from guardian_core.evaluation.anonymization.methods import Tools
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.evaluation.anonymization.run import DATASETS, Pace, draw
from guardian_core.evaluation.anonymization.samples import Sample
from guardian_core.evaluation.metrics.encoder import Encoder, absent
from guardian_core.evaluation.tables import published, server
from guardian_core.evaluation.tables.again import again
from guardian_core.evaluation.tables.layout import Table
from guardian_core.evaluation.tables.making import FROM, Wanted, made
from guardian_core.evaluation.tables.measuring import Judges, measure_all, ready
from guardian_core.evaluation.tables.provenance import described
from guardian_core.evaluation.tables.rating import Rater, rater
from guardian_core.evaluation.tables.results import Results, digest
from guardian_core.evaluation.tables.suites import Suites
from guardian_core.evaluation.tables.view import View


def run(wanted: Wanted, pace: Pace) -> list[Table]:
    """Measure what is missing, write every file, and give the tables.

    Raises:
        SettingsError: a model's server does not answer.
        DataError: a file of an earlier run is of another form.
        LlmError: the model went away; what was measured until then is kept.
    """
    if wanted.data is None:
        return again(wanted)
    wanted.out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        llm, name = stack.enter_context(server.opened(wanted.model, wanted.out, pace.parallel)) if wanted.model else (None, None)
        rating = [stack.enter_context(server.opened(url, wanted.out, pace.parallel)) for url in wanted.raters]
        return _run(wanted, llm, name, {label: rater(one) for one, label in rating}, pace)


def _run(wanted: Wanted, llm: Remembered | None, name: str | None, raters: Mapping[str, Rater], pace: Pace) -> list[Table]:
    encoder = None if absent() else Encoder()
    read = f"{encoder.name} on {', '.join(wanted.encoded)}" if encoder else None
    about = (read, wanted.models, wanted.longest)
    results = Results(wanted.out / "results.jsonl", described(name, *about))
    judges = Judges(encoder=encoder, llm=llm, raters=raters)
    not_run: dict[tuple[str, str], str] = {}
    for dataset in (part for part in published.ALL_DATASETS if part in wanted.parts):
        folds = wanted.models if dataset == "tab" else None
        not_run |= _measured(wanted, dataset, Tools(folds, llm), results, judges, pace)
    datasets = tuple(part for part in published.ALL_DATASETS if part in wanted.parts)
    view = View(results.run, wanted.seed, results.records, results.runs, not_run, datasets)
    suites = Suites(wanted.out / "suites.json", str(described(None, *about)["run"]))  # no suite asks the model
    return made(wanted, view, suites, pace.tell)


def _measured(  # noqa: PLR0917 - what there is to say
    wanted: Wanted, dataset: str, tools: Tools, results: Results, judges: Judges, pace: Pace
) -> Mapping[tuple[str, str], str]:
    """Measure one data set; why some methods were not run."""
    try:
        samples = draw(DATASETS[dataset](wanted.folder), wanted.n, wanted.seed, wanted.longest)
    except DataError as error:
        return {(dataset, method): str(error) for method in wanted.methods}
    ready_made, missing = ready([*wanted.methods, *(FROM if dataset == "pii" and tools.llm else ())], tools)
    measure_all(samples, ready_made, results, wanted.seed, _with_attacker(wanted, dataset, samples, judges), pace)
    return {(dataset, method): why for method, why in missing.items()}


def _with_attacker(wanted: Wanted, dataset: str, samples: Sequence[Sample], judges: Judges) -> Judges:
    """On SynthPAI, an attacker trained on the authors that are not drawn; only there are outputs rated.

    There and on llmprivacy the language model attacks, too, if there is one. The encoder reads what `wanted` says.
    """
    if dataset not in wanted.encoded:
        judges = replace(judges, encoder=None)
    if dataset == "llmprivacy":
        truths = {digest(one.sample): {one.feature: one.true} for one in llmprivacy.answers(wanted.folder)}
        return replace(judges, raters=None, truths=truths)
    if dataset != "synthpai":
        return replace(judges, raters=None)
    known = synthpai.truths(wanted.folder)
    judges = replace(judges, truths={digest(one): known[one.document] for one in samples})
    authors = synthpai.authors(wanted.folder)
    drawn = {one.document for one in samples}
    attacker = Attacker(author for name, author in authors.items() if name not in drawn)
    return replace(judges, authors=authors, attacker=attacker)

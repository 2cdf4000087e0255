"""Texts and methods in, a record of each text and method out; what the results file already holds is not measured again."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from guardian_core.anonymize.adversarial.attacker import attack
from guardian_core.anonymize.adversarial.verification import is_supported, verified_confidence
from guardian_core.errors import LlmAnswerError, LlmUnavailableError, NotInstalledError
from guardian_core.evaluation.anonymization import inferring
from guardian_core.evaluation.anonymization.attacker import CLOSED, Attacker, Author
from guardian_core.evaluation.anonymization.in_parallel import ALONE, in_order
from guardian_core.evaluation.anonymization.methods import Tools, methods
from guardian_core.evaluation.anonymization.metrics import left, words
from guardian_core.evaluation.anonymization.remembered import Remembered
from guardian_core.evaluation.anonymization.run import Pace, timed
from guardian_core.evaluation.anonymization.samples import Method, Output, Sample
from guardian_core.evaluation.metrics.encoder import Encoder
from guardian_core.evaluation.metrics.overlap import rouge_l, token_jaccard
from guardian_core.evaluation.metrics.retained import retained
from guardian_core.evaluation.progress import Progress
from guardian_core.evaluation.tables.rating import Rater
from guardian_core.evaluation.tables.results import Record, Results, Span, digest

type NotRun = dict[str, str]  # method → why


@dataclass(frozen=True, slots=True)
class Judges:
    """Who looks at an output; each may be absent, and its numbers with it."""

    encoder: Encoder | None = None
    authors: Mapping[str, Author] | None = None  # of the data set, by name: whom the trained attacker attacks
    attacker: Attacker | None = None  # trained on others
    llm: Remembered | None = None  # who guesses, and who infers attributes
    truths: Mapping[str, Mapping[str, str]] | None = None  # digest of a sample → attributes that can be inferred → what is true
    raters: Mapping[str, Rater] | None = None  # by name


def ready(names: Sequence[str], tools: Tools) -> tuple[dict[str, Method], NotRun]:
    """The methods that can be run, and why the others cannot."""
    made: dict[str, Method] = {}
    missing: NotRun = {}
    for name in names:
        try:
            made |= methods([name], tools)
        except NotInstalledError as error:
            missing[name] = str(error)
    return made, missing


def measure_all(  # noqa: PLR0917 - what there is to say
    samples: Sequence[Sample], made: Mapping[str, Method], results: Results, seed: int, judges: Judges, pace: Pace
) -> None:
    """Every method on every text, the text outermost, so that methods share the machine's noise; kept as they come.

    What a model that only remembers has not answered is left out.

    Raises:
        LlmUnavailableError: the model cannot be asked; what was measured is kept.
    """
    progress = Progress(len(samples) * len(made), pace.tell)

    def missing(sample: Sample, name: str) -> bool:
        return (results.run, seed, sample.dataset, name, digest(sample)) not in results

    remembers = judges.llm is not None and judges.llm.closed
    for name, method in made.items():
        if (first := next((one for one in samples if missing(one, name)), None)) is not None:
            with suppress(*([LlmUnavailableError] if remembers else [])):
                method(replace(first, text="Nothing here.", gold=()))  # loads lazy parts, unmeasured

    def work(number: int) -> None:
        sample = samples[number]
        for name, method in made.items():
            fresh = missing(sample, name)
            if fresh:
                with suppress(*([LlmUnavailableError] if remembers else [])):
                    results.keep(record(sample, *timed(name, method, sample), judges, (results.run, seed, name)))
            progress.step(f"{sample.dataset}", fresh=fresh)

    for _ in in_order(work, len(samples), pace.parallel):
        pass


def record(sample: Sample, output: Output, seconds: float, judges: Judges, about: tuple[str, int, str]) -> Record:
    """The numbers of one output; `about` is run, seed and method."""
    run, seed, method = about
    with ALONE:  # the encoder takes every core there is
        similar = judges.encoder.similarity(sample.text, output.text) if judges.encoder else None
        scored = judges.encoder.bert_score(sample.text, output.text).f1 if judges.encoder else None
    return Record(
        run=run,
        seed=seed,
        dataset=sample.dataset,
        method=method,
        sample=digest(sample),
        document=sample.document,
        spans=_spans(sample, output.text),
        utility=token_jaccard(sample.text, output.text),
        rouge_l=rouge_l(sample.text, output.text),
        similarity=similar,
        bert_f1=scored,
        guess=_guess(judges.llm, sample.text, output.text),
        attacked=_attacked(judges, sample, output.text),
        inferred=_inferred(judges, sample, output.text),
        ms=seconds * 1000,
        calls=output.calls,
        tokens=output.tokens,
        start=output.start,
        level=output.level,
        failed=output.failed,
        ratings={name: rate(sample.text, output.text) for name, rate in (judges.raters or {}).items()},
    )


def _spans(sample: Sample, output: str) -> tuple[Span, ...]:
    after = words(output)
    found = []
    for gold in sample.gold:
        said = sample.said(gold)
        was, now = left(said, output, after), retained(said, output)
        about = {"type": gold.type, "identifier": gold.identifier, "entity": gold.entity, "words": max(1, len(words(said)))}
        readings = {"exact": was.exact, "fuzzy": was.fuzzy, "any_word": was.any_word}
        wider = {"case": now.case, "spacing": now.spacing, "partial": now.partial}
        found.append(Span.model_validate(about | readings | wider))
    return tuple(found)


def _guess(llm: Remembered | None, original: str, output: str) -> float | None:
    """ĉ of Eq. 10 against the output, for every method by the same guesser; None where it gave no answer."""
    if llm is None:
        return None
    try:
        guesses = llm.run(attack(llm, output))
    except LlmAnswerError:
        return None
    except LlmUnavailableError:
        if llm.closed:
            return None
        raise
    return verified_confidence(guesses, original, output, is_supported)


def _attacked(judges: Judges, sample: Sample, output: str) -> dict[str, tuple[bool, bool]]:
    """For each attribute known of the author whether the trained attacker tells it, of the original and of the output."""
    author = (judges.authors or {}).get(sample.document)
    attacker = judges.attacker
    if author is None or attacker is None:
        return {}
    return {
        name: (attacker.infer(name, [sample.text]) == true, attacker.infer(name, [output]) == true)
        for name in CLOSED
        if (true := author.labels.get(name)) is not None
    }


def _inferred(judges: Judges, sample: Sample, output: str) -> dict[str, tuple[tuple[float, ...], tuple[float, ...]]]:
    """For each attribute that can be inferred how right the model's guesses are, of the original and of the output."""
    true = (judges.truths or {}).get(digest(sample))
    if true is None or judges.llm is None:
        return {}
    try:
        before, after = (inferring.attack(judges.llm, text, true) for text in (sample.text, output))
    except LlmUnavailableError:
        if judges.llm.closed:
            return {}
        raise
    return {name: (before[name], after[name]) for name in before}

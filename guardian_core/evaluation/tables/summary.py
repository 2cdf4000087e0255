"""Records in, the numbers of a table's cells out, with their intervals."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from guardian_core.evaluation.anonymization.metrics import percentile, wilson
from guardian_core.evaluation.metrics.entity_recall import Mention, Recall, entity_recall
from guardian_core.evaluation.metrics.intervals import Paired, bootstrap, holm, paired_bootstrap
from guardian_core.evaluation.metrics.tradeoff import overall
from guardian_core.evaluation.tables.results import Record, Span

type Records = Sequence[Record]
SEED = 42  # of every bootstrap
RESAMPLES = 10_000  # of a comparison: with the paper's 1,000, Holm's correction of 25 leaves nothing below 0.05


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float


def privacy(records: Records, reading: Callable[[Span], bool] = lambda span: span.exact) -> Estimate | None:
    """1 − the share of spans that `reading` finds still there, over all spans of all texts; Wilson's interval."""
    gone = [not reading(span) for record in records for span in record.spans]
    return Estimate(sum(gone) / len(gone), *wilson(sum(gone), len(gone))) if gone else None


def mean(records: Records, value: Callable[[Record], float | None]) -> Estimate | None:
    """The mean over texts of what they have, with a bootstrap interval."""
    found = [one for record in records if (one := value(record)) is not None]
    if not found:
        return None
    made = bootstrap(found, seed=SEED)
    return Estimate(made.mean, made.low, made.high)


def utility(records: Records) -> Estimate | None:
    """As the paper: BERTScore F1 on SynthPAI, token Jaccard elsewhere; None without an encoder there."""
    return mean(records, lambda one: one.bert_f1 if one.dataset == "synthpai" else one.utility)


def milliseconds(records: Records, share: float = 0.5) -> float | None:
    """The nearest-rank quantile of the times."""
    return percentile([one.ms for one in records], share) if records else None


def entities(records: Records) -> Recall:
    """TAB's recalls; an entity is one within its document, a mention without an id is an entity of its own."""
    mentions = [
        Mention(
            (record.document, span.entity) if span.entity else (record.document, record.sample, at),
            span.identifier,
            span.words,
            not span.exact,
        )
        for record in records
        for at, span in enumerate(record.spans)
        if span.identifier is not None
    ]
    return entity_recall(mentions)


@dataclass(frozen=True, slots=True)
class Attacked:
    """The trained attacker's accuracy over all attributes of all texts."""

    original: float
    output: float
    answers: int

    def overall(self, useful: float) -> float | None:
        """GRASP's overall score at this utility."""
        return overall(self.original, self.output, useful) if self.original > 0 else None


def attacked(records: Records) -> Attacked | None:
    """How often the trained attacker is right; None where nobody was attacked."""
    answers = [answer for record in records for answer in record.attacked.values()]
    if not answers:
        return None
    before, after = zip(*answers, strict=True)
    return Attacked(sum(before) / len(answers), sum(after) / len(answers), len(answers))


def compared(ours: Records, others: dict[str, Records]) -> dict[str, tuple[Paired, float, bool]]:
    """Our privacy less each other method's, text by text: the difference, Holm's p, whether it is significant."""
    mine = {(one.seed, one.sample): one.privacy for one in ours if one.privacy is not None}
    found: dict[str, Paired] = {}
    for name, records in others.items():
        pairs = [(mine[key], one.privacy) for one in records if one.privacy is not None and (key := (one.seed, one.sample)) in mine]
        if pairs:
            first, second = zip(*pairs, strict=True)
            found[name] = paired_bootstrap(first, second, seed=SEED, resamples=RESAMPLES)
    adjusted = holm({name: one.p for name, one in found.items()})
    return {name: (found[name], *adjusted[name]) for name in found}


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation over seeds (of the sample; 0 for one)."""
    return statistics.fmean(values), statistics.stdev(values) if len(values) > 1 else 0.0

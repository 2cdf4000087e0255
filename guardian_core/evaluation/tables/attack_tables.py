"""Records in, what a language model tells of their authors out: top-1 and top-3 accuracy, as Staab et al. 2024."""

from collections.abc import Sequence

from guardian_core.evaluation.anonymization.inferring import HINTS
from guardian_core.evaluation.anonymization.metrics import wilson
from guardian_core.evaluation.metrics.tradeoff import overall
from guardian_core.evaluation.tables import published
from guardian_core.evaluation.tables.layout import Cell, Table
from guardian_core.evaluation.tables.results import Record
from guardian_core.evaluation.tables.summary import Estimate, mean
from guardian_core.evaluation.tables.view import View

type Marks = tuple[float, ...]  # of the guesses of one attribute, the likeliest first
ATTACKED = ("synthpai", "llmprivacy")
NOT_RUN = ("Not run: a language model attacks, so name one with --model URL.",)


def inferred(view: View, methods: Sequence[str]) -> Table:
    """Every method under the attack."""
    rows: list[tuple[Cell, ...]] = []
    for dataset in ATTACKED:
        for method in methods:
            records = view.of(dataset, method)
            before, after = _marks(records, 0), _marks(records, 1)
            if after:
                first, useful = right(before, 1), mean(records, lambda one: one.utility)
                score = overall(first.value, right(after, 1).value, useful.value) if useful and first.value > 0 else None
                less = sum(bool(one) and one[0] == 0.5 for one in after) / len(after)
                cells = (first, right(after, 1), right(before, 3), right(after, 3), less, score)
                rows.append((published.TITLES[dataset], method, len(after), *cells))
    measured = ("top-1 before", "top-1 after", "top-3 before", "top-3 after", "less precise after", "overall")
    notes = (
        "The model of the run tells the attributes that a human reader could tell, from single texts, by three guesses.",
        "Right by rules (docs/evaluation.md); a country for a city is less precise and not right. Wilson's intervals.",
        "overall = the attacker's relative loss of top-1 less that of utility (GRASP); utility is token Jaccard.",
    )
    columns = ("data", "method", "answers", *measured)
    return Table("attacks-model", "Attributes under a language model", columns, tuple(rows), notes if rows else NOT_RUN)


def by_attribute(view: View, methods: Sequence[str]) -> Table:
    """The first guess by attribute: of the originals, and of each method's outputs."""
    rows: list[tuple[Cell, ...]] = []
    for dataset in ATTACKED:
        by_method = {method: found for method in methods if (found := view.of(dataset, method))}
        whole = next(iter(by_method.values()), [])
        for who, records, at in (("originals", whole, 0), *((method, found, 1) for method, found in by_method.items())):
            cells = [_of(records, name, at) for name in HINTS]
            if any(cell is not None for cell in cells):
                rows.append((published.TITLES[dataset], who, *cells))
    title = "Attributes under a language model, top-1 by attribute"
    return Table("attacks-model-attributes", title, ("data", "outputs of", *HINTS), tuple(rows), () if rows else NOT_RUN)


def right(answers: Sequence[Marks], first: int) -> Estimate:
    """The share of answers of which one of the `first` guesses is right.

    >>> right([(0.0, 1.0, 0.0), (1.0,), ()], 1).value
    0.3333333333333333
    """
    hits = sum(1.0 in one[:first] for one in answers)
    return Estimate(hits / len(answers), *wilson(hits, len(answers)))


def _of(records: Sequence[Record], attribute: str, at: int) -> Cell:
    answers = [one.inferred[attribute][at] for one in records if attribute in one.inferred]
    return right(answers, 1) if answers else None


def _marks(records: Sequence[Record], at: int) -> list[Marks]:
    """Of the originals (0) or of the outputs (1)."""
    return [both[at] for one in records for both in one.inferred.values()]

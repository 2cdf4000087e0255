"""Records of annotated texts in, the paper's Tables 2, 3 and 20 measured on them out: risk, decision and levels by action context.

Each text has the categories of its annotated labels, as the paper's; its score in a context gives the starting level, and the
record of the loop that began there the final one. All texts count, whatever the decision (the paper's columns cannot hold
otherwise, see `guardian bench amrsf`).
"""

import re
import statistics
from collections.abc import Mapping, Sequence

from guardian_core.evaluation.published import CONTEXTS, LIKELIHOOD, TABLE_2, TABLE_2_COLUMNS, TABLE_3, TABLE_3_COLUMNS, Context
from guardian_core.evaluation.tables.layout import Cell, Table
from guardian_core.evaluation.tables.results import Record
from guardian_core.evaluation.tables.view import View
from guardian_core.risk import assess, decide
from guardian_core.risk.decide import starting_level
from guardian_core.vocabulary import Category, Decision, Verdict

# Labels of presidio-research, ambientmeta and PII-Masking-300k, the first that fits; what fits none is content.
LABELS: Mapping[Category, str] = {
    Category.SSN: r"SSN|SOCIAL|PASSPORT|LICENSE|DRIVER|IDCARD|TAX|MRN|NPI",
    Category.CREDENTIALS: r"PASS\b|PASSWORD|PIN\b|TOKEN|SECRET",
    Category.FINANCIAL: r"CREDIT|IBAN|ACCOUNT|CARD|BANK|AMOUNT|BIC",
    Category.PHONE: r"PHONE|TEL\b",
    Category.EMAIL: r"EMAIL",
    Category.POSTAL_ADDRESS: r"STREET|ADDRESS|BUILDING|SECADDRESS|ZIP|POSTCODE",
    Category.IP_ADDRESS: r"^IP",
    Category.LOCATION: r"GPE|LOCATION|CITY|STATE|COUNTRY|GEOCOORD",
    Category.CONTACT: r"PERSON|NAME|TITLE|ORGANIZATION|NRP",
}
COLUMNS = ("risk_mean", "allow", "transform", "deny", "level_start_mean", "level_final_mean")
FINAL = {"level_cf_mean": "level_final_mean"}  # Table 2 calls it so


def category(label: str) -> Category:
    """The category of an annotated label.

    >>> category("GIVENNAME1").value, category("IP_ADDRESS").value, category("DATE_TIME").value
    ('contact', 'ip_address', 'content')
    """
    order = (Category.IP_ADDRESS, *LABELS)
    return next((one for one in order if re.search(LABELS[one], label.upper())), Category.CONTENT)


def levels(view: View) -> Table:
    """A row of ours and one of the paper for each context."""
    texts = _texts(view)
    rows: list[tuple[Cell, ...]] = []
    for context in CONTEXTS:
        ours = _measured(view, context, texts)
        printed = _printed(context)
        rows.append((context.name, "ours", len(texts) or "not run", *(ours.get(name) for name in COLUMNS)))
        rows.append((context.name, "paper", 200, *(printed.get(name) for name in COLUMNS)))
    notes = [
        "Tables 2, 3 and 20 with the categories of annotated labels instead of an assumed mix (`guardian bench amrsf`); L = 0.7.",
        "level_final: the verified loop begun at each text's starting level, over all texts whatever the decision.",
    ]
    if not view.of("pii", "guardian-from1"):
        notes.append("Final levels are not run: they need a language model (--model URL) and the part pii.")
    return Table(
        "levels",
        "Tables 2, 3, 20. Decisions and levels on annotated texts",
        ("context", "", "n", *COLUMNS),
        tuple(rows),
        tuple(notes),
    )


def _texts(view: View) -> dict[str, frozenset[Category]]:
    """The categories of every annotated text that any method was measured on."""
    records = [one for one in view.records if one.dataset == "pii" and one.run == view.run and one.seed == view.seed and one.spans]
    return {one.sample: frozenset(category(span.type) for span in one.spans) for one in records}


def _measured(view: View, context: Context, texts: Mapping[str, frozenset[Category]]) -> dict[str, float]:
    if not texts:
        return {}
    decided = {sample: _decided(context, categories) for sample, categories in texts.items()}
    starts = {sample: int(starting_level(decision.z)) for sample, (_, decision) in decided.items()}
    begun = {level: _finals(view.of("pii", f"guardian-from{level}")) for level in (1, 2, 3, 4)}
    finals = [final for sample, start in starts.items() if (final := begun[start].get(sample)) is not None]
    verdicts = [decision.verdict for _, decision in decided.values()]
    shares = {one.value: 100 * verdicts.count(one) / len(verdicts) for one in Verdict}
    found = {"risk_mean": statistics.fmean(score for score, _ in decided.values()), **shares}
    found["level_start_mean"] = statistics.fmean(starts.values())
    return found | ({"level_final_mean": statistics.fmean(finals)} if finals else {})


def _decided(context: Context, categories: frozenset[Category]) -> tuple[float, Decision]:
    where = ({context.recipient}, {context.purpose}, context.basis, context.transparency, LIKELIHOOD)
    risk = assess(set(categories), *where)
    return risk.R, decide(risk)


def _finals(records: Sequence[Record]) -> dict[str, int]:
    return {one.sample: one.level for one in records if one.level is not None}


def _printed(context: Context) -> dict[str, Cell]:
    both = ((TABLE_2, TABLE_2_COLUMNS), (TABLE_3, TABLE_3_COLUMNS))
    cells = next(zip(names, table[context.name], strict=True) for table, names in both if context.name in table)
    return {FINAL.get(name, name): cell for name, cell in cells}

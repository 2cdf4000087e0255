"""Records for the tests of the tables, made by hand."""

from guardian_core.evaluation.tables.results import Record, Span
from guardian_core.evaluation.tables.view import View


def span(left=False, identifier=None, entity=None, words=1, **readings):
    """A gold span that is gone, or left by every reading."""
    names = ("exact", "case", "spacing", "partial", "fuzzy", "any_word")
    return Span(type="PERSON", identifier=identifier, entity=entity, words=words, **(dict.fromkeys(names, left) | readings))


def record(sample="s1", method="guardian", dataset="tab", **more):
    """A record of which only what a test is about is said."""
    about = {"run": "r1", "seed": 42, "document": "d1", "spans": (span(),), "utility": 0.5, "rouge_l": 0.6, "ms": 10.0}
    return Record(**(about | {"sample": sample, "method": method, "dataset": dataset} | more))


def view(*records, **more):
    """A view of run r1, seed 42."""
    runs = [{"run": "r1", "model": "small"}, {"run": "r2", "model": "large"}]
    return View(**({"run": "r1", "seed": 42, "records": records, "runs": runs, "not_run": {}} | more))


def column(table, name, **where):
    """The cells of a column in the rows that fit."""
    places = [(table.columns.index(key), value) for key, value in where.items()]
    return [row[table.columns.index(name)] for row in table.rows if all(row[at] == value for at, value in places)]

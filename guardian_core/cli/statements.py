"""A policy's statement in, the lines that a person reads, or the row that a program reads, out."""

from datetime import UTC, datetime

from guardian_core.vocabulary import ScoredStatement, Statement

MARKS = ("legal_basis", "rights", "retention", "transfer", "choice")


def scored_row(scored: ScoredStatement) -> dict[str, object]:
    """A retrieved statement with the parts of its score."""
    return {"score": scored.score, "structured": scored.structured, "lexical": scored.lexical} | scored.statement.model_dump()


def in_words(statement: Statement) -> str:
    """A statement and, below it, its annotations."""
    marks: list[str] = []
    for values in (statement.categories, statement.acts, statement.purposes, statement.recipients):
        marks += sorted(map(str, values))
    marks += [name.replace("_", " ") for name in MARKS if getattr(statement, name)]
    denial = "NOT " if statement.negated else ""
    return f"{statement.text}\n       {denial}[{', '.join(marks)}]"


def day(seconds: float | None) -> str:
    """A time as a person reads it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC") if seconds else "-"

"""Versions of a policy in, the statements that came and went between them out. Pure."""

from collections import Counter
from collections.abc import Sequence

from guardian_core.vocabulary import Frozen, Statement
from policy_cache.page import PolicyDocument


class PolicyChange(Frozen):
    """What changed between two versions of one policy."""

    before: PolicyDocument  # both without their statements
    after: PolicyDocument
    added: tuple[Statement, ...]
    removed: tuple[Statement, ...]
    kept: int


def changes(newest_first: Sequence[PolicyDocument]) -> PolicyChange | None:
    """Between the newest version and the one before it; None where there are not two texts.

    Statements are compared by their words: one that only moved, or whose commas or capitals changed, is kept.
    """
    if not newest_first:
        return None
    after = newest_first[0]
    before = next((version for version in newest_first[1:] if version.hash != after.hash), None)
    if before is None:
        return None
    added, removed = _without(after.statements, before.statements), _without(before.statements, after.statements)
    bare = {"statements": ()}
    return PolicyChange(
        before=before.model_copy(update=bare),
        after=after.model_copy(update=bare),
        added=added,
        removed=removed,
        kept=len(after.statements) - len(added),
    )


def _without(statements: Sequence[Statement], others: Sequence[Statement]) -> tuple[Statement, ...]:
    left = Counter(_key(statement.text) for statement in others)
    found: list[Statement] = []
    for statement in statements:
        key = _key(statement.text)
        if left[key]:
            left[key] -= 1
        else:
            found.append(statement)
    return tuple(found)


def _key(text: str) -> str:
    return " ".join("".join(letter if letter.isalnum() else " " for letter in text.lower()).split())

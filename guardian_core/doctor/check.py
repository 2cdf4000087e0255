"""What the doctor says about one thing, and how all of it becomes a verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

# ok: as it should be; note: it protects, and something is worth knowing; problem: it does not protect, or soon will not;
# skipped: there is nothing to look at.
State = Literal["ok", "note", "problem", "skipped"]


@dataclass(frozen=True, slots=True)
class Check:
    """One finding; `command` is the one thing to type about it."""

    name: str
    state: State
    says: str
    command: str | None = None


def verdict(checks: Sequence[Check]) -> str:
    """One sentence.

    >>> verdict([Check("proxy", "problem", "nobody listens", "guardian run"), Check("clock", "ok", "")])
    '1 problem: proxy'
    """
    problems = [check.name for check in checks if check.state == "problem"]
    if problems:
        return f"{len(problems)} problem{'s' if len(problems) > 1 else ''}: {', '.join(problems)}"
    notes = sum(check.state == "note" for check in checks)
    return "it protects" + (f"; {notes} thing{'s' if notes > 1 else ''} worth knowing" if notes else "")

"""What a search found, and one span of a text as a finding."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from guardian_core.detect.normalise import Plain
from guardian_core.detect.spans import Span
from guardian_core.vocabulary import ENTITY_CATEGORY, PROSE_IS_CONTENT, QUASI, Category, Entity, Finding, Item, Role

# What never makes a request personal by itself, nor gives a neighbour its meaning (a gender beside a name does).
ABOUT_NOBODY = QUASI | {Entity.CITY, Entity.PROFESSION}


@dataclass(frozen=True, slots=True)
class Search:
    """What was found, and whether everything that could hold a name was read."""

    findings: tuple[Finding, ...]
    complete: bool  # patterns and keys always read everything; False: the names model ran out of characters or time
    # Items in which anything else was seen than what is about nobody, also what overlaps or is allowed.
    loud: frozenset[int] = frozenset()
    # In prose in which something was found, what only a careful reading takes for something: words that may single somebody out
    # with all else that is told. Nothing is decided by these; they may overlap each other and what was found.
    doubtful: tuple[Finding, ...] = ()
    spans: Sequence[Sequence[Span]] = field(default=(), repr=False, compare=False)  # of each item, before overlaps are resolved
    thinned: bool = False  # what was found in some items was dropped for what stands in others like them


def finding_of(number: int, item: Item, copy: Plain, span: Span) -> Finding:
    """The finding in item `number`, of which `copy` is the normalised text."""
    start, end = copy.original(span.start, span.end)
    content = item.role is Role.PROSE and span.entity in PROSE_IS_CONTENT
    category = span.category or (Category.CONTENT if content else ENTITY_CATEGORY[span.entity])
    return Finding(
        number, start, end, span.entity, category, round(min(span.score, 1.0), 3), span.source, span.value, span.encoding
    )

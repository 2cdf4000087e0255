"""The items of a request and what was found in each in; the pieces of values that are cut over several of them beside it."""

from collections.abc import Iterator, Sequence
from functools import partial

from guardian_core.detect.adjoining import Group, groups, said_by_one
from guardian_core.detect.cut import Parts, Piece, cut, registered
from guardian_core.detect.identity_table import IdentityTable
from guardian_core.detect.normalise import Plain
from guardian_core.detect.spans import CHECKED, Span
from guardian_core.vocabulary import Item


def add_cut(
    items: Sequence[Item],
    plains: Sequence[Plain],
    spans: Sequence[list[Span]],
    table: IdentityTable,
    regions: tuple[str, ...] | None = None,
) -> None:
    """Add to the spans of each item what it holds of a cut value; without regions of telephones only of registered ones."""
    if regions is None and not table:
        return
    pieces: dict[tuple[int, Span], None] = {}
    marked = {number for number, copy in enumerate(plains) if "@" in copy.text or "+" in copy.text}
    for group in (*groups(items, every=bool(marked or table)), *said_by_one(items)):
        members = group.members
        if not (group.runs or group.named or table) and marked.isdisjoint(members):
            continue
        texts = [plains[number].text for number in members]
        numbers = ["json-number" in items[number].encoders for number in members]
        own = [spans[number] for number in members]
        parts = Parts(texts, numbers, partial(_certain, own))
        for piece in _pieces(group, parts, table, regions):
            pieces[members[piece.part], piece.span] = None
    for number, span in pieces:
        spans[number].append(span)


def is_cut(group: Group, texts: Sequence[str], numbers: Sequence[bool], table: IdentityTable, regions: tuple[str, ...]) -> bool:
    """Whether a value lies over several of a group's texts, in none of which anything is found by itself."""
    return next(_pieces(group, Parts(texts, numbers, lambda _: ()), table, regions), None) is not None


def _pieces(group: Group, parts: Parts, table: IdentityTable, regions: tuple[str, ...] | None) -> Iterator[Piece]:
    if table:
        yield from registered(parts, table)
    if regions is not None:
        yield from cut(group, parts, regions)


def _certain(spans: Sequence[Sequence[Span]], part: int) -> list[tuple[int, int]]:
    """Where something is found beyond doubt, so that what stands beside it does not belong to it."""
    return [(span.start, span.end) for span in spans[part] if span.rank >= CHECKED]

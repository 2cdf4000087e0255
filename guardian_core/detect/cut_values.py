"""The items of a request and what was found in each in; the pieces of values that are cut over several of them beside it."""

from collections.abc import Iterator, Sequence
from functools import partial

from guardian_core.detect.adjoining import Group, groups, said_by_one
from guardian_core.detect.cut import Parts, Piece, cut, registered
from guardian_core.detect.identity_table import IdentityTable
from guardian_core.detect.listed import speaks_in_list
from guardian_core.detect.normalise import Plain, plain
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
    marked = {number for number, copy in enumerate(plains) if _marks(copy.text)}
    for group in (*groups(items, every=bool(marked or table)), *said_by_one(items)):
        members = group.members
        if not (group.runs or group.named or table) and marked.isdisjoint(members):
            continue
        texts = [plains[number].text for number in members]
        for piece in _pieces(group, _parts(group, items, texts, spans), table, regions):
            pieces[members[piece.part], piece.span] = None
    for number, span in pieces:
        spans[number].append(span)


def is_cut_beside(
    group: Group, items: Sequence[Item], spans: Sequence[Sequence[Span]], table: IdentityTable, regions: tuple[str, ...]
) -> bool:
    """Whether `add_cut` would add anything for one group, or one of it names the next; `spans`: what was found in each item."""
    texts = [plain(items[number].text).text for number in group.members]
    if not (group.runs or group.named or table) and not any(map(_marks, texts)):
        return False
    if group.runs and speaks_in_list(texts):
        return True
    return next(_pieces(group, _parts(group, items, texts, spans), table, regions), None) is not None


def is_cut(group: Group, texts: Sequence[str], numbers: Sequence[bool], table: IdentityTable, regions: tuple[str, ...]) -> bool:
    """Whether a value lies over several of a group's texts, in none of which anything is found by itself, or one names the next
    one."""
    if group.runs and speaks_in_list(texts):
        return True
    return next(_pieces(group, Parts(texts, numbers, lambda _: ()), table, regions), None) is not None


def _pieces(group: Group, parts: Parts, table: IdentityTable, regions: tuple[str, ...] | None) -> Iterator[Piece]:
    if table:
        yield from registered(parts, table)
    if regions is not None:
        yield from cut(group, parts, regions)


def _marks(text: str) -> bool:
    """Whether an address or a telephone may be told by what stands here and in any other field."""
    return "@" in text or "+" in text


def _parts(group: Group, items: Sequence[Item], texts: Sequence[str], spans: Sequence[Sequence[Span]]) -> Parts:
    numbers = ["json-number" in items[number].encoders for number in group.members]
    return Parts(texts, numbers, partial(_certain, [spans[number] for number in group.members]))


def _certain(spans: Sequence[Sequence[Span]], part: int) -> list[tuple[int, int]]:
    """Where something is found beyond doubt, so that what stands beside it does not belong to it."""
    return [(span.start, span.end) for span in spans[part] if span.rank >= CHECKED]

"""Items and findings in; out, what counts of the findings where one item joins parts that are items of their own."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate

from guardian_core.vocabulary import Finding, Item, Place

# Elements of HTML and SVG within a text; the text of others stands apart.
INLINE = frozenset(
    {
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "del", "em", "font", "i", "ins", "kbd", "mark", "nobr", "s", "samp", "small",
        "span", "strike", "strong", "sub", "sup", "tspan", "tt", "u", "wbr",
    }
)  # fmt: skip


def counts(item: Item, start: int, end: int) -> bool:
    """Whether code points [start, end) lie across a seam, or there is none; else a part has them already.

    Binary search over `item.seams`, which are in order.
    """
    at = bisect_right(item.seams, start)
    return not item.seams or (at < len(item.seams) and item.seams[at] < end)


def across(items: Sequence[Item], findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings without those that another item, which can be rewritten, holds whole: `dana<b>.quill</b>@…` in one text."""
    every = tuple(findings)
    if not any(items[one.item].seams for one in every):
        return every
    ranges: dict[tuple[Place, int], list[tuple[int, int]]] = defaultdict(list)
    for one in every:
        if not items[one.item].seams:
            ranges[_where(items[one.item])].append(_bytes(items[one.item], one))
    held: dict[tuple[Place, int], tuple[list[int], list[int]]] = {}
    for where, own in ranges.items():
        own.sort()
        held[where] = [begin for begin, _ in own], list(accumulate((end for _, end in own), max))
    return tuple(one for one in every if not _is_held(items[one.item], one, held))


def _where(item: Item) -> tuple[Place, int]:
    return item.place, id(item.packing)


def _bytes(item: Item, found: Finding) -> tuple[int, int]:
    if item.offsets is None:
        return item.start + found.start, item.start + found.end
    return item.offsets[found.start], item.offsets[found.end]


def _is_held(item: Item, found: Finding, held: dict[tuple[Place, int], tuple[list[int], list[int]]]) -> bool:
    if not item.seams or not counts(item, found.start, found.end):
        return bool(item.seams)
    begin, last = _bytes(item, found)[0], item.offsets[found.end - 1] if item.offsets else 0
    begins, ends = held.get(_where(item), ([], []))
    at = bisect_right(begins, begin)
    return begin < last and at > 0 and last < ends[at - 1]  # where all letters have one place, nothing is known

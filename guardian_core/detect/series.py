"""Items and the spans found in them in; out, the spans without cards that are but members of a series of like numbers, and without
what is one choice of many.

One random number in thirty of sixteen digits has an issuer's prefix and a right check digit; a list of identifiers therefore holds
"cards". A list of cards has no others.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

from guardian_core.detect.context import Context
from guardian_core.detect.numbers import CARD_KEYS
from guardian_core.detect.spans import Span
from guardian_core.vocabulary import Entity, Item

SERIES = 8  # numbers of one length under one name, up to their index, that make a series
CHOSEN = 4  # that one person says of himself in one list
_ELEMENT = re.compile(r"/\d+\Z")
_INDEX = re.compile(r"(?<=/)\d+(?=/|\Z)")


def without_chance(items: Sequence[Item], spans: list[list[Span]]) -> list[list[Span]]:
    """`spans` without the cards of series in which fewer than half of the numbers are cards; the same object where nothing is."""
    if not any(_bare_card(items[number], of_item) for number, of_item in enumerate(spans) if of_item):
        return spans
    dropped: set[int] = set()
    series: dict[tuple[str, int], list[int]] = defaultdict(list)
    for number, item in enumerate(items):
        if item.text.isdigit():
            series[_INDEX.sub("#", item.path), len(item.text)].append(number)
    for members in series.values():
        cards = [number for number in members if _bare_card(items[number], spans[number])]
        if len(members) >= SERIES and len(cards) * 2 < len(members):
            dropped.update(cards)
    return [_without_cards(own) if number in dropped else own for number, own in enumerate(spans)] if dropped else spans


def _without_cards(spans: Sequence[Span]) -> list[Span]:
    return [span for span in spans if span.entity is not Entity.CARD]


def drop_choices(items: Sequence[Item], spans: Sequence[list[Span]]) -> bool:
    """Take out what is one of many that somebody may choose from: a list of all religions, or of genders, tells nobody's. Whether
    anything was."""
    lists: dict[str, list[int]] = defaultdict(list)
    of_genders: set[str] = set()
    for number, own in enumerate(spans):
        if own and _ELEMENT.search(items[number].path):
            where = _ELEMENT.sub("", items[number].path)
            if any(span.entity is Entity.GENDER for span in own):
                of_genders.add(where)
            if any(_is_choice(span) for span in own):
                lists[where].append(number)
    many = [members for where, members in lists.items() if len(members) > CHOSEN or where in of_genders]
    for number in chain.from_iterable(many):
        spans[number][:] = [span for span in spans[number] if not _is_choice(span)]
    return bool(many)


def _is_choice(span: Span) -> bool:
    return span.source == "key" and span.entity in {Entity.HEALTH, Entity.DEMOGRAPHIC}


def _bare_card(item: Item, spans: Sequence[Span]) -> bool:
    """Whether the whole item is a card's digits and nothing but their checks says so."""
    bare = any(span.entity is Entity.CARD and span.end - span.start == len(item.text) for span in spans)
    return bare and item.text.isdigit() and not Context(item.key, item.role).has(CARD_KEYS)
